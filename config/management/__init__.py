"""Commands of the house as a whole, as against those of one app."""
