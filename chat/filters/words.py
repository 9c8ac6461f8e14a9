"""Offensive words, in any disguise, in the languages of our players."""

from chat.filters.draft import Context, Draft, Stopped


def words_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what offends."""
    return draft
