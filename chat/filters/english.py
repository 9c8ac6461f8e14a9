"""Whether a line is English, or short and neutral enough not to be judged."""

from chat.filters.draft import Context, Draft, Stopped


def english_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what is said in another language."""
    return draft
