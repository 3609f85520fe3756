"""Commands about hook points and who answers at them."""

from __future__ import annotations

import re
from typing import Final

from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.deciding.describe import describe
from chibi_hooks.hooks.deciding.point import POINTS, find
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.commands.recorded import journal
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.firing import fire, payload_of
from chibi_hooks.repl.reply import Reply

FIRE_ID: Final = re.compile(r"[0-9a-f]{4,32}-\d+|-\d+")  # whole, or how it begins or ends


@command("points", "[POINT]", "the hook points, or all about one of them", "point")
def points(session: Conversation, text: str) -> Reply:
    """When each fires and what may be returned; of one point the payload and the answers with their types."""
    if text:
        return Reply(page=describe(find(text.removeprefix("'"))))
    rows = [(name, ", ".join(point.outcome_fields) or "-", point.when) for name, point in POINTS.items()]
    return Reply(page="\n".join(columns([("POINT", "MAY RETURN", "FIRES"), *rows])))


@command("hooks", "[POINT]", "who answers, in the order in which they answer", "point")
def hooks(session: Conversation, text: str) -> Reply:
    """What was defined at a REPL and is not on disk is marked; what the REPL's own world registered answers here
    only."""
    chosen = [find(text.removeprefix("'")).wire] if text else list(POINTS)
    generation = session.worlds.generation()
    own = {(hook.point, hook.place) for hook in session.worlds.own.hooks}
    scripts = [session.worlds.find(name) for name in session.worlds.names()]
    edits = set().union(*(session.worlds.edits.places(script) for script in scripts))
    rows = []
    for point in chosen:
        for each in generation.responders[point].hooks:
            here = (point, each.place or "")
            where = "at this REPL only" if here in own else "not on disk" if here in edits else ""
            rows.append((point, each.kind, each.name, each.place or "", where))
    notes = [f"skipped: {notice}" for notice in session.host.notices]
    notes += [f"{name}: not on disk: {', '.join(made)}" for name, made in edited(session)]
    if not rows:
        return Reply(page=f"nobody answers {text}" if text else "there are no hooks", notes=notes)
    return Reply(page="\n".join(columns([("POINT", "KIND", "RESPONDER", "PLACE", ""), *rows])), notes=notes)


def edited(session: Conversation) -> list[tuple[str, list[str]]]:
    """The hook files in whose worlds something was defined, and what."""
    found = [(name, session.worlds.edits.of(session.worlds.find(name))) for name in session.worlds.names()]
    return [(name, made) for name, made in found if made]


@command("fire", "POINT [--sample | JSON | ALIST | EXPRESSION] or ID", "fire and explain what it comes to", "firing")
def fire_point(session: Conversation, text: str) -> Reply:
    """Without a payload the point's sample is fired; with the ID of a recorded fire that one is fired again; with
    nothing at all the last one of this REPL. `$p` is the payload afterwards, `$d` the decision. Like any fire it is
    recorded, and plugins do what they do."""
    point, _, rest = text.partition(" ")
    point = point.removeprefix("'")
    if not point:
        if session.results.payload is None:
            raise BadRequest("fire: wanted a hook point, such as `,fire pre_tool --sample`")
        return fire(session, session.results.point, session.results.payload)
    if point not in POINTS and FIRE_ID.fullmatch(point):
        with journal(session) as recorded:
            found = recorded.find(point)
        if found.payload is None:
            raise BadRequest(f"fire: the payload of {found.id} was too large to be recorded")
        reply = fire(session, found.point, found.payload)
        if found.redacted:
            reply.notes.append(f"{found.redacted} secrets of the recorded payload are redacted, so this one differs")
        return reply
    return fire(session, point, payload_of(session, point, rest.strip()))
