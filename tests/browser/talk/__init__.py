"""Talk in Chromium, in a real house: at tables, in the lobby, at events, while watching."""
