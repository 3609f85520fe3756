"""A point and a payload, as they are written at the REPL -> a fire, its explanation, and ways to go on when a hook
failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.payload import parse_payload
from chibi_hooks.hooks.recording.explanation import explain
from chibi_hooks.hooks.responders import Generation, Responders, Stage, StandIn
from chibi_hooks.hooks.scripts.alist import Unfit, answer_from_scheme, scheme_to_json
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.reply import Reply, Restart, Trouble
from chibi_hooks.scheme.reading.reader import datum_of, read_source
from chibi_hooks.scheme.values.data import NIL, Pair, String, Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText


def payload_of(session: Conversation, point: str, text: str) -> Json:
    """The payload that is written: `--sample` or nothing, JSON, an alist, or an expression that gives one.

    Raises BadRequest, BadPayload, SchemeError.
    """
    stated = find(point)
    if text in ("", "--sample"):
        return sample(stated)
    if text.startswith("{"):
        return parse_payload(text.encode())
    value = _datum(text)
    if not _is_alist(value):
        reply = session.evaluate(text)
        if reply.error is not None:
            raise BadRequest(f"fire: the payload cannot be had: {reply.error.page}")
        if not reply.values:
            raise BadRequest("fire: wanted a payload, but the expression gives no value")
        value = session.results.last
    try:
        return scheme_to_json(value, sample(stated), "payload")
    except Unfit as error:
        raise BadRequest(f"fire: {error}") from None


def fire(session: Conversation, point: str, payload: Json, generation: Generation | None = None) -> Reply:
    """Fire, with what the REPL's own world registered; `$p` and `$d` are the payload and the decision then."""
    session.evaluation.check()
    chosen = generation or session.worlds.generation()
    fired = session.host.fire_in(chosen, point, payload)
    session.results.fired(point, dict(fired.payload), dict(fired.folded.values))
    reply = Reply(page="\n".join(explain(fired)), notes=_notes(fired))
    failed = [answer for answer in fired.answers if answer.error is not None]
    if failed:
        first = failed[0]
        assert first.error is not None
        page = f"{first.responder} ({first.place}) failed: {first.error.message}"
        reply.error = Trouble(first.error.type, first.error.message, first.place or "", page)
        reply.restarts = _restarts(session, fired, first, chosen)
    return reply


def _notes(fired: Fire) -> list[str]:
    notes = [f"fire {fired.id}, generation {fired.generation}"]
    notes += [f"the payload has no {name}" for name in fired.missing]
    return notes + [f"{responder}: {line}" for responder, text in fired.said for line in text.splitlines()]


def _restarts(session: Conversation, fired: Fire, failed: Answer, generation: Generation) -> list[Restart]:
    """What can be done about a hook that failed."""

    def retry(text: str) -> Reply:
        session.host.reload()
        return fire(session, fired.point, dict(fired.payload))

    def use_value(text: str) -> Reply:
        if not text:
            raise BadRequest('wanted an expression after the number, such as `,2 (block "no")`: its value is used')
        reply = session.evaluate(text)
        if reply.error is not None:
            return reply
        value = session.results.last if reply.values else NIL
        try:
            answer = answer_from_scheme(value, find(fired.point), fired.payload)
        except Unfit as error:
            raise BadRequest(f"use-value: this is no answer: {error}") from None
        answers = [each._replace(value=answer, error=None) if each is failed else each for each in fired.answers]
        return fire(session, fired.point, dict(fired.payload), _answering(generation, fired.point, answers))

    def no_opinion(text: str) -> Reply:
        return Reply(notes=[f"{failed.responder} has no opinion, and {fired.point} comes to what is shown above"])

    who = failed.responder
    return [
        Restart("retry", "look at the disk and fire again (after you have edited and saved the file)", retry),
        Restart("use-value", f"use a value as the answer of {who}: ,2 EXPRESSION", use_value),
        Restart("no-opinion", f"let it be: {who} has no opinion", no_opinion),
        Restart("abort", "leave it", lambda text: Reply()),
    ]


def _answering(generation: Generation, point: str, answers: Sequence[Answer]) -> Generation:
    """A generation whose responders at a point give these answers; nobody is asked again."""
    there = generation.responders[point]
    denying = {(each.name, each.place) for each in there.hooks if each.denies}
    stand_ins = [
        StandIn.known(answer, denies=(answer.responder, answer.place) in denying)
        for answer in answers
        if answer not in there.broken
    ]
    standing = Responders(there.point, (Stage(tuple(stand_ins)),), there.broken)
    return replace(generation, responders={**generation.responders, point: standing})


def _datum(text: str) -> Value:
    """The one datum of a text; None when it is something else, which is then evaluated."""
    try:
        forms = read_source(SourceText("<fire>", text))
        return datum_of(forms[0]) if len(forms) == 1 else None
    except SchemeError:
        return None


def _is_alist(value: Value) -> bool:
    """Is this written as data: `(("tool_name" . "x"))`? Nothing that begins so is an expression."""
    return isinstance(value, Pair) and isinstance(value.car, Pair) and isinstance(value.car.car, String)
