"""Who looks at the pages in the pictures. No Django here: the taker of pictures needs none."""

VIEWER = "Marta"
PASSWORD = "a-password-of-marta"
