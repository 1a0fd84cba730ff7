"""The games: rules, hidden information, texts, and the policies that know one game."""
