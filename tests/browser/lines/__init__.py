"""Bad lines and bad moments: nothing is lost, nothing is done twice, nothing is said that is not so."""
