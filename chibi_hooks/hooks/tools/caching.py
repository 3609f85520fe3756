"""A tool's output that is too long for the model -> a virtual file that holds it, and the words that stand for it.

Rules (the points `pre_cache_output` and `post_cache_output`, spec/chibi.md §1.4)
-----
* Only what a call from outside gives is cached: a script that calls a tool gets all of it.
* Kept are the last `KEPT` outputs of a context, in vfs:///sys/tool_cache/CONTEXT/, where the built-in tools read them.
* What reads the cache, is empty or says "Error:" is passed on in full; so is what cannot be kept.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.vfs import SYSTEM, Vfs
from chibi_hooks.hooks.homes.virtual_paths import VfsError

if TYPE_CHECKING:
    from chibi_hooks.hooks.fire import Fire

FOLDER: Final = "vfs:///sys/tool_cache"
PREVIEW: Final = 600  # characters that stand for an output when no hook gives a summary: about 150 tokens
KEPT: Final = 100  # outputs of one context; an agent comes back to one of its last few

FirePoint = Callable[[str, dict[str, Json]], "Fire"]


def is_cacheable(output: str, arguments: Json, over: int) -> bool:
    """Is this output so long (in bytes; 0: never) that it goes to the cache?"""
    path = arguments.get("path") if isinstance(arguments, dict) else None
    if isinstance(path, str) and path.startswith(FOLDER):
        return False
    return 0 < over < _size(output) and bool(output.strip()) and not output.startswith("Error:")


def cache(output: str, tool: str, arguments: Json, context: str, vfs: Vfs, fire: FirePoint) -> str | None:
    """Keep an output and fire the two points; gives what the model reads, None when it reads all of it."""
    lines = output.count("\n") + (not output.endswith("\n"))
    about = {"content": output, "char_count": len(output), "line_count": lines, "output_size": _size(output)}
    outcome = fire("pre_cache_output", {"tool_name": tool, "arguments": arguments, **about}).outcome
    if outcome.block:
        return None
    name = f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}_{_plain(tool)}_{secrets.token_hex(4)}"
    folder = f"{FOLDER}/{_plain(context) or 'default'}"
    try:
        vfs.write(f"{folder}/{name}", output, SYSTEM)
        for entry in vfs.entries(folder)[:-KEPT]:  # named by time
            vfs.delete(f"{folder}/{entry.name}", SYSTEM)
    except VfsError:  # the quota, say: the model can do without a cache, not without the output
        return None
    shown = output[:PREVIEW] if outcome.summary is None else str(outcome.summary)
    more = f"{_size(output)} bytes, {lines} lines: {folder}/{name} (read it with file_lines, file_head, file_tail)"
    text = f"{shown}\n[{'summary of' if outcome.summary is not None else 'beginning of'} {more}]"
    sizes = {"output_size": _size(output), "preview_size": _size(text)}
    fire("post_cache_output", {"tool_name": tool, "cache_id": name, **sizes})
    return text


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _plain(name: str) -> str:
    """A name that is one step of a path."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:64]
