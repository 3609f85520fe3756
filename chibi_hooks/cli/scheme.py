"""`scheme [FILE [ARGUMENT]...]`: a Scheme program in, its output and the value of its last form out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._content import read_whole
from chibi_hooks.cli._number import Number
from chibi_hooks.cli._say import note, say_output
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings

if TYPE_CHECKING:
    from chibi_hooks.scheme.interpreter import Interpreter
    from chibi_hooks.scheme.values.source import SourceText

EXAMPLES = (
    "scheme program.scm", "scheme -e '(map abs (list -1 2))'", "scheme - --time 5", "scheme --show core program.scm",
)  # fmt: skip


@click.command()
@click.argument("file", required=False)
@click.argument("arguments", nargs=-1)
@click.option("-e", "text", metavar="TEXT", help="Run this text; FILE is the first of its arguments then.")
@click.option("-I", "roots", multiple=True, metavar="DIR", help="Where the program's own libraries are (repeatable).")
@click.option("--unsandboxed", is_flag=True, help="Let the program reach files, processes and the environment.")
@click.option(
    "--time",
    "seconds",
    type=Number(0, min_open=True),
    metavar="S",
    help="Stop after S seconds of computing; by the clock after ten times that, S + 5 at least.",
)
@click.option(
    "--memory",
    "megabytes",
    type=click.IntRange(16),
    default=1024,  # a runaway recursion must end in a message and not in a machine without memory
    show_default=True,
    metavar="MB",
    help="Stop when it needs more memory.",
)
@click.option("--backtrace", is_flag=True, help="When it fails, show which procedures were running.")
@click.option(
    "--show",
    "phase",
    type=click.Choice(["tokens", "syntax", "core", "python"]),
    help="Run nothing: print what that phase of the compiler makes of the program.",
)
@click.option("--steps", type=click.IntRange(1), metavar="N", help="Stop after N calls and turns of loops.")
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    arguments: tuple[str, ...],
    text: str | None,
    roots: tuple[str, ...],
    unsandboxed: bool,
    seconds: float | None,
    megabytes: int,
    backtrace: bool,
    phase: str | None,
    steps: int | None,
) -> None:
    """Run the Scheme program in FILE (- or nothing: stdin). Prints what it prints, and the value of its last form.

    It begins with the names of R7RS, and its imports add to them, as in hook files: where R7RS has a program see what
    it imports and nothing else, no name goes away here. Libraries see what they import.

    (command-line) is FILE and the ARGUMENTS; those that look like options stand after --.
    """
    if file is None and text is None and sys.stdin.isatty():
        note(ctx.get_help())
        ctx.exit(64)
    from chibi_hooks.scheme.interpreter import Interpreter
    from chibi_hooks.scheme.values.source import SourceText

    if text is not None:
        arguments = arguments if file is None else (file, *arguments)
        name, written = "<text>", text
    else:
        name = "<stdin>" if file in (None, "-") else str(file)
        written = _read(name, ctx)
    for root in roots:
        if not Path(root).is_dir():
            raise BadRequest(f"-I {root}: there is no such directory")
    Surroundings.of_process().keep_compiled()
    source = SourceText(name, written)
    interpreter = Interpreter(
        "unsandboxed" if unsandboxed else "sandboxed",
        seconds,
        megabytes << 20,
        roots=[Path(root) for root in roots],
        directory=None if name in ("<stdin>", "<text>") else Path(name).parent,
        command_line=[source.name, *arguments],
        environment=dict(os.environ) if unsandboxed else None,
        stdin=None if name == "<stdin>" else sys.stdin,
        stdout=sys.stdout,
        stderr=sys.stderr,
        exits=True,
        steps=steps,
    )
    if (code := _ended(interpreter, source, phase, backtrace)) != 0:
        ctx.exit(code)


def _ended(interpreter: Interpreter, source: SourceText, phase: str | None, backtrace: bool) -> int:
    """Run a program, or show what a phase makes of it; with which code it ends."""
    from chibi_hooks.scheme.primitives.system.system import Exit
    from chibi_hooks.scheme.running import backtrace as frames
    from chibi_hooks.scheme.values.data import UNSPECIFIED, Values
    from chibi_hooks.scheme.values.errors import SchemeError
    from chibi_hooks.scheme.values.printer import write_text

    try:
        if phase is not None:
            say_output(interpreter.show(phase, source), end="")
            return 0
        value = interpreter.run(source, keep=True)
    except SchemeError as error:
        sys.stdout.flush()
        note(frames.page(error) if backtrace else error.report())
        return 3 if error.kind == "internal" else 1
    except Exit as exit:
        return exit.code
    for each in value.values if isinstance(value, Values) else (value,):
        if each is not UNSPECIFIED:
            say_output(write_text(each))
    return 0


def _read(name: str, ctx: click.Context) -> str:
    data = read_whole("-" if name == "<stdin>" else name, name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        note(f"{name}:{line}: not UTF-8: byte 0x{data[error.start]:02x}; save the file as UTF-8")
        ctx.exit(1)
