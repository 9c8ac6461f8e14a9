"""Every page of the house for every eye and hand: the walk with axe, bad eyes, keyboards."""
