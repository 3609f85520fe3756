"""Fires -> the home's journal, by a thread of its own: a fire only takes a snapshot of itself and goes on.

Rules
-----
* `record` never raises and never waits: it copies the JSON values (about 2 µs for 1 KB; the caller may change its
  payload the next moment) and appends to a bounded queue. What does not fit is counted in `lost`.
* The writer's work (redaction, cutting, JSON) is done one fire at a time, with a pause after each while there is room
  in the queue, so that a busy program is interrupted for one fire's worth and not for a whole slice of 5 ms.
* Window of loss: after a `kill -9` everything that ended more than `DELAY` plus the time of writing one batch before is
  in the journal, unless the program fired without a pause so long that a queue had built up. `close` and a normal end
  of the process write everything.
* A forked child starts a queue and a thread of its own.
* A journal that cannot be written makes fires lost, not failed: `fault` says why.
"""

from __future__ import annotations

import json
import marshal
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final
from weakref import ref

from chibi_hooks.hooks import redaction
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.config import Config
from chibi_hooks.hooks.home import Homes, Surroundings
from chibi_hooks.hooks.journal_path import journal_path as journal_path
from chibi_hooks.hooks.journal_path import owner_of
from chibi_hooks.hooks.redaction import Redaction
from chibi_hooks.hooks.steps import Step

if TYPE_CHECKING:
    from chibi_hooks.hooks.generation import Generation
    from chibi_hooks.hooks.host import Fire
    from chibi_hooks.hooks.journal import Row, Writing

DELAY: Final = 0.05  # seconds that the writer gathers fires before it writes them
WAITING: Final = 10_000  # fires in the queue
WAITING_BYTES: Final = 64 << 20  # and the bytes of their snapshots
BATCH: Final = 64  # fires prepared and written at once
PAUSE: Final = 0.0001  # seconds between two fires; long enough for another thread to take the interpreter
ATTEMPTS: Final = 3  # at a batch, before it is given up
PRUNE_EVERY: Final = 256  # fires between two looks at the size of the journal
CLOSING: Final = 5.0  # seconds that `close` waits for the writer


@dataclass(frozen=True, slots=True)
class Settings:
    """The table [recorder] of `chibi-hooks.toml`."""

    max_fire_kilobytes: int = 256
    max_journal_megabytes: int = 64
    keep_days: float = 30.0
    redact_keys: tuple[str, ...] = redaction.KEYS
    redact_words: tuple[str, ...] = redaction.WORDS


@dataclass(slots=True)
class _Token:
    """In the queue: everything before it is to be written, then `done` set."""

    done: threading.Event
    last: bool


class Recorder:
    """Writes the fires of one host. Any thread may record."""

    def __init__(
        self, path: Path, settings: Settings | None = None, homes: Sequence[str] = (), owner: str | None = None
    ) -> None:
        self.path = path
        self.settings = settings or Settings()
        self.fault: str | None = None  # why the last batch could not be written
        self.lost = 0  # fires that are not in the journal and never will be
        self.written = 0
        self._generations: list[ref[Generation]] = []  # that are to be written down with the next fire
        self.listeners: list[Callable[[Fire], None]] = []  # called on the thread that fired; they must not wait
        self._homes = list(homes)
        self._owner = owner
        self._redaction = Redaction(self.settings.redact_keys, self.settings.redact_words)
        self._closed = False
        self._process = 0
        self._lock = threading.Lock()
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self._hurry = threading.Event()
        self._thread: threading.Thread | None = None
        self._waiting = 0
        self._bytes = 0
        self._begin()

    def record(self, fire: Fire, *, nested: bool = False, handler: bool = False) -> None:
        """Take note of a fire that has ended. Never raises, never waits."""
        try:
            for listener in self.listeners:
                listener(fire)
            snapshot = _snapshot(fire)
            if os.getpid() != self._process:
                self._begin()
            with self._lock:
                if self._closed or self._waiting >= WAITING or self._bytes + len(snapshot) > WAITING_BYTES:
                    self.lost += 1
                    return
                if self._thread is None:
                    thread = threading.Thread(target=self._run, name="chibi-hooks-journal", daemon=True)
                    thread.start()
                    self._thread = thread
                self._waiting += 1
                self._bytes += len(snapshot)
            self._queue.put((fire, time.time(), snapshot, nested, handler))
        except Exception as error:  # the fire has its outcome; the journal has a gap, and says so
            self.lost += 1
            self.fault = f"{type(error).__name__}: {error}"

    def note(self, generation: Generation) -> None:
        """Have a generation written down with the next fire (generations.py); one that is gone by then is not."""
        self._generations = [*(each for each in self._generations if each() is not None), ref(generation)]

    def flush(self, timeout: float = CLOSING) -> bool:
        """Have everything written that was recorded up to now; False when that took longer than `timeout`."""
        return self._ask_writer(timeout, last=False)

    def close(self) -> None:
        """Write what is left and stop."""
        if os.getpid() != self._process:  # the parent's fires are the parent's, and so is its lock
            self._begin()
        with self._lock:
            if self._closed:
                return
            self._closed = True
        if not self._ask_writer(CLOSING, last=True):
            self.fault = self.fault or f"the journal was not written within {CLOSING:g} s"
        elif self._thread not in (None, threading.current_thread()):
            self._thread.join(CLOSING)  # it has nothing left to do: whoever closes leaves no thread behind

    def _begin(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._queue = SimpleQueue()
        self._hurry = threading.Event()
        self._thread = None
        self._waiting = 0
        self._bytes = 0

    def _ask_writer(self, timeout: float, last: bool) -> bool:
        thread = self._thread
        if thread is None or os.getpid() != self._process or not thread.is_alive():
            return self._waiting == 0
        token = _Token(threading.Event(), last)
        self._hurry.set()
        self._queue.put(token)
        return token.done.wait(timeout)

    # the writer's thread

    def _run(self) -> None:
        writer = _Writer(self)
        while writer.go_on:
            items = [self._queue.get()]
            if not isinstance(items[0], _Token):
                self._hurry.wait(DELAY)
            try:
                while len(items) < BATCH:
                    items.append(self._queue.get_nowait())
            except Empty:
                pass
            writer.take(items)

    def _taken(self, count: int, size: int) -> None:
        with self._lock:
            self._waiting -= count
            self._bytes -= size

    def _in_no_hurry(self) -> bool:
        return self._waiting < WAITING // 2 and not self._hurry.is_set()


class _Writer:
    """The state of the writing thread."""

    def __init__(self, recorder: Recorder) -> None:
        self.go_on = True
        self._recorder = recorder
        self._journal: Writing | None = None
        self._until_prune = 0

    def take(self, items: list[Any]) -> None:
        """Write these fires; answer the tokens among them."""
        recorder = self._recorder
        rows: list[Row] = []
        size = count = 0
        for item in items:
            if isinstance(item, _Token):
                self._write(rows)
                rows = []
                self._answer(item)
                continue
            count += 1
            size += len(item[2])
            try:
                rows.append(self._row(*item))
            except Exception as error:  # one fire that cannot be written must not take others along
                recorder.lost += 1
                recorder.fault = f"{type(error).__name__}: {error}"
            if recorder._in_no_hurry():
                time.sleep(PAUSE)
        recorder._taken(count, size)
        self._write(rows)

    def _answer(self, token: _Token) -> None:
        if token.last:
            self.go_on = False
            self._close()
        else:
            self._recorder._hurry.clear()
        token.done.set()

    def _write(self, rows: list[Row]) -> None:
        if not rows:
            return
        for attempt in range(ATTEMPTS):
            try:
                self._keep_generations()
                self._open().append(rows)
                self._recorder.written += len(rows)
                self._prune(len(rows))
                return
            except Exception as error:
                self._recorder.fault = f"{self._recorder.path}: {error}"
                self._close()
                if attempt + 1 < ATTEMPTS:
                    time.sleep(DELAY)
        self._recorder.lost += len(rows)

    def _keep_generations(self) -> None:
        from chibi_hooks.hooks.generations import keep  # here, so that it costs no start

        waiting = self._recorder._generations
        while waiting:
            if (generation := waiting.pop(0)()) is not None:
                keep(generation, self._recorder.path)

    def _open(self) -> Writing:
        from chibi_hooks.hooks.journal import Writing  # sqlite3 is loaded by the first fire, on this thread

        if self._journal is not None and not self._journal.is_there():
            self._close()
        if self._journal is None:
            self._journal = Writing(self._recorder.path, self._recorder._owner)
            if self._journal.aside is not None:
                self._recorder.fault = f"{self._recorder.path} was no journal; it is now {self._journal.aside.name}"
        return self._journal

    def _prune(self, count: int) -> None:
        self._until_prune -= count
        if self._until_prune <= 0 and self._journal is not None:
            self._until_prune = PRUNE_EVERY
            settings = self._recorder.settings
            self._journal.prune(settings.max_journal_megabytes << 20, time.time() - settings.keep_days * 86_400)

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _row(self, fire: Fire, when: float, snapshot: bytes, nested: bool, handler: bool) -> Row:
        from chibi_hooks.hooks.journal import decision_of

        values = _restore(snapshot)
        decision = decision_of(fire.folded.point, values[2])
        failed = sum(answer.error is not None for answer in fire.answers)
        names = dict.fromkeys(name for answer in fire.answers for name in _names(answer))
        responders = "".join(f"\n{name}\n" for name in names)
        marks = {"homes": self._recorder._homes, "nested": nested, "handler": handler}
        outcome, body, whole = self._texts(fire, values, marks, len(snapshot))
        return (
            fire.id, when, fire.point, None, decision, failed, whole, fire.generation, fire.ms, responders, outcome,
            body,
        )  # fmt: skip

    def _texts(
        self, fire: Fire, values: Sequence[Json], marks: dict[str, Json], size: int
    ) -> tuple[str, str, bool]:
        """Outcome and body as JSON texts, and whether everything is in them."""
        limit = self._recorder.settings.max_fire_kilobytes << 10
        redaction = self._recorder._redaction
        parts = _parts(fire, values)
        if size <= 4 * limit:  # JSON is rarely a quarter of its snapshot
            outcome, body = _to_text(parts[0]), _to_text(_body(fire, parts, marks, 0, 0))
            if len(body) <= limit:
                if not redaction.suspects(body) and not redaction.suspects(outcome):
                    return outcome, body, True
                cleaned = redaction.clean(parts)
                body = _to_text(_body(fire, cleaned.value, marks, cleaned.redacted, 0))
                return _to_text(cleaned.value[0]), body, True
        cleaned = redaction.clean(parts, cut=True)
        body = _to_text(_body(fire, cleaned.value, marks, cleaned.redacted, cleaned.cut))
        if len(body) > limit:
            nothing: Sequence[Json] = (None, [None] * len(fire.answers), {}, [None] * len(fire.steps))
            cleaned = redaction.clean(_parts(fire, nothing), cut=True)
            body = _to_text(_body(fire, cleaned.value, marks, cleaned.redacted, cleaned.cut + 1))
        return _to_text(cleaned.value[0]), body, False


def recorder_for(
    generation: Generation, homes: Homes, around: Surroundings, record: bool | str | os.PathLike[str] = True
) -> Recorder | None:
    """The recorder of a host: at the path `record`, or in the state directory; None when `record` is False or a home
    says so.

    Of several homes the highest one decides about sizes; what any of them calls secret is.
    """
    configs = [each.config for each in generation.loaded] or [Config()]
    if record is False or (record is True and not all(config.recorder_enabled for config in configs)):
        return None
    settings = Settings(
        configs[-1].max_fire_kilobytes,
        configs[-1].max_journal_megabytes,
        configs[-1].keep_days,
        tuple(dict.fromkeys(key for config in configs for key in config.redact_keys)),
        tuple(dict.fromkeys(word for config in configs for word in config.redact_words)),
    )
    path = journal_path(homes, around) if record is True else around.directory / Path(record)
    owner = owner_of(homes) if record is True else None
    recorder = Recorder(path, settings, [str(home.path) for home in homes.homes], owner)
    recorder.note(generation)
    return recorder


def _parts(fire: Fire, values: Sequence[Json]) -> list[Json]:
    """What of a fire can hold a secret: outcome, payload, answers, details of steps, messages, what plugins said."""
    payload, answered, outcome, details = values
    return [
        outcome,
        payload,
        answered,
        [{step.field or "": detail} for step, detail in zip(fire.steps, details, strict=True)],
        [None if answer.error is None else answer.error.message for answer in fire.answers],
        [text for _, text in fire.said],
        [call.to_json() for call in fire.calls],
    ]


def _body(fire: Fire, parts: Sequence[Json], marks: dict[str, Json], redacted: int, cut: int) -> dict[str, Json]:
    _, payload, answered, details, messages, texts, calls = parts
    return {
        "payload": payload,
        "answers": list(map(_answer, fire.answers, answered, messages)),
        "skipped": [[each.responder, each.reason] for each in fire.skipped],
        "steps": list(map(_step, fire.steps, details)),
        "missing": list(fire.missing),
        "said": [[responder, text] for (responder, _), text in zip(fire.said, texts, strict=True)],
        "calls": calls,
        "redacted": redacted,
        "cut": cut,
        **marks,
    }


def _answer(answer: Answer, value: Json, message: str | None) -> Json:
    written = {**answer.to_json(), "value": value}
    if answer.error is not None:
        written["error"] = {"type": answer.error.type, "message": message}
    return written


def _step(step: Step, detail: Json) -> Json:
    (told,) = detail.values()
    return [step.answer, step.field, step.action, step._replace(detail=told).text]


def _names(answer: Answer) -> tuple[str, ...]:
    place = (answer.place or "").split(":", 1)[0]
    return (answer.responder, place) if place else (answer.responder,)


def _snapshot(fire: Fire) -> bytes:
    """The JSON values of a fire, which belong to the caller from now on, as bytes."""
    values: Any = (
        fire.payload,
        [answer.value for answer in fire.answers],
        fire.folded.values,
        [step[3] for step in fire.folded.steps],
    )
    try:
        return marshal.dumps(values)
    except ValueError:  # subclasses of JSON types (a StrEnum, an OrderedDict), or nested too deep
        return b"j" + _to_text(values).encode("ascii")


def _restore(snapshot: bytes) -> Sequence[Json]:
    restored: Sequence[Json] = json.loads(snapshot[1:]) if snapshot[:1] == b"j" else marshal.loads(snapshot)
    return restored


def _to_text(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), skipkeys=True, default=repr)
