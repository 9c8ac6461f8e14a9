"""The pages of an account in Chromium, in a real house."""
