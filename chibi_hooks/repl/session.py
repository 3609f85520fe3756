"""A request (a JSON object) -> a reply (a JSON object): the evaluating half of the REPL, next to a host.

    session = Session(host, Surroundings.of_process())
    session.ask({"eval": "(+ 1 2)"})             # {"value": "3", "values": [{"name": "$1", "text": "3"}], …}
    session.ask({"command": "fire pre_tool --sample"})   # {"page": "pre_tool: before a tool runs …", …}
    session.ask({"complete": "(string-app"})     # {"completions": [{"text": "string-append", …}, …], "start": 1}
    session.ask({"describe": "fold"})            # {"page": "…"}
    session.ask({"step": "over"})                # {}: how `,step` goes on that stands still (stepping.py has the words)

`eval` may say `in` (a world), `name`, `line` and `column` (where the text stands in a file), `time` (seconds);
`file`, a path, is both: a text from a loaded hook file is evaluated in its world; so are `complete` and `describe`.

Rules
-----
* Whatever is asked, a reply comes back: the script's errors, ours and requests that make no sense are data in it.
* One request runs at a time, on a thread of its own; completion and description do not wait for it.
* `interrupt` stops the Scheme that runs for this session, and nothing that runs for agents.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.responders import Generation
from chibi_hooks.repl import commands
from chibi_hooks.repl.completion import complete
from chibi_hooks.repl.describing import describe
from chibi_hooks.repl.evaluation import AskOn, Evaluation, Interrupted, Tell
from chibi_hooks.repl.notices import Notices
from chibi_hooks.repl.printing import each_value, shown
from chibi_hooks.repl.reply import Reply, Restart, Trouble, failure, trouble
from chibi_hooks.repl.results import Results
from chibi_hooks.repl.tracing import Tracing
from chibi_hooks.repl.worlds import OWN, Edits, Worlds
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.reading.syntax import Syntax
from chibi_hooks.scheme.values.errors import Condition, SchemeError
from chibi_hooks.scheme.values.source import SourceText

NAMED: Final = 8  # names that are told of what was defined
TEXT: Final = 1_000_000  # characters of a request; reading them takes under a second
FRAMES: Final = 10  # of Python's, when an error is ours
LINES: Final = 100_000  # that a text may stand down in its file, to have places right


class BadAsking(HookError):
    """The request is none of ours."""


class Session:
    """One REPL's state: where it evaluates, what it remembers. `notices` come by themselves (reloads, traces).

    `edits` are shared by the sessions of a host; `view` is what is live, where that is not the host's own generation.
    """

    def __init__(
        self,
        host: Host,
        around: Surroundings,
        edits: Edits | None = None,
        view: Callable[[], Generation] | None = None,
    ) -> None:
        self.host = host
        self.around = around
        self.worlds: Worlds = Worlds(host, edits or Edits(), view)
        self.world = OWN
        self.results = Results()
        self.notices = Notices(host)
        self.tracing = Tracing(host, self._say)
        self.restarts: list[Restart] = []
        self.evaluation = Evaluation()  # the one under way, or the last one
        self.seconds: float | None = None  # the limit of the request under way
        self.last_error: SchemeError | None = None
        self.frame = 1
        self.stands_still = False
        self._turn = threading.Lock()
        self._inputs = 0

    @property
    def has_ended(self) -> bool:
        """Its host is in this process, and lasts as long."""
        return False

    def ask(
        self, request: Mapping[str, Json], tell: Tell | None = None, ask_on: AskOn | None = None
    ) -> dict[str, Json]:
        """The reply to a request. `tell` gets what is printed as it comes; the reply has all of it in `output`. With
        `ask_on` the steps of `,step` stand still until it says how to go on.

        Never raises on account of the request.
        """
        for word, answer in _QUESTIONS.items():
            if word in request:
                try:
                    return answer(self._seen_from(request), request)
                except HookError as error:
                    return {"error": failure(error).to_json()}
        return self._work(request, tell, ask_on)

    def interrupt(self) -> None:
        """Stop what is being evaluated; nothing happens when nothing is."""
        self.evaluation.interrupt()

    def take_notices(self, timeout: float | None = None) -> list[str]:
        """What has happened by itself since the last time; with a `timeout`, wait so long for the first."""
        return self.notices.take(timeout)

    def close(self) -> None:
        """Let go of the host, which goes on: traced procedures are as they were, nobody is told of reloads."""
        self.interrupt()
        self.tracing.close()
        self.notices.close()
        self.worlds.own.close()

    def evaluate(self, text: str, name: str = "", offset: tuple[int, int] = (1, 1), world: str | None = None) -> Reply:
        """Run every form of a text and remember the values. For commands: on the thread of a request."""
        if not name:
            self._inputs += 1
            name = f"<repl {self._inputs}>"
        line, column = offset
        padded = "\n" * min(line - 1, LINES) + " " * min(column - 1, LINES) + text
        reply = Reply()
        try:
            forms = read_source(SourceText(name, padded))
        except SchemeError as error:
            self.results.failed(error.payload)
            reply.error = trouble(error)
            return reply
        return self._run(forms, text, name, world or self.world, reply)

    def ended_by(self, error: BaseException) -> Trouble:
        """How an error of any sort is shown; `$e` is what was raised."""
        if isinstance(error, SchemeError):
            self.last_error, self.frame = error, 1
            self.results.failed(error.payload)
            _advise(error)
            told = trouble(error)
            return replace(told, kind="interrupt") if error.message == "interrupted" else told
        if isinstance(error, Interrupted):
            return Trouble("interrupt", "interrupted", "", "interrupted")
        if isinstance(error, HookError):
            return failure(error)
        lines = traceback.TracebackException.from_exception(error, limit=-FRAMES).format(chain=False)
        page = f"an error of ours, please report it:\n{''.join(lines)}"
        return Trouble("internal", f"{type(error).__name__}: {error}"[:200], "", page)

    def _seen_from(self, request: Mapping[str, Json]) -> Session:
        """This session, for a question; where it names a loaded hook `file`, as if it were in the world of that."""
        file = request.get("file")
        world = self.worlds.of_file(_text(request, "file")) if file is not None else None
        if world is None:
            return self
        seen = copy(self)
        seen.world = world
        return seen

    def _say(self, text: str) -> None:
        """A line of a trace: with the output where this REPL made the call, else as a notice."""
        if self.evaluation.is_here():
            self.evaluation.print(f"{text}\n")
        else:
            self.notices.put(text)

    def _work(self, request: Mapping[str, Json], tell: Tell | None, ask_on: AskOn | None) -> dict[str, Json]:
        printed: list[str] = []

        def pass_on(text: str) -> None:
            printed.append(text)
            if tell is not None:
                tell(text)

        with self._turn:
            self.evaluation = Evaluation()
            self.stands_still = ask_on is not None
            try:
                reply: Reply = self.evaluation.run(lambda: self._do(request), pass_on, ask_on)
            except Exception as error:
                reply = Reply(error=self.ended_by(error))
            if reply.restarts:
                self.restarts = reply.restarts
            generation = self.host.generation
            homes = [str(each.home.path) for each in generation.loaded]
            stands = {"world": self.world, "generation": generation.number, "homes": homes}
            return {**reply.to_json(), "output": "".join(printed), **stands}

    def _do(self, request: Mapping[str, Json]) -> Reply:
        self.tracing.begin()
        seconds = request.get("time")
        is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if seconds is not None and not (is_number and seconds > 0):  # NaN is not, too
            raise BadAsking(f"time: wanted seconds, got {seconds!r:.40}")
        self.seconds = seconds
        if "command" in request:
            return commands.run(self, _text(request, "command"))
        if "eval" not in request:
            raise BadAsking("wanted one of eval, command, complete, describe in the request")
        world = _text(request, "in") if request.get("in") is not None else None
        name = _text(request, "name") if request.get("name") is not None else ""
        if request.get("file") is not None:
            file = _text(request, "file")
            world = world or self.worlds.of_file(file)
            name = name or world or file
        if world is not None:
            world = self.worlds.find(world).name
        offset = (_count(request, "line"), _count(request, "column"))
        return self.evaluate(_text(request, "eval"), name, offset, world)

    def _run(self, forms: list[Syntax], text: str, name: str, world: str, reply: Reply) -> Reply:
        values = self.results.used_in(text)
        for number, form in enumerate(forms):
            try:
                self.evaluation.check()
                ran = self.worlds.run(form, world, name, self.evaluation.print, values, self.seconds)
                for value in each_value(ran.value):
                    reply.values.append((self.results.add(value), shown(value)))
                reply.notes += _told(ran.defined, ran.replaced, world)
            except Exception as error:
                reply.error = self.ended_by(error)
                if isinstance(error, SchemeError) and reply.error.kind != "interrupt":
                    rest = forms[number + 1 :]
                    reply.restarts = self._restarts(_source(form, text), rest, text, name, world)
                return reply
        return reply

    def _restarts(self, source: str, rest: list[Syntax], text: str, name: str, world: str) -> list[Restart]:
        """The ways to go on after a form has failed."""

        def go_on(reply: Reply) -> Reply:
            return reply if reply.error is not None else self._run(rest, text, name, world, reply)

        def retry(edited: str) -> Reply:
            return go_on(self.evaluate(edited or source, world=world))

        def use_value(expression: str) -> Reply:
            if not expression:
                raise BadAsking("wanted an expression after the number, such as `,2 42`: its value is used")
            return go_on(self.evaluate(expression, world=world))

        after = ", then go on with the forms after it" if rest else ""
        return [
            Restart("retry", f"edit the form and run it again{after}", retry, source),
            Restart("use-value", f"use a value in place of the form{after}: ,2 EXPRESSION", use_value),
            Restart("abort", "leave it", lambda text: Reply()),
        ]


def _source(form: Syntax, text: str) -> str:
    """The text of a form, for editing."""
    place = getattr(form, "place", None)
    return text.strip() if place is None else str(place.source.text[place.start : place.end])


def _advise(error: SchemeError) -> None:
    """Say of an unbound variable that it is a command, where it is one and nothing like it is known."""
    condition = error.payload
    if not isinstance(condition, Condition) or condition.condition_kind != "unbound" or condition.hint:
        return
    name = condition.message.removeprefix("unbound variable: ")
    if name in commands.all_commands():
        condition.hint = f",{name} is a command of the REPL: `,help {name}`"


def _told(defined: list[str], replaced: list[str], world: str) -> list[str]:
    more = [f"and {len(defined) - NAMED} more"] if len(defined) > NAMED + 1 else []  # an import brings dozens
    named = ", ".join([*(defined[:NAMED] if more else defined), *more])
    notes = [f"{named}: live in {world}, not on disk"] if defined else []
    return notes + [f"in place of the hook at {place}" for place in replaced]


def _text(request: Mapping[str, Json], word: str) -> str:
    text = request[word]
    if not isinstance(text, str):
        raise BadAsking(f"{word}: wanted a text, got {text!r:.40}")
    if len(text) > TEXT:
        raise BadAsking(f"{word}: wanted at most {TEXT} characters, got {len(text)}")
    return text


def _count(request: Mapping[str, Json], word: str) -> int:
    number = request.get(word)
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 < number <= LINES else 1


def _complete(session: Session, request: Mapping[str, Json]) -> dict[str, Json]:
    return complete(session, _text(request, "complete"))


def _describe(session: Session, request: Mapping[str, Json]) -> dict[str, Json]:
    return describe(session, _text(request, "describe"))


def _go_on(session: Session, request: Mapping[str, Json]) -> dict[str, Json]:
    session.evaluation.go_on(_text(request, "step"))
    return {}


_QUESTIONS: Final[dict[str, Callable[[Session, Mapping[str, Any]], dict[str, Json]]]] = {
    "complete": _complete,
    "describe": _describe,
    "step": _go_on,
}
"""What is answered at once, on the thread that asks."""
