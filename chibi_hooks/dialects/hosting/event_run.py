"""One event of an agent on its way through its handlers: `EventRun`. Who is chosen and why the others are not, what
each is told, what it said; and what one hands on to the next, where the agent chains.

Rules
-----
* Nothing that a handler does is raised: a failure is an answer with an error, and denies where the event is closed.
* A handler is asked once for each event; what became of it is in `results`.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from chibi_hooks.dialects.hosting.conditions import caliban_rule, claude_rule
from chibi_hooks.dialects.hosting.hosted import VERDICTS, HandlerEntry, HostedAgent, HostedEvent
from chibi_hooks.dialects.hosting.late_words import LateWord, LateWords
from chibi_hooks.dialects.hosting.matchers import NoMatcher, fits
from chibi_hooks.dialects.hosting.models import asked_of_model
from chibi_hooks.dialects.hosting.running import Background, Circumstances, run_command, seconds_for
from chibi_hooks.dialects.hosting.speaking import SILENT, Ended, Spoken, heard, refuse
from chibi_hooks.dialects.rows.reading import at
from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.payload import payload_bytes

if TYPE_CHECKING:
    from chibi_hooks.dialects.hosting.settings import HostSettings
    from chibi_hooks.dialects.rows.settings import MatcherLanguage
    from chibi_hooks.hooks.event import Event
    from chibi_hooks.hooks.processes.runner import Ran

NOTED: Final = 100  # characters of a command in a warning
KEPT_TEXTS: Final = 0o600
ACTIVE_SKILLS: Final = "active_skills"  # what a program tells us besides the event: the agent tells no handler of it

Why = str | None


@dataclass(slots=True)
class HandlerResult:
    """What became of a handler at this event."""

    entry: HandlerEntry
    ran: bool = False
    why_not: Why = None
    exit: int | None = None
    timed_out: bool = False
    stdin: Json = None
    decision: str = "none"
    spoke: bool = False  # has it said anything at all?
    end: str = ""  # it has put a question, and refuses where that is undone, for this reason
    forgets: bool = False  # that question, where anybody else speaks
    ms: float = 0.0


@dataclass(slots=True, eq=False)
class EventRun:
    """One event. `told` is the whole of it, as the agent would send it."""

    settings: HostSettings
    event: HostedEvent
    told: dict[str, Json]
    given: Mapping[str, Json]  # the event as it was told to us
    language: MatcherLanguage
    background: Background
    late: LateWords
    ask_model: Callable[[dict[str, Json]], Json] | None = None
    warnings: list[str] = field(default_factory=list)
    results: list[HandlerResult] = field(default_factory=list)
    rewritten: dict[str, Json] | None = None  # of the input, by those that came before
    rewriter: HandlerEntry | None = None  # who rewrote the input last
    over: bool = False  # nobody is asked any more
    blocked: bool = False  # somebody has blocked what counts for nothing then, whoever has said it
    in_turn: bool = False  # one after the other, because a group says so
    terms: dict[object, HandlerEntry] = field(default_factory=dict)  # identity -> of equal ones, that whose words hold
    done: set[str] = field(default_factory=set)  # sessions and entries that ran once and shall not again

    @property
    def hosted(self) -> HostedAgent:
        """Whose event it is."""
        return self.settings.hosted

    def choose(self) -> list[HandlerEntry]:
        """Those that shall be asked, in order; every handler of the event has its result from here on."""
        seen: set[object] = set()
        chosen = []
        for entry in self.settings.entries:
            if entry.event != self.event.name:
                continue
            why = entry.why_not or self._why_not(entry)
            identity = entry.label + entry.command if self.hosted.collapses == "name" else entry.identity
            if not why and self.hosted.collapses:
                if identity in seen and not entry.is_async:
                    why = "a duplicate of one before it, which runs once"
                seen.add(identity)
                if self.hosted.last_of_equals and (identity not in self.terms or not self._keeps(identity, entry)):
                    self.terms[identity] = entry
            self.results.append(HandlerResult(entry, why_not=why or None))
            if not why:
                chosen.append(entry)
        self.in_turn = any(each.sequential for each in chosen)
        return chosen

    def _keeps(self, identity: object, entry: HandlerEntry) -> bool:
        """Do the words of a managed handler stand before those of this one?"""
        return self.terms[identity].scope == "managed" != entry.scope

    # is it asked? -----------------------------------------------------------------------------------------------------

    def _why_not(self, entry: HandlerEntry) -> str:
        if f"{self.told.get(self.hosted.session_at)} {entry.place}" in self.done:
            return "it runs once, and has"
        if entry.within is not None and not self._is_within(*entry.within):
            kind, name = entry.within
            return f"it belongs to the {kind} {name}, and runs while that does"
        values = self._about(entry)
        try:
            if values and not any(self._fits(entry, each) for each in values):
                return f"its matcher {json.dumps(entry.matcher)} does not fit {json.dumps(values[0])}"
        except NoMatcher as error:
            self.warnings.append(f"{entry.place}: matcher: {error}; it fits nothing")
            return f"its matcher is none: {error}"
        if entry.condition and self.hosted.condition and not self._holds(entry.condition):
            elsewhere = self.hosted.condition_events and self.event.name not in self.hosted.condition_events
            about = "it is about tool calls" if elsewhere else "it does not hold"
            return f"its condition keeps it from running here, {about}: {entry.condition}"
        return ""

    def _is_within(self, kind: str, name: str) -> bool:
        """Does the event happen in this agent, or while this skill is active?"""
        if kind == "agent":
            return self.told.get("agent_type") == name
        active = self.given.get(ACTIVE_SKILLS)
        return isinstance(active, list) and name in active

    def _fits(self, entry: HandlerEntry, value: str) -> bool:
        """Raises NoMatcher."""
        if self.event.exact:
            return entry.matcher in (None, "", "*", value)
        everything = entry.payload_event != self.event.name  # under an alias, what the agent of that alias takes
        own = at(self.told, self.hosted.tool_at)
        others = (*self.hosted.names.get(value, ()), *((own,) if isinstance(own, str) else ()))
        return fits(
            self.language, entry.matcher, value, narrow=self.event.narrow, strict=not everything, others=others
        )

    def _about(self, entry: HandlerEntry) -> tuple[str, ...]:
        """What matchers are about, under all its names; nothing where they are not looked at."""
        found: list[str] = []
        for about in self.event.about.split("|") if self.event.about else ():
            if about.startswith("="):
                found.append(about[1:])
                continue
            value = at(self.told, about)
            name = value if isinstance(value, str) else ""
            if about.endswith("file_path"):
                name = name.rpartition("/")[2]
            others = self.hosted.names.get(name, ())
            under_alias = entry.payload_event != self.event.name
            if others and under_alias and self.language == "anchored":  # there its own name is a name only
                found += others
                continue
            found.append(name)
            searched = self.language != "names-or-search"  # there the other names are names only
            if searched and (not self.hosted.aliases or under_alias):
                found += others
        return tuple(found)

    def _holds(self, condition: str) -> bool:
        hosted = self.hosted
        if hosted.condition_events and self.event.name not in hosted.condition_events:
            return False
        tool, given = at(self.told, hosted.tool_at), at(self.told, hosted.input_at)
        name = tool if isinstance(tool, str) else ""
        cwd = self.told.get("cwd")
        directory = cwd if isinstance(cwd, str) else str(self.settings.project)
        if hosted.condition == "caliban":
            return caliban_rule(condition, name, given, str(self.settings.project))
        return claude_rule(condition, name, given, directory, str(self.settings.user_home))

    # asking -----------------------------------------------------------------------------------------------------------

    def ask(self, entry: HandlerEntry, asked: Event) -> Answer:
        """What a handler says to this event."""
        result = next(each for each in self.results if each.entry is entry)
        kind: Literal["command", "http"] = "http" if entry.kind == "http" else "command"
        if self.over:
            result.why_not = "a handler before it has decided"
            return Answer(entry.name, kind, entry.place)
        told = self.dressed(entry)
        result.stdin = told
        result.ran = True
        if entry.once and entry.within is not None and entry.within[0] == "skill":
            self.done.add(f"{self.told.get(self.hosted.session_at)} {entry.place}")
        terms = self.terms.get(entry.identity, entry)
        seconds = asked.account.share(seconds_for(terms, self.hosted, self.event))
        if entry.is_async:
            self.background.begin(lambda: self._alone(entry, told, seconds))
            return Answer(entry.name, kind, entry.place)
        started = time.perf_counter()
        try:
            ended, said, strays = self._run(entry, told, seconds, result)
        except Exception as error:  # ours: the event goes on, and it is told
            ended, said, strays = Ended(failure=Failure("fault", f"{type(error).__name__}: {error}")), "", ()
        result.spoke = bool(ended.text.strip() or ended.stderr.strip())
        closed = terms.closed
        spoken = heard(self.hosted, self.event, self.told, ended, entry.payload_event, closed=closed)
        result.end, result.forgets = spoken.end, spoken.forgets
        result.ms = round((time.perf_counter() - started) * 1000, 3)
        self._judge(entry, spoken, result, closed=closed)
        for note in spoken.notes:
            self.warnings.append(f"{entry.place}: {note}")
        value = spoken.fields or None
        return Answer(entry.name, kind, entry.place, value, spoken.failure, result.ms, said, strays=strays)

    def dressed(self, entry: HandlerEntry) -> dict[str, Json]:
        """What a handler is sent."""
        told = dict(self.told)
        if self.rewritten is not None:
            _put(told, self.hosted.input_at, self.rewritten)
        return told if self.hosted.dress is None else self.hosted.dress(entry, told, self.settings.project)

    def _run(
        self, entry: HandlerEntry, told: Mapping[str, Json], seconds: float, result: HandlerResult | None
    ) -> tuple[Ended, str, tuple[int, ...]]:
        text = payload_bytes(told)
        if entry.kind == "http":
            from chibi_hooks.dialects.hosting.posting import post  # brings urllib3, and few handlers are servers

            posted = post(entry, self.settings, text, seconds)
            self.warnings += [f"{entry.place}: {each}" for each in posted.notes]
            if result is not None:
                result.timed_out = posted.timed_out
                result.ran, result.why_not = not posted.refused, posted.refused or None
            return posted.ended, "", ()
        if entry.kind in self.hosted.model_kinds and self.ask_model is not None:
            return asked_of_model(entry, told, self.ask_model), "", ()
        about = Circumstances(self.settings.project, self.told, self._env_file())
        ran = run_command(entry, self.hosted, self.settings, about, text, seconds)
        if result is not None:
            result.timed_out = ran.end == "timeout"
            result.exit = ran.status if ran.end == "exit" else -ran.status if ran.end == "signal" else None
        return _ended(ran, seconds), ran.stderr.decode("utf-8", "replace"), ran.strays

    def _alone(self, entry: HandlerEntry, told: Mapping[str, Json], seconds: float) -> None:
        """One that nobody waits for; what it says may still be told."""
        ended, _, _ = self._run(entry, told, seconds, None)
        word = self._late(entry, ended)
        if word.context or word.system_messages or word.fault:
            wakes = entry.wakes and ended.status == 2
            self.late.add(str(self.told.get(self.hosted.session_at) or ""), word, wakes=wakes)

    def _late(self, entry: HandlerEntry, ended: Ended) -> LateWord:
        if ended.failure is not None:
            return LateWord(entry.place, fault=ended.failure.message)
        if entry.wakes and ended.status == 2:
            text = ended.stderr.strip() or ended.text.strip() or SILENT
            before, summary = entry.wake_words
            told = "\n".join(each for each in (before, str(self._shortened(text))) if each)
            return LateWord(entry.place, (told,), (summary,) if summary else ())
        if ended.status:
            return LateWord(entry.place, fault=f"exit code {ended.status}" if entry.wakes else "")
        fields = heard(self.hosted, self.event, self.told, ended, entry.payload_event).fields
        context = tuple(str(self._shortened(text)) for text in fields.get("context", ()))
        return LateWord(entry.place, context, tuple(map(str, fields.get("system_messages", ()))))

    def _env_file(self) -> str:
        if not any("{envfile}" in each for each in self.event.variables.values()):
            return ""
        path = self._kept("env", "")
        return str(path) if path is not None else ""

    def _judge(self, entry: HandlerEntry, spoken: Spoken, result: HandlerResult, *, closed: bool) -> None:
        """Whatever the agent makes of it besides: closed events, chains, inputs that lack a key, long texts."""
        hosted, fields = self.hosted, spoken.fields
        if spoken.failure is not None:
            self.warnings.append(f"{entry.place}: {entry.command[:NOTED] or entry.name}: {spoken.failure.message}")
            if closed or self._is_closed(spoken.failure):
                fields.clear()
                result.decision = "failed"
                refuse(self.hosted, self.event, f"a hook failed: {spoken.failure.message}", spoken)
                spoken.notes.append(f"it failed, and its failure counts as a refusal at {self.event.name}")
                spoken.failure = None
                self.over = self.over or "deny" in hosted.ends_at
                return
        self._cap(entry, fields)
        result.decision = spoken.decision if spoken.decision in (*VERDICTS, "failed") else "none"
        given = fields.get("updated_input")
        if isinstance(given, dict):
            self._check_input(given, fields)
            self._note_rewriter(entry)
        if "updated_output" in fields and not (self.event.block_is_all and spoken.refuses):
            self._check_output(fields, spoken)
        if hosted.limits_context:
            fields |= {key: [self._shortened(text) for text in fields[key]] for key in ("context",) if key in fields}
        if self.event.block_is_all and spoken.refuses:
            self.blocked = True
            self.over = not self.hosted.parallel
        if fields.get("decision") in hosted.ends_at:
            self.over = True
        if fields.get("decision") == "deny":
            result.decision = "deny"
        elif (hosted.chained or self.in_turn) and isinstance(fields.get("updated_input"), dict):
            self.rewritten = fields["updated_input"]
        if spoken.failure is not None:
            result.decision = "failed"

    def _cap(self, entry: HandlerEntry, fields: dict[str, Json]) -> None:
        """Nobody goes on for ever, where the event tells how often it was."""
        count = self.told.get(self.event.counts) if self.event.counts else None
        cap = entry.cap if entry.cap is not None else self.hosted.cap
        if (
            "keep_going" in fields
            and isinstance(count, int)
            and cap is not None
            and not entry.uncapped
            and count >= cap
        ):
            del fields["keep_going"]
            self.warnings.append(f"{entry.place}: it has gone on {count} times, and {cap} is the most: it stops")

    def _is_closed(self, failure: Failure) -> bool:
        if failure.type == "refused":
            return self.hosted.http.unlisted_denies and self.event.exit_2 == "deny"
        return self.event.closed and (not self.event.closed_on or failure.type in self.event.closed_on)

    def _check_input(self, given: dict[str, Json], fields: dict[str, Json]) -> None:
        hosted = self.hosted
        if hosted.merges_input:
            before = self.rewritten or at(self.told, hosted.input_at)
            fields["updated_input"] = given = {**(before if isinstance(before, dict) else {}), **given}
        tool = at(self.told, hosted.tool_at)
        needed = hosted.needs_input.get(str(tool), ())
        missing = [key for key in needed if key not in given]
        wrong = [key for key in needed if key in given and not isinstance(given[key], str)]
        if (missing or wrong) and fields.get("decision") != "deny":  # else it does not run, and is told the reason
            fault = f"has no {', '.join(missing)}" if missing else f"has no text as {', '.join(wrong)}"
            fields |= {"decision": "deny", "reason": f"the rewritten input of {tool} {fault}"}
            fields.pop("updated_input", None)

    def _note_rewriter(self, entry: HandlerEntry) -> None:
        """Of several that rewrite one input at once the agent takes one."""
        hosted = self.hosted
        if hosted.chained or hosted.merges_input or self.in_turn:
            return
        if self.rewriter is not None:
            told = f"{self.rewriter.place} rewrites the same input: the last in the files counts here, and"
            self.warnings.append(f"{entry.place}: {told} {hosted.agent} takes whichever ends last")
        self.rewriter = entry

    def _check_output(self, fields: dict[str, Json], spoken: Spoken) -> None:
        tool = str(at(self.told, self.hosted.tool_at))
        wanted = self.hosted.needs_shape.get(tool, self.hosted.needs_shape.get("*"))
        if wanted is None:
            return
        output = fields["updated_output"]
        if not isinstance(output, dict) or not wanted <= output.keys():
            del fields["updated_output"]
            spoken.notes.append(f"the output of {tool} must be an object with {', '.join(sorted(wanted))}; dropped")

    def _shortened(self, text: Json) -> Json:
        """A long text goes to a file, and its beginning stays."""
        limit = self.hosted.limits_context
        if not isinstance(text, str) or len(text) <= limit:
            return text
        path = self._kept("context", text)
        if path is None:
            return text[:limit]
        return f"{text[: self.hosted.preview]}\n… ({len(text)} characters; all of it is in {path})"

    def _kept(self, what: str, text: str) -> Path | None:
        directory = self.settings.state / "handlers"
        path = directory / f"{what}-{secrets.token_hex(8)}.txt"
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(KEPT_TEXTS)
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError as error:
            self.warnings.append(f"{path}: cannot be written: {error.strerror}")
            return None
        return path


def _ended(ran: Ran, seconds: float) -> Ended:
    stdout, stderr = ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace")
    if ran.end == "exit":
        return Ended(ran.status, stdout, stderr)
    said = {
        "signal": f"killed by signal {ran.status}",
        "timeout": f"no answer within {seconds:g} s; it was ended with all that it had started",
        "output": "more than 1 MiB on stdout; it was ended",
        "ended": "the host is about to end",
    }.get(ran.end, f"could not be started: {ran.reason}")
    return Ended(0, stdout, stderr, Failure(ran.end, said), ran.status if ran.end == "signal" else 0)


def _put(told: dict[str, Json], path: str, value: Json) -> None:
    *outer, last = path.split(".")
    for key in outer:
        inner = told.get(key)
        told[key] = dict(inner) if isinstance(inner, dict) else {}
        told = told[key]
    told[last] = value
