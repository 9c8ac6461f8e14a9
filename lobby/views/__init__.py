"""The pages of the lobby: `index` is the front door, `tables` opens a table and shows it."""
