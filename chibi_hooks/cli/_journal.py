"""What the command line says about recorded fires (home, ID, filters) -> fires of the journal."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chibi_hooks.cli._completing import agents, points
from chibi_hooks.cli._nobody import no_home
from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.recording.journal import DECISIONS, Journal, NoFires, Wanted
from chibi_hooks.hooks.recording.recorder import journal_path

if TYPE_CHECKING:
    from chibi_hooks.hooks.checking.path_told import KnownPaths
    from chibi_hooks.hooks.recording.journal import Recorded

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}

Options = Callable[[Callable[..., Any]], Callable[..., Any]]

home_option: Options = click.option(
    "--home", metavar="DIR", help="The home whose fires are meant (default: CHIBI_HOME, or ~/.chibi)."
)


def filters(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose fires: give them to `wanted`."""
    options: tuple[Options, ...] = (
        click.option("--point", metavar="POINT", shell_complete=points, help="Only fires of this hook point."),
        click.option("--decision", type=click.Choice(DECISIONS), help="Only fires that ended so."),
        click.option("--responder", metavar="NAME", help="Only fires that NAME (or the file hooks/NAME.scm) answered."),
        click.option(
            "--agent",
            metavar="NAME",
            shell_complete=agents,
            help="Only fires that this agent asked for, such as claude-code.",
        ),
        click.option("--failed", is_flag=True, help="Only fires in which a responder failed."),
        click.option("--since", metavar="TIME", help="Not before: 10m, 2h, 3d (ago), or 2026-01-31T12:30."),
        click.option("--until", metavar="TIME", help="Not after; the same forms."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def wanted(
    point: str | None,
    decision: str | None,
    responder: str | None,
    agent: str | None,
    failed: bool,
    since: str | None,
    until: str | None,
) -> Wanted:
    """The filters as the journal takes them. Raises BadRequest."""
    if point is not None:
        find(point)
    return Wanted(point, decision, responder, _time("--since", since), _time("--until", until), failed, agent)


def path_of(home: str | None) -> Path:
    """The journal of the home that counts here, whether it exists or not."""
    around = Surroundings.of_process()
    return journal_path(find_homes(around, home), around)


def open_journal(home: str | None) -> Journal:
    """The journal of the home that counts here. Raises ConfigError."""
    around = Surroundings.of_process()
    homes = find_homes(around, home)
    try:
        return Journal(journal_path(homes, around))
    except NoFires as error:
        raise error if homes.homes else NoFires(no_home(around)) from None


def paths_known(fire: Recorded, home: str | None) -> KnownPaths:
    """The paths through the hooks of a recorded fire of the home that counts here."""
    from chibi_hooks.hooks.checking.path_told import known_paths  # brings the engine, and the other commands do without

    around = Surroundings.of_process()
    return known_paths(fire, path_of(home), find_homes(around, home), around)


def _time(option: str, text: str | None) -> float | None:
    if text is None:
        return None
    if ago := re.fullmatch(r"(\d{1,9}(?:\.\d{1,3})?)([smhdw])", text):
        return time.time() - float(ago[1]) * UNITS[ago[2]]
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError):
        raise BadRequest(f"{option} {text}: wanted 10m, 2h, 3d (ago), or a date such as 2026-01-31T12:30") from None
