"""Commands about the language: what a name means, what a form becomes, how long it takes."""

from __future__ import annotations

import time
from typing import Final

from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.describing import apropos, describe
from chibi_hooks.repl.printing import each_value, shown
from chibi_hooks.repl.reply import Reply
from chibi_hooks.repl.stepping import NAME, STOP, Stepping, with_definitions
from chibi_hooks.repl.worlds import world_of
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.scope import CORE_FORMS, Macro, flat, is_identifier, lookup
from chibi_hooks.scheme.reading.reader import datum_of, read_source
from chibi_hooks.scheme.reading.syntax import Form, Syntax
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.source import SourceText

STEPS: Final = 100  # macro uses of one form that are followed


@command("doc", "NAME", "how a name is used, what it does, where it is defined", "name")
def doc(session: Conversation, text: str) -> Reply:
    """A name in scope, a hook point, or a name of a library that is not imported."""
    if not text:
        raise BadRequest("doc: wanted a name, such as `,doc payload-ref` or `,doc pre_tool`")
    return Reply(page=str(describe(session, text)["page"]))


@command("apropos", "WORD", "the names that contain a word", "name")
def find_names(session: Conversation, text: str) -> Reply:
    """Those in scope with their usage, hook points, and those of libraries that could be imported."""
    if not text:
        raise BadRequest("apropos: wanted a part of a name, such as `,apropos assoc`")
    rows = list(apropos(session, text))
    return Reply(page="\n".join(columns(rows)) if rows else f"no name contains {text}")


@command("expand", "FORM", "what a form becomes when the macro it uses is expanded")
def expand(session: Conversation, text: str) -> Reply:
    """Only the form itself is expanded, until it is no use of a macro any more; forms inside stay as they are."""
    forms = read_source(SourceText("<expand>", text))
    if len(forms) != 1:
        raise BadRequest(f"expand: wanted one form, got {len(forms)}")
    world = world_of(session.worlds.find(session.world))
    before = world.top_level.state()
    form: Syntax = forms[0]
    expander = Expander(world.top_level)
    try:
        for step in range(STEPS):
            form = flat(form) if form.__class__ is Form else form
            head = form.items[0] if form.__class__ is Form and form.items else None
            meaning = lookup(head, world.top_level) if head is not None and is_identifier(head) else None
            if step and meaning is CORE_FORMS["syntax-error"]:
                expander.expand(form, world.top_level)  # raises what the macro says about this use
            if not isinstance(meaning, Macro):
                return Reply(page=_written(form) if step else f"{_written(form)} is no use of a macro")
            form = expander.use(meaning, form, world.top_level)
    finally:
        world.top_level.restore(before)
    return Reply(page=f"{_written(form)}\nand so on: {STEPS} uses of macros were expanded")


@command("time", "FORM", "how long a form takes")
def measure(session: Conversation, text: str) -> Reply:
    """Reading and compiling it is part of that; `(define (f) …)` first, then `,time (f)`, leaves little of them."""
    if not text:
        raise BadRequest("time: wanted a form, such as `,time (fib 20)`")
    started = time.perf_counter()
    reply = session.evaluate(text)
    once = time.perf_counter() - started
    if reply.error is None:
        reply.notes.append(f"{once * 1000:.3g} ms")
    return reply


@command("step", "EXPRESSION", "evaluate it and tell every call on the way, with its value")
def step(session: Conversation, text: str) -> Reply:
    """Calls of the user's own procedures are followed inside, those of libraries are one step; it has its effects, as
    always. To step through a hook: `,in hooks/guard.scm`, then a call of what it registers. In a terminal each call
    waits for a key: Enter to the next one, o over this one, c on to the end, q stop."""
    forms = read_source(SourceText(NAME, text))
    if len(forms) != 1:
        raise BadRequest(f"step: wanted one expression, such as `,step (my-guard $p)`, got {len(forms)}")
    place, evaluation = session.world, session.evaluation
    script = session.worlds.find(place)

    def value_of(name: str) -> Value:
        return session.worlds.value_of(place, name)

    def ask() -> str:
        word = script.call_out(evaluation.stand)  # agents that fire need not wait for a key
        if word == STOP:
            evaluation.interrupt()
        if evaluation.interrupted:
            evaluation.await_stop()
        return word

    form = with_definitions(forms[0], value_of)
    with Stepping(evaluation.print, ask if session.stands_still else None):
        ran = session.worlds.run(form, place, NAME, evaluation.print, session.results.used_in(text))
    return Reply(values=[(session.results.add(each), shown(each)) for each in each_value(ran.value)])


def _written(form: Syntax) -> str:
    return shown(datum_of(form))
