"""The request to the model's API: which tools it offers, and its body."""

from collections.abc import Iterable
from typing import Annotated

from chibi_hooks.hooks.deciding.point import Count, Decision, Object, PayloadPart, Point, answered, told
from chibi_hooks.hooks.deciding.rules import intersection, merged, union

FUEL_REMAINING = "tool calls left; absent when there is no limit"
FUEL_TOTAL = "tool calls allowed; absent when there is no limit"


class OfferedTool(PayloadPart):
    """A tool on its way to the model."""

    name: str = told("name of the tool")
    type: str = told("its category")


class PreApiTools(Point):
    """Tools are about to be offered to the model: take some away."""

    when = "before the list of tools goes to the model"
    note = (
        "A tool stays if every include names it and no exclude does: includes intersect, excludes unite and come last."
    )

    context_name: str = told("active context", "default")
    tools: list[OfferedTool] = told(
        "the tools with their category: memory, fs_read, fs_write, shell, network, index, flow, vfs, plugin, mcp, "
        "synthesised or eval "
        "(old versions: builtin, file, plugin)",
        [
            {"name": "file_head", "type": "fs_read"},
            {"name": "write_file", "type": "fs_write"},
            {"name": "shell_exec", "type": "shell"},
            {"name": "logger", "type": "plugin"},
        ],
    )
    fuel_remaining: Count = told(FUEL_REMAINING, 30, optional=True)
    fuel_total: Count = told(FUEL_TOTAL, 30, optional=True)
    recursion_depth: Count = told("how deep the agent has called itself (old versions)", optional=True)

    class Outcome(Decision):
        include: Annotated[list[str] | None, intersection()] = answered(
            "the only tools to offer; the empty list leaves none"
        )
        exclude: Annotated[list[str] | None, union()] = answered("tools not to offer")

        def kept(self, names: Iterable[str]) -> list[str]:
            """Of the names of tools, those that are still offered, in their own order."""
            allowed = None if self.include is None else set(self.include)
            refused = set(self.exclude or ())
            return [name for name in names if (allowed is None or name in allowed) and name not in refused]


class PreApiRequest(Point):
    """A request is about to go to the model: change fields of its body."""

    when = "after the tools were chosen, before the request is sent"
    note = "Fields are merged at the top level: a field that is named is replaced as a whole, none can be removed."

    context_name: str = told("active context", "default")
    request_body: Object = told(
        "the whole body",
        {
            "model": "anthropic/claude-sonnet-4",
            "temperature": 0.7,
            "messages": [{"role": "user", "content": "Why does the build fail?"}],
            "tools": [],
            "stream": True,
        },
    )
    fuel_remaining: Count = told(FUEL_REMAINING, 30, optional=True)
    fuel_total: Count = told(FUEL_TOTAL, 30, optional=True)
    recursion_depth: Count = told("how deep the agent has called itself (old versions)", optional=True)

    class Outcome(Decision):
        request_body: Annotated[Object | None, merged()] = answered("fields of the body to set")
