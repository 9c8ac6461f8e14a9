"""Bad lines and bad moments: nothing is lost, nothing is done twice, nothing misleads."""
