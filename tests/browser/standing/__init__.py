"""What staff impose, as its bearer sees it in Chromium, in a real house."""
