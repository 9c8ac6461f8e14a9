"""The pages of the lobby: the front door, seeks, challenges, opening a table and its page."""
