"""Commands about the REPL itself."""

from __future__ import annotations

from typing import Final

from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.repl.commands import all_commands, command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.reply import Reply

NARROW: Final = 26  # characters of how a command is used, with what it does on the same line of a terminal
REST: Final = """
A form is evaluated when it is closed. Values are $1 $2 …,
the last error $e, the last payload $p, the last decision $d.
Ctrl-C interrupts what runs, Ctrl-D ends the REPL. `,help NAME` says more."""


@command("help", "[NAME]", "this list, or more about one command", "command")
def help(session: Conversation, text: str) -> Reply:
    """What each command does."""
    if not text:
        rows = [(f",{each.name} {each.usage}".rstrip(), each.about) for each in all_commands().values()]
        rows.append((",N [TEXT]", "take the restart with that number after an error"))
        return Reply(page="\n".join(_row(*each) for each in rows) + REST)
    found = all_commands().get(text.removeprefix(","))
    if found is None:
        raise BadRequest(f"there is no command ,{text[:40]}{did_you_mean(text[:40], all_commands())}")
    return Reply(page=f",{found.name} {found.usage}".rstrip() + f"\n{found.about}\n{found.more}")


def _row(usage: str, about: str) -> str:
    """What a command does beside how it is used, or below it."""
    beside = usage.ljust(NARROW) if len(usage) <= NARROW else f"{usage}\n{'':{NARROW}}"
    return f"{beside}  {about}"


@command("quit", "", "end the REPL; a host that was running before goes on")
def quit(session: Conversation, text: str) -> Reply:
    """So does Ctrl-D."""
    return Reply(quit=True)
