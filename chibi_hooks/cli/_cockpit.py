"""`dev` on a terminal: events of the running host and fires of its journal -> a cockpit, and what its keys do."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from chibi_hooks.cli._decision_lines import describe_decisions
from chibi_hooks.cli._journal import path_of, paths_known
from chibi_hooks.cli._live import Holding, live_events
from chibi_hooks.cli._say import note, notice_text
from chibi_hooks.cockpit.board import KEPT, Board, FireRow
from chibi_hooks.cockpit.screen import Screen
from chibi_hooks.dialects.knowing import agents_known
from chibi_hooks.hooks.checking.on_save import mistakes_saved
from chibi_hooks.hooks.checking.path_taken import paths_taken
from chibi_hooks.hooks.checking.path_told import path_lines
from chibi_hooks.hooks.deciding.paint import plain
from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.live.reload_lines import describe_reload
from chibi_hooks.hooks.live.status import Reloaded
from chibi_hooks.hooks.recording.explanation import explain_recorded
from chibi_hooks.hooks.recording.journal import Journal, NoFires, Recorded, Wanted
from chibi_hooks.hooks.replaying.promotion import promote
from chibi_hooks.hooks.replaying.replay import NotReplayed, recorded_decision
from chibi_hooks.repl.doors.editors import open_editor
from chibi_hooks.server.client import connect
from chibi_hooks.server.protocol import Message

LOOK: Final = 0.25  # seconds between two looks at the journal
ENDING: Final = 5.0  # seconds that the end waits for the host to be let go


def cockpit(home: str | None) -> None:
    """Show it until the user leaves. Raises HookError when the host cannot be held."""
    board = Board()
    screen = Screen(board, _FireDeeds(home), colour=not os.environ.get("NO_COLOR"))
    failed: list[HookError] = []
    said: list[str] = []
    ended = threading.Event()

    def say(text: str) -> None:
        said.append(text)
        screen.update(lambda board: board.notices.append(text))

    holding = Holding(say)
    threads = [
        threading.Thread(target=_follow_host, args=(home, holding, screen, failed), name="chibi-hooks-cockpit"),
        threading.Thread(target=_follow_fires, args=(path_of(home), screen, ended), name="chibi-hooks-fires"),
    ]

    def start() -> None:
        for each in threads:
            each.start()

    try:
        screen.run(start)
    finally:
        ended.set()
        holding.end()
        for each in threads:
            if each.ident is not None:
                each.join(ENDING)
    if failed:
        raise failed[0]
    for text in said:
        note(text)


def _follow_host(home: str | None, holding: Holding, screen: Screen, failed: list[HookError]) -> None:
    """Every event of the host; the screen ends where there can be none."""
    try:
        homes: list[Path] = []
        for event in live_events(home, holding, decisions=True, at_work=True):
            if event["event"] == "status":
                homes = [Path(each) for each in event["homes"]]
            screen.update(partial(Board.heard, event=event, lines=_lines(event, homes)))
    except HookError as error:
        failed.append(error)
        screen.end()


def _lines(event: Message, homes: Sequence[Path]) -> list[str]:
    """An event as text; of a save, what `check` would say of the saved files as well."""
    if event["event"] == "reloaded":
        lines = [*describe_reload(Reloaded.from_json(event)), *mistakes_saved(event, homes, plain, agents_known())]
        return "\n".join(lines).splitlines()
    if event["event"] == "decisions":
        return list(describe_decisions(event, plain))
    if event["event"] == "status":
        return [*map(notice_text, event["notices"]), *([event["notice"]] if event["notice"] else [])]
    return [str(event.get("notice") or f"{event.get('count', 'some')} events were missed")]


def _follow_fires(path: Path, screen: Screen, ended: threading.Event) -> None:
    """The last fires, and then every new one."""
    wanted, limit = Wanted(), KEPT
    while not ended.is_set():
        try:
            with Journal(path) as journal:
                fires = journal.fires(wanted, limit)
        except NoFires:
            fires = []
        except ConfigError as error:
            screen.update(partial(Board.tell, text=str(error)))
            fires = []
        if fires:
            wanted = replace(wanted, after=fires[-1].seq)
            screen.update(partial(Board.add, recorded=fires))
        ended.wait(LOOK)


class _FireDeeds:
    """What keys do."""

    def __init__(self, home: str | None) -> None:
        self._home = home
        self._path = path_of(home)

    def explain(self, row: FireRow) -> list[str]:
        """The page of `why`. Raises HookError."""
        fire = self._find(row)
        known = paths_known(fire, self._home)
        lines = [*explain_recorded(fire), *path_lines(fire, known), known.note]
        return "\n".join(lines).rstrip().splitlines()

    def promote(self, row: FireRow) -> str:
        """Two files in the home's tests. Raises HookError."""
        fire = self._find(row)
        try:
            made = promote(fire, Path(fire.homes[-1] if fire.homes else ".") / "tests")
        except OSError as error:
            raise ConfigError(f"{error.filename}: {error.strerror}") from None
        return f"kept as {made.test}"

    def edit(self, row: FireRow) -> str:
        """The user's editor. Raises HookError."""
        return open_editor(*self._clause(self._find(row)))

    def roll_back(self) -> str:
        """The generation before. Raises HookError."""
        client = connect(self._home)
        if client is None:
            raise BadRequest("no host runs that could remember an earlier generation")
        with client:
            told = client.call("rollback")
        return next(iter(describe_reload(Reloaded.from_json(told["reloaded"]))))

    def _find(self, row: FireRow) -> Recorded:
        with Journal(self._path) as journal:
            return journal.find(row.id)

    def _clause(self, fire: Recorded) -> tuple[Path, int]:
        """Where the clause stands that decided; the head of the hook where the path is not known."""
        place = recorded_decision(fire).place or next((each.place for each in fire.answers if each.place), None)
        if place is None:
            raise BadRequest(f"{fire.id}: nobody answered whose file could be opened")
        name, line = _split(place)
        try:
            around = Surroundings.of_process()
            paths = paths_taken(fire, find_homes(around, self._home), around)
            line = next((each.answered.line for each in paths if each.hook == place and each.answered), line)
        except (NotReplayed, HookError):  # it cannot be asked again: the head of the hook will do
            pass
        path = next((Path(home, name) for home in reversed(fire.homes) if Path(home, name).exists()), None)
        if path is None:
            raise BadRequest(f"{name} is no longer there")
        return path, line


def _split(place: str) -> tuple[str, int]:
    """File and line of a place."""
    name, _, rest = place.partition(":")
    line = rest.partition(":")[0]
    return name, int(line) if line.isdecimal() else 1
