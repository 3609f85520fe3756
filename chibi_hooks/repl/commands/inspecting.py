"""Commands about values and definitions: what is inside, where it is written."""

from __future__ import annotations

from typing import Final

from chibi_hooks.docs.names import kind_of
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.describing import describe
from chibi_hooks.repl.printing import shown
from chibi_hooks.repl.reply import Reply
from chibi_hooks.repl.worlds import world_of
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.running.link import place_of
from chibi_hooks.scheme.values.data import NIL, UNDEFINED, Bytevector, Pair, Record, String, Value, Vector
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import Place, SourceText

MEMBERS: Final = 30  # of a value, that are listed
MEMBER: Final = 100  # characters of each


@command("describe", "NAME", "what a name is here: its kind, its value, where it comes from", "name")
def describe_name(session: Conversation, text: str) -> Reply:
    """What `,doc` says as well."""
    if not text:
        raise BadRequest("describe: wanted a name, such as `,describe payload-ref`")
    told = describe(session, text)
    world = world_of(session.worlds.find(session.world))
    meaning = world.top_level.meaning(text)
    value = world.global_value(meaning) if isinstance(meaning, Global) else UNDEFINED
    kind = kind_of(text, meaning, value)
    if kind is None:
        return Reply(page=str(told["page"]))
    where = ", ".join(world.names.imported_from(text)) or str(place_of(value) or session.world)
    lines = [f"{text}: {kind}, from {where}"]
    lines += [f"value: {shown(value)}"] if kind == "variable" else []
    return Reply(page="\n".join([*lines, str(told["page"])]))


@command("source", "NAME", "the text of a definition, as it was loaded", "name")
def source(session: Conversation, text: str) -> Reply:
    """Of a procedure of a hook file, or of this REPL."""
    place = _defined(session, "source", text)
    return Reply(page=f"{place}\n{_definition(place)}")


@command("edit", "NAME or FILE", "open the editor where a procedure is defined, or a hook file", "editable")
def edit(session: Conversation, text: str) -> Reply:
    """The editor is that of VISUAL or EDITOR; what is saved is loaded, as always."""
    if not text:
        text = session.world
    script = next((name for name in session.worlds.names() if name == text), None)
    name, line = (script, 1) if script is not None else (None, 1)
    if name is None:
        place = _defined(session, "edit", text)
        name, line = place.source.name, place.line
    path = session.worlds.path_of(name)
    if path is None:
        raise BadRequest(f"edit: {text} is defined in no file; `,source {text}` shows it")
    return Reply(edit=(str(path), line))


@command("inspect", "EXPRESSION", "a value from inside: its parts, numbered", "name")
def inspect(session: Conversation, text: str) -> Reply:
    """The last value when there is no expression; `,inspect (list-ref $1 2)` goes further in."""
    if text:
        reply = session.evaluate(text)
        if reply.error is not None:
            return reply
    value = session.results.last
    kind, members = _inside(value)
    lines = [f"{kind}: {shown(value)[:MEMBER]}"]
    lines += [f"  {name}  {_cut(shown(each))}" for name, each in members[:MEMBERS]]
    if len(members) > MEMBERS:
        lines.append(f"  and {len(members) - MEMBERS} more")
    return Reply(page="\n".join(lines))


def _cut(text: str) -> str:
    return text if len(text) <= MEMBER else f"{text[: MEMBER - 1]}…"


def _inside(value: Value) -> tuple[str, list[tuple[str, Value]]]:
    """What a value is, and its members by name or number."""
    if value is NIL:
        return "the empty list", []
    if value.__class__ is Pair:
        members: list[tuple[str, Value]] = []
        rest: Value = value
        while rest.__class__ is Pair and len(members) <= MEMBERS * 10:
            members.append((str(len(members)), rest.car))
            rest = rest.cdr
        proper = rest is NIL
        return ("a list" if proper else "a pair, or an endless list"), members if proper else [*members, (".", rest)]
    if value.__class__ is Vector:
        return f"a vector of {len(value.v)}", [(str(number), each) for number, each in enumerate(value.v)]
    if value.__class__ is Record:
        return "a record", [(str(number), each) for number, each in enumerate(value.fields)]
    if value.__class__ is String:
        return f"a string of {len(value.s)} characters", []
    if value.__class__ is Bytevector:
        return "a bytevector", []
    return "a procedure" if callable(value) else "a value", []


def _defined(session: Conversation, who: str, name: str) -> Place:
    """Where a procedure of the user's is defined. Raises BadRequest."""
    if not name:
        raise BadRequest(f"{who}: wanted the name of a procedure, such as `,{who} my-guard`")
    place = place_of(session.worlds.value_of(session.world, name))
    if place is None:
        raise BadRequest(f"{who}: {name} is no procedure of a hook file or of this REPL; `,doc {name}` tells more")
    return place


def _definition(place: Place) -> str:
    """The whole form around a place."""
    try:
        forms = read_source(SourceText(place.source.name, place.source.text))
    except SchemeError:
        return place.source.text[place.start : place.end]
    for form in forms:
        around = getattr(form, "place", None)
        if around is not None and around.start <= place.start and place.end <= around.end:
            return str(place.source.text[around.start : around.end])
    return place.source.text[place.start : place.end]
