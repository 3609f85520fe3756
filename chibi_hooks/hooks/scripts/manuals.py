"""The manuals of `(harness docs)`: what a script can ask about hooks, and about what the host gives it.

Nothing is written here: points describe themselves, and `(harness …)` has `;;>` comments.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from chibi_hooks.hooks.deciding.describe import describe
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.scheme.libraries.comments import comments_of

LIBRARIES: Final = ("harness/hooks.scm", "harness/answers.scm", "harness/tools.scm")


@cache
def manuals() -> dict[str, dict[str, str]]:
    """Name of a manual in Scheme -> documented name -> text; each begins with `__module__`."""
    hooks = {"__module__": "the hook points: when each fires, its payload, what may be returned"}
    hooks |= {name: describe(point) for name, point in POINTS.items()}
    tools = {"__module__": "what the host gives to a script"}
    for file in LIBRARIES:
        tools |= {name: f"{usage}\n{about}" for name, (usage, about) in comments_of(file).items()}
    return {"hooks-docs": hooks, "harness-tools-docs": tools}
