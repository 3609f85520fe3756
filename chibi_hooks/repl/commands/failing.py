"""Commands about the form that failed last: the procedures that were running, and what their variables held."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.printing import shown
from chibi_hooks.repl.reply import Reply
from chibi_hooks.scheme.running.backtrace import TAIL, form_at
from chibi_hooks.scheme.running.held import HeldLocals
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import Frame, SchemeError
from chibi_hooks.scheme.values.source import caret

FRAMES: Final = 20  # lines of a backtrace; of more, both ends


@command("bt", "", "which procedures were running when the last form failed")
def bt(session: Conversation, text: str) -> Reply:
    """The innermost first, numbered for `,frame`, with the form that each was at."""
    error = _failed(session, "bt")
    lines = list(_lines(list(error.frames)))
    if len(lines) > FRAMES:
        gap = f"     … {len(lines) - FRAMES} more lines …"
        lines = [*lines[: FRAMES // 2], gap, *lines[-FRAMES // 2 :]]
    more = ["innermost first:", *lines] if lines else []
    return Reply(page="\n".join([error.report(), *more]))


@command("frame", "[N]", "choose a procedure of `,bt`, and show where it was")
def frame(session: Conversation, text: str) -> Reply:
    """Without a number the one that is chosen; after an error that is 1, the innermost."""
    frames = _frames(_failed(session, "frame"))
    if text:
        if not text.isdecimal() or not 1 <= int(text[:9]) <= len(frames):
            raise BadRequest(f"frame: wanted a number from 1 to {len(frames)}, as `,bt` shows them, got {text[:40]}")
        session.frame = int(text[:9])
    chosen = _chosen(session, frames)
    assert chosen.place is not None
    held = ", ".join(_variables(chosen)) or "no variables are known here"
    return Reply(page=f"{session.frame}  {chosen.procedure}  {chosen.place}\n{caret(chosen.place)}\n{held}")


@command("locals", "", "the variables of the frame that is chosen, and what they held")
def local_variables(session: Conversation, text: str) -> Reply:
    """Of a form that failed. Each value has a name, `$3`, so that forms can go on with it."""
    found = _variables(_chosen(session, _frames(_failed(session, "locals"))))
    if not found:
        return Reply(notes=["no variables are known here; `,frame N` chooses another procedure"])
    width = max(map(len, found))
    lines = [f"{name:<{width}}  {shown(value)}  {session.results.add(value)}" for name, value in found.items()]
    return Reply(page="\n".join(lines))


def _failed(session: Conversation, who: str) -> SchemeError:
    if session.last_error is None:
        raise BadRequest(f"{who}: no form has failed yet")
    return session.last_error


def _frames(error: SchemeError) -> list[Frame]:
    """What can be chosen: the user's own procedures. Raises BadRequest."""
    frames = [each for each in error.frames if _is_own(each)]
    if not frames:
        raise BadRequest("frame: no procedure was running when the last form failed")
    return frames


def _chosen(session: Conversation, frames: list[Frame]) -> Frame:
    session.frame = min(max(session.frame, 1), len(frames))
    return frames[session.frame - 1]


def _is_own(frame: Frame) -> bool:
    return frame.place is not None and not frame.library and not frame.skipped


def _variables(frame: Frame) -> dict[str, Value]:
    from chibi_hooks.scheme.worlds.variables import variables_of  # brings the compiler, which few errors need

    return variables_of(frame.held) if isinstance(frame.held, HeldLocals) else {}


def _lines(frames: list[Frame]) -> Iterator[str]:
    number = 0
    for library, group in groupby(frames, lambda each: each.library):
        together = list(group)
        if library:
            yield f"     {' ← '.join(dict.fromkeys(each.procedure for each in together))}  in {library}"
            continue
        for each in together:
            if each.skipped:
                yield f"     … {each.skipped} more frames …"
            elif each.place is not None:
                number += 1
                yield f"{number:>3}  {each.procedure}  {each.place}  {form_at(each.place)}"
            if each.tail:
                yield f"   {TAIL}"
