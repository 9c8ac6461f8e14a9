"""Template tags of the floor on which rules are worded.

Rules cards of every kind link to what explains them.
"""
