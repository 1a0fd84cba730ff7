"""B. Danilakova's thesis on Bang!: the tables of chapter 8, and the wishes of chapter 9.1."""
