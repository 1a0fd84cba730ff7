"""D. Crha's thesis on Colonizers: tables 5.1 and 5.2, and experiments 3 to 5."""
