"""Recorded fires and a generation -> the decisions that it would make now, and those that are different.

    report = changed_decisions(journal.relevant(50), None, load_for_replay(homes, around))
    for change in report.changed:
        print(change.fire.id, change.before.word, change.after.word)

Rules (DESIGN §10)
-----
* Nothing outside is touched. Sandboxed Scheme hooks run again; plugins are not asked, their recorded answers count, and
  so do those of unsandboxed files. A hook that calls a tool gets what it got then. A permission handler's recorded
  verdict stands.
* Where an answer would be needed that was never given (an unsandboxed file that is new, a tool call that was not made
  then, a handler that was not asked), the fire is left out, and the report says so. Fires that were recorded without
  their tool calls are as old as that; there a hook that calls one is stopped, and its recorded answer counts.
* What a hook keeps between calls is changed by a replay as by a fire. So give it worlds that decide nothing else:
  `load_for_replay` makes such ones.
* A fire whose payload was cut cannot be replayed. Redacted payloads are replayed as they were recorded, and outcomes
  are compared after redaction. What was decided about such a one, and is not now, may be for want of the credential:
  where only the recording is there to compare with, the fire is left out.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NoReturn

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.deciding.steps import brief
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import Fire, MadeCall
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import POLICIES, Homes, Surroundings, find_scripts
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.live.reload import load_without_effects
from chibi_hooks.hooks.recording.explanation import clock, subject
from chibi_hooks.hooks.recording.journal import Recorded, decision_of
from chibi_hooks.hooks.recording.redaction import Redaction
from chibi_hooks.hooks.responders import Generation, Responder, Responders, Stage, StandIn
from chibi_hooks.hooks.scripts.alist import Unfit, scheme_to_json
from chibi_hooks.hooks.scripts.granting import reaches_out
from chibi_hooks.hooks.tools.calling import ToolCall

STOPPED: Final = 5  # times that a hook file may run into its limits in one comparison
LIMIT: Final = "limit"
EFFECTIVE = ("set", "replaced", "added", "kept", "decided", "settled")  # the steps that make an outcome


@dataclass(frozen=True, slots=True)
class Decided:
    """One side of a comparison. `word` is one of journal.DECISIONS, `place` where the responder that made it can be
    read, if there is one.
    """

    word: str
    outcome: Mapping[str, Json]
    place: str | None
    failures: tuple[Answer, ...] = ()

    def told(self, other: Decided) -> str:
        """The decision in a few words, as far as it differs from `other`."""
        differing = [
            f"{name} = {brief(value)}"
            for name, value in self.outcome.items()
            if name not in ("block", "denied") and _canonical(value) != _canonical(other.outcome.get(name, _Absent))
        ]
        return f"{self.word}: {', '.join(differing)}" if differing else self.word

    def keeps(self, other: Decided) -> bool:
        """Is all that `other` decided decided here, too?"""
        return all(
            _canonical(value) == _canonical(self.outcome.get(name, _Absent)) for name, value in other.outcome.items()
        )

    def to_json(self) -> dict[str, Json]:
        """`{"decision": …, "outcome": …, "place": …}`."""
        return {"decision": self.word, "outcome": dict(self.outcome), "place": self.place}


@dataclass(frozen=True, slots=True)
class Changed:
    """A fire that is decided in another way."""

    fire: Recorded
    before: Decided
    after: Decided

    def to_json(self) -> dict[str, Json]:
        """`{"fire": id, "point": …, "what": …, "before": …, "after": …}`."""
        return {
            "fire": self.fire.id,
            "point": self.fire.point,
            "what": subject(self.fire.payload),
            "before": self.before.to_json(),
            "after": self.after.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What a replay found: how many fires were compared, which are decided in another way, which were left out and
    why, and failures that are new.
    """

    compared: int = 0
    changed: tuple[Changed, ...] = ()
    left_out: tuple[tuple[Recorded, str], ...] = ()
    failing: tuple[tuple[Recorded, Answer], ...] = ()

    def rows(self, before: str = "RECORDED", clauses: Mapping[str, str] | None = None) -> list[tuple[str, ...]]:
        """The decisions that change as rows of cells, with a heading, the last fire first; none when nothing changes.
        Fires that are alike are one row, with the last one's ID and how many there are. `before`: what the other side
        is called; `clauses`: by ID, the place of the clause that decides now, where that is known."""
        heading = ("FIRE", "TIME", "POINT", "WHAT", before, "NOW", "BECAUSE OF")
        alike: dict[tuple[str, ...], list[Recorded]] = {}
        for each in reversed(self.changed):
            place = (clauses or {}).get(each.fire.id) or each.after.place or each.before.place or ""
            what = subject(each.fire.payload)
            cells = (each.fire.point, what, each.before.told(each.after), each.after.told(each.before), place)
            alike.setdefault(cells, []).append(each.fire)
        rows: list[tuple[str, ...]] = [heading] if alike else []
        for shown, fires in alike.items():
            more = f" and {len(fires) - 1} alike" if len(fires) > 1 else ""
            rows.append((f"{fires[0].id}{more}", clock(fires[0].time), *shown))
        return rows

    def left_out_lines(self) -> Iterator[str]:
        """What was left out and why, a line for each reason: its last fire, and how many more there are."""
        alike: dict[str, list[str]] = {}
        for fire, reason in self.left_out:
            alike.setdefault(reason, []).append(fire.id)
        for reason, fires in alike.items():
            more = f" and {len(fires) - 1} more" if len(fires) > 1 else ""
            yield f"left out: {fires[-1]}{more}: {reason}"

    def to_json(self) -> dict[str, Json]:
        """The object that `replay --json` prints."""
        return {
            "compared": self.compared,
            "changed": [each.to_json() for each in self.changed],
            "left_out": [{"fire": fire.id, "reason": reason} for fire, reason in self.left_out],
            "failing": [{"fire": fire.id, "answer": answer.to_json()} for fire, answer in self.failing],
        }


def failure_lines(failing: Sequence[Mapping[str, Json]]) -> Iterator[str]:
    """New failures, of the JSON of a report, in a line each; those that are alike are one line with their number."""
    alike: dict[tuple[str, str], list[str]] = {}
    for each in failing:
        answer = each["answer"]
        message = str(answer["error"]["message"]).partition("\n")[0]
        alike.setdefault((answer["responder"], message), []).append(each["fire"])
    for (responder, message), fires in alike.items():
        more = f" and {len(fires) - 1} alike" if len(fires) > 1 else ""
        yield f"fails now: {fires[-1]}{more}: {responder}: {message}"


class NotReplayed(Exception):
    """The fire needs an answer that is not in the recording."""


def load_for_replay(homes: Homes, around: Surroundings) -> Generation:
    """The hook files of these homes in worlds of their own; nothing outside is touched. Raises ConfigError."""
    return load_without_effects(homes, around)


OtherTables = Callable[[Generation, str, Mapping[str, Json]], Responders | None]
"""Who of a generation answers at a point of another agent's table; None: there is no such."""


def nowhere(generation: Generation, point: str, payload: Mapping[str, Json]) -> Responders | None:
    """Nobody: only our own points are known."""
    return None


def changed_decisions(
    fires: Sequence[Recorded],
    old: Generation | None,
    new: Generation,
    *,
    seconds: float | None = None,
    elsewhere: OtherTables = nowhere,
    hurry: Callable[[], bool] = lambda: False,
) -> Report:
    """Which of the fires `new` decides in another way than `old`, or, without `old`, than it was recorded.

    `elsewhere` knows the points of other agents. After `seconds`, or once there is `hurry`, the rest is left out. Order
    the fires as they were; hooks may remember what they have seen.
    """
    until = None if seconds is None else time.monotonic() + seconds
    before = None if old is None else Replay(old, elsewhere)
    after = Replay(new, elsewhere)
    changed: list[Changed] = []
    left_out: list[tuple[Recorded, str]] = []
    failing: list[tuple[Recorded, Answer]] = []
    stopped: Counter[str] = Counter()
    for fire in fires:
        if (until is not None and time.monotonic() > until) or hurry():
            left_out.append((fire, "there was no time left"))
            continue
        if stopped and (why := _tired(stopped, [each for each in (old, new) if each is not None], fire.point)):
            left_out.append((fire, why))
            continue
        try:
            was = recorded_decision(fire) if before is None else before.decide(fire)
            now = after.decide(fire)
        except NotReplayed as error:
            left_out.append((fire, str(error)))
            continue
        if before is None and fire.redacted and not now.keeps(was):
            left_out.append((fire, "credentials in its payload were not recorded, and its decision may hang on them"))
            continue
        if _canonical(was.outcome) != _canonical(now.outcome):
            changed.append(Changed(fire, was, now))
        asked = now.failures if before is None else (*was.failures, *now.failures)
        stopped.update(_file(answer.place) for answer in asked if _is_stopped(answer))
        known = {answer.responder for answer in was.failures}
        failing += [(fire, answer) for answer in now.failures if answer.responder not in known]
    return Report(len(fires) - len(left_out), tuple(changed), tuple(left_out), tuple(failing))


def _is_stopped(answer: Answer) -> bool:
    """Did it run until its time was over, or its memory used up?"""
    return answer.error is not None and answer.error.type == LIMIT and answer.kind == "scheme"


def _tired(stopped: Mapping[str, int], sides: Sequence[Generation], point: str) -> str:
    """Which hook file answers here that has been stopped again and again; it would take minutes to hear no more."""
    there = [side.responders[point].hooks for side in sides if point in side.responders]
    files = {_file(hook.place) for hooks in there for hook in hooks}
    tired = next((file for file in sorted(files) if stopped.get(file, 0) >= STOPPED), "")
    return f"{tired} was stopped {STOPPED} times by its limits, and was not asked again" if tired else ""


def recorded_decision(fire: Recorded) -> Decided:
    """What was decided then."""
    made = [step for step in fire.steps if step.action in EFFECTIVE]
    index = made[-1].answer if made else None
    place = None if index is None else fire.answers[index].place
    return Decided(fire.decision, fire.outcome, place, fire.failures)


class Replay:
    """One generation, asked about recorded fires."""

    def __init__(self, generation: Generation, elsewhere: OtherTables = nowhere) -> None:
        self._generation = generation
        self._elsewhere = elsewhere
        config = generation.loaded[-1].config if generation.loaded else Config()
        self._redaction = Redaction(config.redact_keys, config.redact_words)
        self._order: dict[str, int] = {}  # hook files in the order in which they answer
        self._reaching: set[str] = set()
        for each in generation.loaded:
            for script in each.scripts:
                if script.name.startswith(POLICIES):
                    self._order[script.name] = len(self._order)
            for name, path in find_scripts(each.home.path):
                self._order[name] = len(self._order)
                if reaches_out(each.config, name, path):
                    self._reaching.add(name)

    def decide(self, fire: Recorded) -> Decided:
        """What the generation decides about it. Raises NotReplayed."""
        if fire.payload is None or fire.cut:
            raise NotReplayed("its payload was too large and has been cut")
        there = self._generation.responders.get(fire.point)
        if there is None:
            there = self._elsewhere(self._generation, fire.point, fire.payload)
        if there is None:
            theirs = ":" in fire.point
            why = "another agent's handlers are not asked again" if theirs else f"there is no hook point {fire.point}"
            raise NotReplayed(why)
        asked = _Asked(fire)
        generation = replace(self._generation, responders={fire.point: self._responders(fire, there, asked)})
        host = _ReplayHost(generation, asked, self._redaction)
        try:
            settle = fire.fire.origin is None  # what nobody decides is an agent's to decide
            ended = host.fire_in(generation, fire.point, fire.payload, settle=settle)
        except BadRequest as error:
            raise NotReplayed(str(error)) from None
        if asked.missing:
            raise NotReplayed(asked.missing[0])
        return self._decided(ended)

    def _decided(self, ended: Fire) -> Decided:
        outcome: dict[str, Json] = self._redaction.clean(dict(ended.folded.values)).value
        made = [step for step in ended.steps if step.action in EFFECTIVE]
        index = made[-1].answer if made else None
        place = None if index is None else ended.answers[index].place
        failures = tuple(answer for answer in ended.answers if answer.error)
        return Decided(decision_of(ended.folded.point, ended.folded.values), outcome, place, failures)

    def _responders(self, fire: Recorded, there: Responders, asked: _Asked) -> Responders:
        others = [each for each in fire.answers if each.kind != "scheme" and not _is_load_failure(each)]
        plugins, handlers = (
            tuple(
                StandIn.known(each, denies=self._denies(there.point, each))
                for each in others
                if (each.kind == "plugin") is first
            )
            for first in (True, False)
        )
        scripts = () if fire.nested else tuple(self._scripts(there, asked))
        return Responders(there.point, (Stage(plugins), Stage(scripts), Stage(handlers)), there.broken)

    def _scripts(self, there: Responders, asked: _Asked) -> list[Responder]:
        """Hooks that run again, and stand-ins for those that may not, in the order in which they answer."""
        found: list[Responder] = []
        for hook in (each for each in there.hooks if each.kind == "scheme"):
            if _file(hook.place) not in self._reaching:
                found.append(StandIn.asking(hook, partial(asked.answer, hook)))
            elif not any(_file(answer.place) == _file(hook.place) for answer in asked.scheme_answers()):
                asked.missing.append(f"{_file(hook.place)} reaches out of its world and was not asked then")
        for answer in asked.scheme_answers():
            if _file(answer.place) in self._reaching:
                denies = self._denies(there.point, answer)
                found.append(StandIn.known(answer, denies=denies))
        found.sort(key=lambda hook: self._order.get(_file(hook.place), len(self._order)))
        return found

    def _denies(self, point: type[Point], answer: Answer) -> bool:
        configs = [each.config for each in self._generation.loaded]
        place = _file(answer.place)
        return can_refuse(point) and any(each.denies_on_failure(point.wire, place) for each in configs)


@dataclass(slots=True)
class _Asked:
    """What one replayed fire needed beyond the hooks that ran."""

    fire: Recorded
    missing: list[str] = field(default_factory=list)
    reached: bool = False  # did the hook that is running reach for a tool, and nobody knows what it got?
    left: list[MadeCall] = field(default_factory=list)  # recorded calls that nobody has made again yet

    def __post_init__(self) -> None:
        self.left = list(self.fire.calls or ())

    def scheme_answers(self) -> Iterator[Answer]:
        """The recorded answers of hook files."""
        return (each for each in self.fire.answers if each.kind == "scheme" and not _is_load_failure(each))

    def answer(self, hook: Responder, event: Event) -> Answer:
        """The hook's own answer, or the recorded one when it reached for a tool."""
        self.reached = False
        own = hook.ask(event)
        if not self.reached:
            return own
        recorded = [each for each in self.scheme_answers() if _file(each.place) == _file(hook.place)]
        exact = [each for each in recorded if each.place == hook.place]
        if len(recorded) == 1 or exact:
            return (exact or recorded)[0]
        self.missing.append(f"{hook.place} calls a tool, and its answer was not recorded")
        return own

    def call(self, script: str, name: str, arguments: Any, redaction: Redaction) -> ToolCall:
        """What this call of a hook file got then. Raises BadRequest when it was refused, or is not known."""
        if self.fire.calls is None:
            self.reached = True
            raise BadRequest("tools are not called during a replay")
        same = [each for each in self.fire.calls if (each.script, each.tool) == (script, name)]
        known = [each for each in same if _is_same(each, arguments, redaction)]
        found = next((each for each in known if each in self.left), known[0] if known else None)
        if found is None:
            how = "with other arguments than then" if same else "which it did not then"
            self.missing.append(f"{script} calls {name[:64]}, {how}")
            raise BadRequest("tools are not called during a replay")
        if found in self.left:
            self.left.remove(found)
        if found.status == "unkept":
            self.reached = True
            raise BadRequest("what the tool gave was too large to be recorded")
        if found.status == "refused":
            raise BadRequest(found.error or "")
        status: Any = found.status
        return ToolCall(found.tool, found.arguments, status, found.output, found.error)

    def verdict(self, point: str, payload: Mapping[str, Json]) -> bool | str:
        """What the permission handler said then."""
        if not any(step.action == "settled" for step in self.fire.steps):
            self.missing.append("the permission handler would be asked now, and was not then")
            return False
        return self.fire.outcome.get("denied") is not True or str(self.fire.outcome.get("reason") or "")


class _ReplayHost(Host):
    """Fires whose tool calls the recording answers."""

    def __init__(self, generation: Generation, asked: _Asked, redaction: Redaction) -> None:
        super().__init__(generation, asked.verdict if asked.fire.handler else None)
        self.recorded_calls = lambda script, name, arguments: asked.call(script, name, arguments, redaction)

    def tools_of(self, generation: Generation) -> NoReturn:
        """There are none to be called."""
        raise BadRequest("tools are not called during a replay")


def _is_same(call: MadeCall, arguments: Any, redaction: Redaction) -> bool:
    """Are these, of a script, the arguments of a recorded call? Their shape there says what they mean as JSON."""
    if call.status in ("refused", "unkept") and call.arguments is None:  # they are not known
        return True
    try:
        given = scheme_to_json(arguments, call.arguments)
    except Unfit:
        return False
    return _canonical(redaction.clean(given).value) == _canonical(call.arguments)


class _Absent:
    """Differs from every JSON value."""


def _is_load_failure(answer: Answer) -> bool:
    return isinstance(answer.error, Failure) and answer.error.type == "load"


def _file(place: str | None) -> str:
    return (place or "").partition(":")[0]


def _canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True, default=repr)
