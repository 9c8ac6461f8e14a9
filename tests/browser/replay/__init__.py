"""The replay of a match in Chromium, on published documents, without a house."""
