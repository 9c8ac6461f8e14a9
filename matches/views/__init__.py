"""Pages of matches: `board` is played at, `players` shows people, their ratings and matches."""
