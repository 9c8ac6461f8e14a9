"""The stages a line of talk passes before it is said, each a small function without Django.

A stage takes a `Draft` and the `Context` it would be said in, and answers the draft, changed or
as it was, or a `Stopped` that says why it stays unsaid. `chat.pipeline` runs them in order.
"""
