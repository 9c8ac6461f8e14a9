"""What programs need people for, in Chromium, in a real house."""
