"""The moderation desk in Chromium, in a real house: a report, two presses, and what players see."""
