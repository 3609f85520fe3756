"""A home and what was fired -> one line on why there is nothing, and what to type: no `{}` is silent about that."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.home import Surroundings, find_homes, home_around

if TYPE_CHECKING:
    from chibi_hooks.hooks.fire import Fire
    from chibi_hooks.hooks.responders import Generation

INIT = "`chibi-hooks init` makes one, --home DIR names one"


def no_home(around: Surroundings | None = None) -> str:
    """What to say where no home counts: nobody can answer anything."""
    around = around or Surroundings.of_process()
    if (near := home_around(around.directory)) is not None:
        return f"no home counts here, so nobody answers; you stand in one: --home {_short(near, around.directory)}"
    return f"there is no home here, so nobody answers: {INIT}"


def no_guard(agent: str, generation: Generation, around: Surroundings) -> str:
    """What to say where nobody answers at any event of an agent."""
    if not generation.loaded:
        return no_home(around)
    where = _short(generation.loaded[-1].home.path, around.directory)
    return f"nobody answers the events of {agent} yet: write a hook in {where}/hooks/, `chibi-hooks docs first-hook`"


def why_nothing(fire: Fire, home: str | None, around: Surroundings) -> str | None:
    """Why a fire has no answer at all; None where somebody was asked."""
    if fire.answers:
        return None
    homes = find_homes(around, home).homes
    if not homes:
        return no_home(around)
    if fire.skipped:
        who = ", ".join(dict.fromkeys(each.responder for each in fire.skipped))
        return f"nobody was asked at {fire.point}: skipped: {who}; --explain says why"
    where = _short(homes[-1].path, around.directory)
    return (
        f"nobody answers {fire.point}: register a hook in {where}/hooks/, as in (define-hook {fire.point} payload …); "
        f"`chibi-hooks list` shows who answers where"
    )


def _short(path: Path, directory: Path) -> str:
    """A path as one types it here."""
    return str(path.relative_to(directory)) if path.is_relative_to(directory) else str(path)
