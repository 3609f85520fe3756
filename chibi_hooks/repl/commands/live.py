"""Commands about what is live: the worlds of hook files, generations, traces."""

from __future__ import annotations

from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.live.reload_lines import describe_reload
from chibi_hooks.hooks.live.status import Reloaded
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.reply import Reply
from chibi_hooks.repl.worlds import OWN


@command("in", "[FILE]", "evaluate in the live world of a hook file; `,in <repl>` goes back", "world")
def enter(session: Conversation, text: str) -> Reply:
    """What is defined there counts at once for every agent, until the file is loaded again; it is not written to disk.
    Without FILE: the hook files, and what of their worlds is not on disk."""
    if text:
        session.world = session.worlds.find(text).name
        return Reply(notes=[f"forms are evaluated in {session.world} now"])
    rows = []
    for name in [OWN, *session.worlds.names()]:
        script = session.worlds.find(name)
        here = "*" if name == session.world else ""
        made = session.worlds.edits.of(script)
        rows.append((here, name, script.tier, f"not on disk: {', '.join(made)}" if made else ""))
    return Reply(page="\n".join(columns([("", "WORLD", "TIER", ""), *rows])))


@command("reload", "[FILE]", "load what has changed on disk now, or FILE although it has not", "world")
def reload(session: Conversation, text: str) -> Reply:
    """Saves are seen by themselves; this is for when you do not want to wait. With FILE its world is made anew: what
    was defined in it at a REPL is gone."""
    if text:
        return _told(session.host.reloader.load_again(session.worlds.find(text).name))
    return _told(session.host.reload())


@command("rollback", "", "bring back what the generation before this one had")
def rollback(session: Conversation, text: str) -> Reply:
    """A file that is brought back stays so until it is saved again."""
    return _told(session.host.rollback())


@command("trace", "[NAME | 'POINT]", "tell every call of a procedure, or every fire of a point; again: no more", "name")
def trace(session: Conversation, text: str) -> Reply:
    """The procedure is that of the world that you are in; calls that hooks make for agents are told too. Without a
    name: what is traced."""
    if not text:
        traced = session.tracing.names()
        return Reply(page="\n".join(traced) or "nothing is traced")
    if text.startswith("'"):
        on = session.tracing.toggle_point(text[1:])
    else:
        on = session.tracing.toggle(session.worlds, session.world, text)
    return Reply(notes=[f"{text} is traced" if on else f"{text} is traced no more"])


def _told(reloaded: Reloaded | None) -> Reply:
    """The listeners of the host hear of it as well; a door that shows notices shows it twice otherwise."""
    return Reply(page="nothing has changed" if reloaded is None else "\n".join(describe_reload(reloaded)))
