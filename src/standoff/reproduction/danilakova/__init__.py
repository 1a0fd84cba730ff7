"""B. Danilakova's thesis on Bang!: the tables of chapter 8, and the roles that 9.1 wished for."""
