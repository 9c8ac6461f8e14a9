"""The look of the house in Chromium, and the pictures of docs/screens/."""
