"""Text and plain-data forms of the values of this package."""
