"""Events and recorded fires in, what is shown and chosen out; no terminal is known here.

Rules
-----
* What is chosen is a fire, by its ID, and stays it when others come; without a choice it is the newest.
* One failure is one line, with a count, whatever the number of fires in which it occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.recording.explanation import headline, subject
from chibi_hooks.hooks.recording.recorded import Recorded

KEPT: Final = 500  # fires; what is older is in the journal
Pane = Literal["fires", "changes"]


@dataclass(frozen=True, slots=True)
class FireRow:
    """A fire as a line: what it was about, how it ended, and why."""

    id: str
    time: float
    point: str
    subject: str
    decision: str
    why: str

    def fits(self, words: Iterable[str]) -> bool:
        """Is every word somewhere in the line?"""
        text = f"{self.id} {self.point} {self.subject} {self.decision} {self.why}".lower()
        return all(word in text for word in words)


@dataclass(slots=True)
class FailureSeen:
    """One failure, however often it was met."""

    responder: str
    message: str
    count: int
    last: str  # the ID of the last fire in which it was


@dataclass(slots=True)
class Board:
    """All that is shown. `page` is what was opened, with `top` as its first visible line."""

    generation: int = 0  # 0: nothing is known of the host yet
    homes: str = ""
    notices: list[str] = field(default_factory=list)
    fires: list[FireRow] = field(default_factory=list)
    failures: dict[tuple[str, str], FailureSeen] = field(default_factory=dict)
    saved: list[str] = field(default_factory=list)  # what the last save came to
    compared: str = ""
    changes: list[FireRow] = field(default_factory=list)  # fires decided in another way since then, the last first
    pane: Pane = "fires"
    chosen: str | None = None
    filter: str = ""
    writing: bool = False  # is the filter being written?
    asking: str = ""  # a question that wants y
    page: list[str] | None = None
    top: int = 0
    said: str = ""  # what the last key came to

    def add(self, recorded: Iterable[Recorded]) -> None:
        """More fires, oldest first."""
        for each in recorded:
            self.fires.append(FireRow(each.id, each.time, each.point, subject(each.payload), each.decision,
                                      headline(each)))  # fmt: skip
            for answer in each.failures:
                message = (answer.error.message if answer.error else "").partition("\n")[0]
                key = (answer.responder, message)
                seen = self.failures.setdefault(key, FailureSeen(*key, 0, each.id))
                seen.count, seen.last = seen.count + 1, each.id
        del self.fires[:-KEPT]

    def heard(self, event: Mapping[str, Json], lines: list[str]) -> None:
        """An event of the host; `lines` tell it as text."""
        if event["event"] == "status":
            self.generation, self.homes = event["generation"], " ".join(event["homes"])
            self.notices = lines
        elif event["event"] == "reloaded":
            self.generation = event["generation"]
            self.saved, self.compared, self.changes = lines, "", []
            if event["published"]:
                self.failures = {}  # what fails now will be met again
        elif event["event"] == "decisions":
            first = self.compared if event.get("older") else ""
            self.compared = "; ".join(filter(None, (first, lines[0].strip() if lines else "")))
            before = self.changes if event.get("older") else []
            self.changes = [*before, *(_changed(each) for each in reversed(event["changed"]))]
        else:
            self.notices = lines

    def tell(self, text: str) -> None:
        """Say something in the last line."""
        self.said = text.replace("\n", "  ")

    def rows(self) -> list[FireRow]:
        """The lines of the pane that has the keys, as far as they fit the filter; the newest fire first."""
        rows = self.changes if self.pane == "changes" else self.fires[::-1]
        words = self.filter.lower().split()
        return [row for row in rows if row.fits(words)] if words else rows

    def place(self) -> int:
        """The number of the chosen row; the first one where what was chosen is no longer there."""
        return next((number for number, row in enumerate(self.rows()) if row.id == self.chosen), 0)

    def selected(self) -> FireRow | None:
        """The chosen row; None where there is none."""
        rows = self.rows()
        return rows[self.place()] if rows else None

    def move(self, by: int) -> None:
        """Choose another row, or scroll the open page."""
        if self.page is not None:
            self.top = max(0, min(self.top + by, len(self.page) - 1))
            return
        rows = self.rows()
        if rows:
            at = max(0, min(self.place() + by, len(rows) - 1))
            self.chosen = rows[at].id if at or self.pane == "changes" else None

    def switch(self) -> None:
        """The keys go to the other pane."""
        self.pane, self.chosen = ("fires" if self.pane == "changes" else "changes"), None

    def open(self, page: list[str]) -> None:
        """Show a page above everything else."""
        self.page, self.top = page, 0

    def leave(self) -> bool:
        """Step back: close the page, the question, the filter; False where there is nothing to step back from."""
        if self.page is not None:
            self.page = None
        elif self.asking:
            self.asking = ""
        elif self.writing or self.filter:
            self.writing, self.filter = False, ""
        else:
            return False
        return True


def _changed(told: Mapping[str, Json]) -> FireRow:
    """A row of a decision diff: before the save, and now."""
    before, after = told["before"], told["after"]
    why = f"{before['decision']} -> {after['decision']}"
    place = after.get("place") or before.get("place") or ""
    about = "  ".join(filter(None, (told.get("what"), place)))
    return FireRow(told["fire"], 0.0, told["point"], about, after["decision"], why)
