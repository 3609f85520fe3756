"""The tools that can be called -> the virtual files that tell of them: `vfs:///tools/sys/NAME` (`ToolFiles`).

Rules (spec/chibi.md §3.1)
-----
* What is told is what whoever reads could call: the tools of the fire or call under way, for its context. Outside of
  any there are none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from chibi_hooks.hooks.homes.generated import Entry, Steps
from chibi_hooks.hooks.tools.calling import current_chain
from chibi_hooks.hooks.tools.tool import Tool

MOUNT: Final = ("tools", "sys")


class ToolFiles:
    """One JSON object a tool: name, description, category, parameters. A `Generated`."""

    def entries(self, steps: Steps) -> list[Entry] | None:
        """See `Generated`."""
        return None if steps else [Entry(name, is_directory=False) for name in _tools()]

    def read(self, steps: Steps) -> str | None:
        """See `Generated`."""
        tool = _tools().get(steps[0]) if len(steps) == 1 else None
        if tool is None:
            return None
        shown = ("name", "description", "category", "parameters")
        return json.dumps({name: getattr(tool, name) for name in shown}, indent=2, ensure_ascii=False)


def _tools() -> Mapping[str, Tool]:
    chain = current_chain()
    if chain is None:
        return {}
    return {
        name: tool
        for name, tool in chain.firing.tools.items()
        if tool.audience is None or chain.context in tool.audience
    }
