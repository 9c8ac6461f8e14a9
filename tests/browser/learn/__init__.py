"""The pages about players in Chromium, in a real house."""
