"""Tool output that is too long for the model: what is kept, and what is shown of it."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Count, Decision, Json, Point, answered, told
from chibi_hooks.hooks.deciding.rules import decides, last


class PreCacheOutput(Point):
    """A long output is about to go to the cache: give a summary to show for it, or keep it out of the cache."""

    when = "before a long output goes to the cache"
    note = "A block outranks every summary: the output is passed on in full."

    tool_name: str = told("the tool whose output it is", "fetch_url")
    arguments: Json = told("its arguments", {"url": "https://example.com/guide"})
    content: str = told("the whole output", "<html>\n<h1>Guide</h1>\n…\n</html>", optional=True)
    char_count: Count = told("its length in characters", 50000, optional=True)
    line_count: Count = told("its length in lines", 1200, optional=True)
    output_size: Count = told("its length in bytes", 51200, optional=True)

    class Outcome(Decision):
        block: Annotated[bool, decides()] = answered("true keeps it out of the cache", False)
        summary: Annotated[str | None, last()] = answered("what the model reads instead of the beginning of the output")


class PostCacheOutput(Point):
    """A long output has gone to the cache."""

    when = "after an output went to the cache"
    note = "The model reads the cached output with file_head, file_tail and file_lines."

    tool_name: str = told("the tool whose output it is", "fetch_url")
    cache_id: str = told("its name in the cache", "fetch_url_abc123_def456")
    output_size: Count = told("length of the output in bytes", 51200, optional=True)
    preview_size: Count = told("length of what the model reads, in bytes", 500, optional=True)
    char_count: Count = told("length in characters (old versions)", optional=True)
    token_estimate: Count = told("length in tokens, estimated (old versions)", optional=True)
    line_count: Count = told("length in lines (old versions)", optional=True)
