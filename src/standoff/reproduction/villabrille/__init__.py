"""D. Villabrille's thesis on ASMACAG: parameters of bots (4.1 to 4.3) and the final (4.4, 4.5)."""
