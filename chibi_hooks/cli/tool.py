"""`tool NAME [JSON|-]`: a tool's name and arguments in, what the model would read out."""

from __future__ import annotations

import click

from chibi_hooks.cli._completing import tools
from chibi_hooks.cli._content import read_whole
from chibi_hooks.cli._say import note, say_json, say_output
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.payload import parse_json

EXAMPLES = ('tool vfs_list \'{"path": "vfs:///shared"}\'', "tool file_head - --allow")


@click.command(no_args_is_help=True)
@click.argument("name", shell_complete=tools)
@click.argument("arguments", required=False, metavar="[JSON|-]")
@click.option("--home", metavar="DIR", help="The home whose tools and hooks run (default: CHIBI_HOME, or ~/.chibi).")
@click.option(
    "--context",
    default="default",
    show_default=True,
    metavar="NAME",
    help="For whom: %context-name% in Scheme, zones of vfs:// paths.",
)
@click.option("--allow", is_flag=True, help="Say yes where permission is asked and no hook denies.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole call: status, arguments, output, error.")
@click.pass_context
def command(
    ctx: click.Context, name: str, arguments: str | None, home: str | None, context: str, allow: bool, as_json: bool
) -> None:
    """Call the tool NAME as an agent does, with a JSON object of arguments (- reads it from stdin; default: {}).

    Hooks fire and permission is asked; what the model would read is printed. Exit code 1 when there is no result.
    `chibi-hooks list --tools` shows the tools.
    """
    from chibi_hooks.opening import Host  # here, so that --help does without it

    given = _read(arguments)
    with Host.open(home=home, permission_handler=(lambda point, payload: True) if allow else None) as host:
        for notice in host.notices:
            note(f"skipped: {notice}")
        call = host.call_tool(name, given, context=context)
        of_plugin = name in host.tools and host.tools[name].kind == "plugin"
    if not (of_plugin and _is_shown_live()):
        for line in call.said.splitlines():
            note(f"{name}: {line}")
    if call.status != "done":
        note(f"{call.status}: {call.error}")
    if as_json:
        say_json(call.to_json())
    else:
        say_output(call.output)
    if call.status != "done":
        ctx.exit(1)


def _is_shown_live() -> bool:
    """Has what plugins wrote to stderr been on the terminal while they ran?"""
    from chibi_hooks.hooks.processes.keeper import KEEPER  # a plugin has loaded it

    return KEEPER.terminal is not None and KEEPER.terminal.show is not None


def _read(arguments: str | None) -> dict[str, Json]:
    if arguments is None:
        return {}
    shown = "<stdin>" if arguments == "-" else "the arguments"
    try:
        text = read_whole("-", shown).decode("utf-8-sig") if arguments == "-" else arguments
    except UnicodeDecodeError as error:
        raise BadRequest(f"{shown}: not UTF-8: byte {error.start} is 0x{error.object[error.start]:02x}") from None
    value = parse_json(text, shown)
    if not isinstance(value, dict):
        raise BadRequest(f'{shown}: wanted a JSON object such as {{"path": "vfs:///shared"}}, got {text.strip()[:40]}')
    return value
