"""Commands about recorded fires."""

from __future__ import annotations

from typing import Final

from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import BadRequest, counted
from chibi_hooks.hooks.homes.home import Homes
from chibi_hooks.hooks.recording.explanation import clock, explain_recorded, told
from chibi_hooks.hooks.recording.journal import DECISIONS, Journal, Recorded, Wanted
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.reply import Reply

FEW: Final = 20  # fires that `,log` shows
MOST: Final = 1_000
REPLAYED: Final = 1000  # the last fires that `,replay` compares, beside all that were blocked, denied or failed


def journal(session: Conversation) -> Journal:
    """The journal of the host, with all that has been fired up to now. Raises BadRequest and ConfigError."""
    recorder = session.host.recorder
    if recorder is None:
        raise BadRequest("this host records nothing")
    recorder.flush()
    return Journal(recorder.path)


@command("log", "[N] [POINT] [DECISION]", "the last recorded fires", "point")
def log(session: Conversation, text: str) -> Reply:
    """How many, of which point, with which decision (blocked denied allowed changed none), in any order; `failed`: only
    those in which a responder failed. `,why ID` explains one."""
    count, wanted = FEW, Wanted()
    point = decision = None
    failed = False
    for word in text.split():
        if word.isdecimal():
            count = max(1, min(int(word[:9]), MOST))
        elif word in DECISIONS:
            decision = word
        elif word == "failed":
            failed = True
        elif word.removeprefix("'") in POINTS:
            point = word.removeprefix("'")
        else:
            raise BadRequest(f"log: wanted a number, a hook point, `failed` or one of {', '.join(DECISIONS)}: {word}")
    wanted = Wanted(point=point, decision=decision, failed=failed)
    with journal(session) as recorded:
        fires = recorded.fires(wanted, count)
    rows = [(clock(each.time), each.id, each.point, each.decision, _asked(each) + told(each)) for each in fires]
    return Reply(page="\n".join(columns(rows)) if rows else "no recorded fire is like that")


def _asked(recorded: Recorded) -> str:
    return "" if recorded.fire.origin is None else f"({recorded.fire.origin}) "


@command("why", "[ID]", "how a recorded fire came to its outcome: answers, places, the fold", "fire")
def why(session: Conversation, text: str) -> Reply:
    """Without an ID the last fire, whoever made it. The beginning or the end of an ID will do."""
    from chibi_hooks.hooks.checking.path_told import known_paths, path_lines  # it loads the files again: only on demand

    with journal(session) as recorded:
        found = recorded.find(text or None)
        path = recorded.path
    homes = Homes(tuple(session.host.reloader.homes), session.host.generation.project, ())
    known = known_paths(found, path, homes, session.around)
    page = "\n".join([*explain_recorded(found), *path_lines(found, known)])
    return Reply(page=page, notes=[known.note] if known.note else [])


@command("replay", "[ID …]", "which recorded fires would be decided in another way now", "fire")
def replay(session: Conversation, text: str) -> Reply:
    """Without IDs the last 1,000 fires, and all that were blocked or denied or in which a responder failed. They are
    run against the files as they are on disk; nothing is performed."""
    from chibi_hooks.hooks.replaying.replay import (  # it loads all files again: only on demand
        changed_decisions,
        failure_lines,
        load_for_replay,
    )

    with journal(session) as recorded:
        fires = [recorded.find(id) for id in text.split()] if text else recorded.relevant(REPLAYED)
    homes = Homes(tuple(session.host.reloader.homes), session.host.generation.project, ())
    generation = load_for_replay(homes, session.around)
    try:
        report = changed_decisions(sorted(fires, key=lambda fire: fire.seq), None, generation)
    finally:
        generation.close()
    notes = [*report.left_out_lines(), *failure_lines(report.to_json()["failing"])]
    notes.append(f"{counted(report.compared, 'fire')} compared, {len(report.changed)} decided in another way")
    rows = report.rows()
    return Reply(page="\n".join(columns(rows)) if rows else "", notes=notes)
