"""The board in a real browser, against a table that needs no house."""
