"""Pages of moderation for everybody. Those of staff are in `moderation.admin`."""
