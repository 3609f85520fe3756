"""`hook AGENT [EVENT]`: an agent's event on stdin, that agent's answer on stdout, with its exit code.

Rules
-----
* To some agent any nonzero exit code and any text on stdout is a decision: whatever happens, our own mistakes and those
  of whoever calls included, this ends as that agent's silence, or as its denial where our home says that a failure
  denies. Only an agent that we do not know gets exit code 1, or 2 before a call where our home says that.
* It is for people, and loads what it needs; agents run server/hook.py, which asks the host for agents.
"""

from __future__ import annotations

import os
import sys

import click

from chibi_hooks.cli._content import content_of
from chibi_hooks.cli._say import note
from chibi_hooks.visible import noted

EXAMPLES = ("hook claude-code --home demo", "hook chibi pre_tool")


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="AGENT [EVENT] [--home DIR]")
def command(words: tuple[str, ...]) -> int:
    """Answer one event of AGENT: read it on stdin, print what that agent is to be told.

    EVENT is its name, for agents that do not say it. The hooks are those of --home, else of CHIBI_HOME, else of the
    project in which the event happens. It ends as the agent expects; what else there is to say is on stderr.
    An AGENT that there is not ends with 1; before a call, where [on_failure] denies, with 2.
    """
    if words in (("--help",), ("-h",)):  # no agent says that
        click.echo(click.get_current_context().get_help())
        return 0
    try:
        from chibi_hooks.hooks.homes.home import working_directory
        from chibi_hooks.server.agents.call import call_of
        from chibi_hooks.server.agents.held_homes import of_process

        text = b"" if words[1:2] == ("--schema",) else content_of("-")
        call = call_of(words, text, working_directory(), hook=os.environ.get("CHIBI_HOOK", ""))
        with of_process() as homes:
            rendered = homes.answer(call)
    except Exception as error:  # a crash would be a decision
        note(f"chibi-hooks hook: {type(error).__name__}: {error}")
        return 0
    for each in rendered.notes:
        note(f"chibi-hooks hook: {noted(each)}")
    try:
        _print(rendered.text)
    except OSError as error:  # whoever asks does not listen, or has no room: that is no decision either
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for the interpreter's own flush at exit
        note(f"chibi-hooks hook: the answer cannot be written: {error.strerror}")
    return rendered.code


def _print(text: bytes) -> None:
    sys.stdout.flush()
    stream = getattr(sys.stdout, "buffer", None)
    if stream is not None:
        stream.write(text)
        stream.flush()
    else:
        sys.stdout.write(text.decode("utf-8"))
