"""What a shell asks after Tab -> hook points, agents, recorded fires, tools, pages, policies, codes of mistakes,
names of the Scheme.

Rules: each is found when it is asked for; what cannot be found is not offered, and nothing is said, for the user is in
the middle of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from click import Context, Parameter
from click.shell_completion import CompletionItem

from chibi_hooks.hooks.errors import HookError

LAST: Final = 50  # fires whose IDs are offered
Suggestion = tuple[str, str]  # what may be written, and a few words about it
Completing = Callable[[Context, Parameter, str], list[CompletionItem]]


def _offering(find: Callable[[Context], Iterable[Suggestion]]) -> Completing:
    """What fits of those that are found."""

    def complete(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            return [CompletionItem(text, help=about) for text, about in find(ctx) if text.startswith(incomplete)]
        except HookError:
            return []

    return complete


def _points(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.hooks.deciding.point import POINTS

    return ((name, point.when) for name, point in POINTS.items())


def _agents(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.dialects.rows.dialect import row_dialects

    return ((each.agent, "") for each in row_dialects())


def _events(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.dialects.rows.dialect import dialect_of

    dialect = dialect_of(str(ctx.params.get("agent") or ""))
    rows = dialect.rows if dialect is not None else ()
    return dict.fromkeys((row.event, " ".join(row.points)) for row in rows)


def _fires(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.hooks.homes.home import Surroundings, find_homes
    from chibi_hooks.hooks.recording.journal import Journal
    from chibi_hooks.hooks.recording.journal_path import journal_path

    around = Surroundings.of_process()
    with Journal(journal_path(find_homes(around, ctx.params.get("home")), around)) as journal:
        return [(each.id, f"{each.point} {each.decision}") for each in reversed(journal.fires(limit=LAST))]


def _tools(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.opening import Host

    with Host.open(home=ctx.params.get("home"), record=False) as host:
        return [(name, tool.description.partition("\n")[0]) for name, tool in host.tools.items()]


def _names(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.docs.reference import exporters

    return [*_points(ctx), *((name, libraries[0]) for name, libraries in exporters().items())]


def _pages(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.docs.pages import all_pages

    return ((path.removesuffix(".md"), "") for path in all_pages(str))


def _codes(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.hooks.checking.linting.codes import CODES

    return ((name, each.title) for name, each in CODES.items())


def _policies(ctx: Context) -> Iterable[Suggestion]:
    from chibi_hooks.hooks.homes.declared import ChosenPolicies
    from chibi_hooks.hooks.homes.policies import all_policies

    return ((each.name, "") for each in all_policies(None, ChosenPolicies()))


points: Final = _offering(_points)
agents: Final = _offering(_agents)
events: Final = _offering(_events)
fires: Final = _offering(_fires)
tools: Final = _offering(_tools)
names: Final = _offering(_names)
pages: Final = _offering(_pages)
codes: Final = _offering(_codes)
policies: Final = _offering(_policies)
