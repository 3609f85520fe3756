"""A dialect and where to install it -> our entry written, proved by an event through it, and told; what fails is taken
back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.cli._nobody import no_guard
from chibi_hooks.cli._say import note, say_output
from chibi_hooks.hooks.errors import HookError

if TYPE_CHECKING:
    from chibi_hooks.dialects.installing.change import FileChange
    from chibi_hooks.dialects.installing.proof import Proof
    from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect
    from chibi_hooks.dialects.rows.settings import FileScope, Located
    from chibi_hooks.hooks.homes.home import Surroundings


def install(
    dialect: RowDialect,
    scope: FileScope,
    around: Surroundings,
    project: Path,
    *,
    home: str | None = None,
    every: bool = False,
    dry_run: bool = False,
) -> bool:
    """Write our entry and prove it; with `dry_run` only show what would be written. Did it work? Raises HookError."""
    from chibi_hooks.dialects.installing.change import make, undo
    from chibi_hooks.dialects.installing.findings import findings
    from chibi_hooks.dialects.installing.install import installing
    from chibi_hooks.dialects.installing.target import target
    from chibi_hooks.hooks.homes.home import given_name
    from chibi_hooks.server.command import hook_command

    named = None if home is None else Path(given_name(home, "--home")).expanduser()
    words = hook_command(dialect.agent, named)
    settings, lacking = _answering(dialect, named, around, scope)
    plan = installing(dialect, scope, words, around, project, every, settings)
    if dry_run:
        say_output(plan().diff(), end="")
        return True
    change = make(plan)
    proved = _proved(dialect, target(dialect, scope, around, project), around, project)
    if isinstance(proved, str) or proved.fault:
        undo(change)
        left = "as it was" if not change.is_none else "unchanged"
        note(f"it does not work: {proved if isinstance(proved, str) else proved.fault}; {change.path} is {left}")
        return False
    _tell(dialect, change, proved, scope)
    if lacking:
        note(f"note: {lacking}")
    for each in findings(dialect, around, project, words, settings):
        note(f"{'look' if each.problem else 'note'}: {each}")
    return True


def _answering(
    dialect: RowDialect, home: Path | None, around: Surroundings, scope: FileScope
) -> tuple[GuestSettings, str]:
    """What the homes that will answer say about it, and what to say where nobody does (empty: somebody does). Of homes
    that cannot be opened the proof tells."""
    from chibi_hooks.dialects.rows.dialect import GuestSettings
    from chibi_hooks.dialects.rows.guest import guards_of, settings_of
    from chibi_hooks.opening import Host

    there = around if scope != "user" else replace(around, directory=around.user_home)  # a project's is not everybody's
    try:
        with Host.open(home=home, around=there) as host:
            nobody = not host.generation.notices and not guards_of(dialect, host.generation)
            return settings_of(host.generation), no_guard(dialect.agent, host.generation, around) if nobody else ""
    except HookError:
        return GuestSettings(), ""


def _proved(dialect: RowDialect, where: Located, around: Surroundings, project: Path) -> Proof | str:
    from chibi_hooks.dialects.installing.proof import proof

    try:
        return proof(dialect, where, around, project)
    except HookError as error:
        return str(error)


def _tell(dialect: RowDialect, change: FileChange, proved: Proof, scope: FileScope) -> None:
    settings = dialect.settings
    if change.is_none:
        note(f"{change.path}: everything is there already")
    else:
        say_output(str(change.path))
    answer = proved.answer or "nothing, which is its word for no opinion"
    note(f"proved: {proved.event} -> {answer} ({proved.seconds * 1000:.0f} ms; fire {proved.fire}, {proved.point})")
    note(f"{settings.reload}; `chibi-hooks uninstall {dialect.agent}` takes it out again")
    if scope == "project":
        note("this file goes with the project, and the command in it names this machine's Python: others install anew")
    for other in settings.shares:
        note(f"{other} reads the same file: where it runs, it asks us, too")
