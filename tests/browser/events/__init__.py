"""Friendly tables in Chromium, in a real house."""
