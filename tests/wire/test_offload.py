"""Blocking work in threads."""

from django.utils import translation

from wire.offload import offload


async def test_a_thread_speaks_the_language_of_whoever_asks() -> None:
    for language in ("et", "fi", "et"):
        with translation.override(language):
            assert await offload(translation.get_language) == language


async def test_a_thread_leaves_the_language_of_the_next_alone() -> None:
    with translation.override("et"):
        await offload(translation.activate, "fi")
        assert translation.get_language() == "et"
        assert await offload(translation.get_language) == "et"
