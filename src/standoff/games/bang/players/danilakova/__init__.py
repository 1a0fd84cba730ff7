"""The players of Danilakova's thesis: `rai`, `rair`, `evolution`, `mcai` and `hybrid`."""
