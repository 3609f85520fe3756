"""Arguments -> an exit code: the `chibi-hooks` command. Each file of this folder whose name has no underscore is a
subcommand.

Rules
-----
* A subcommand is a file `NAME.py` with a click command that is the function `command`, and `EXAMPLES` of its
  arguments, which end its help; it is imported when it is called. The list in `--help` takes the function's docstring
  out of its compiled code.
* Data goes to stdout, everything else to stderr. Exit codes (DESIGN §12): 0 done, 1 negative result, 3 our fault,
  4 configuration, 64 usage; 130 after an interrupt. Never 2.
"""

from __future__ import annotations

import _thread
import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import click

from chibi_hooks.cli._ending import end_processes
from chibi_hooks.cli._waiting import WAITING, begin_waiting
from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError, did_you_mean
from chibi_hooks.hooks.processes.ownership import OWN
from chibi_hooks.visible import visible

DONE: Final = 0
OUR_FAULT: Final = 3
CONFIGURATION: Final = 4
USAGE: Final = 64
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
AGAIN: Final = 0.05  # seconds: a callback of the collector takes less
INTERRUPTED: Final = 130  # what a shell reports for a program ended by Ctrl-C


class Commands(click.Group):
    """The subcommands, found in this folder and imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands, sorted."""
        return command_names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name."""
        if cmd_name not in command_names():
            return None
        module = import_module(f"{__name__}.{cmd_name}")
        found: click.Command = module.command
        lines = [f"  chibi-hooks {each}" for each in getattr(module, "EXAMPLES", ())]
        found.epilog = "\n".join(["\b", "Examples:", *lines]) if lines else None
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of the subcommands, without importing them."""
        room = formatter.width - 6 - max(map(len, command_names()))
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._about(name, room)) for name in command_names()])

    def _about(self, name: str, room: int) -> str:
        """What a subcommand is for, in one line."""
        module = f"{__name__}.{name}"
        spec = find_spec(module)
        loader: Any = spec.loader if spec is not None else None
        code: CodeType | None = loader.get_code(module) if hasattr(loader, "get_code") else None
        for each in code.co_consts if code is not None else ():
            if isinstance(each, CodeType) and each.co_name == "command" and isinstance(each.co_consts[0], str):
                return click.Command(name, help=each.co_consts[0]).get_short_help_str(room)
        found: click.Command = import_module(module).command
        return found.get_short_help_str(room)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand that `args` begin with, and the rest of them. Raises click.UsageError, with a near name."""
        if args and not args[0].startswith("-") and args[0] not in command_names():
            called = ELSEWHERE.get(args[0])
            near = f': here it is "{called}"' if called else did_you_mean(args[0], command_names())
            there = ", ".join(command_names())
            raise click.UsageError(f'there is no command "{args[0]}"{near or f"; there are: {there}"}', ctx)
        return super().resolve_command(ctx, args)


ELSEWHERE: Final = {  # what other tools call it
    "lint": "check", "validate": "check", "verify": "check", "attach": "install", "detach": "uninstall",
    "remove": "uninstall", "run": "fire", "eval": "scheme", "start": "serve", "new": "init", "create": "init",
    "history": "log", "logs": "log", "health": "doctor", "info": "status",
}  # fmt: skip


def command_names() -> list[str]:
    """The files of this folder that are subcommands."""
    names = (Path(name).stem for name in os.listdir(Path(__file__).parent) if name.endswith(".py"))
    return sorted(name for name in names if "_" not in name)


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version  # slow to import, and wanted only here

        try:
            click.echo(f"chibi-hooks {version('chibi-hooks')}")
        except PackageNotFoundError:
            click.echo("chibi-hooks, run from a directory where it is not installed")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="The first ten minutes: chibi-hooks docs first-hook",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def root() -> None:
    """Run and inspect the hooks of LLM agents: subprocess plugins and Scheme files."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code. Without `arguments` it is the whole process that is asked."""
    if arguments is None:
        _own_process()
        if sys.argv[1:] and sys.argv[1] in command_names():
            begin_waiting(sys.argv[1])
    try:
        return _run(arguments)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        error.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except HookError as error:
        click.echo(visible(f"chibi-hooks: {error}"), err=True)
        return exit_code(error)
    except BrokenPipeError:  # whoever read our output has had enough
        drop_output()
        return DONE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM and error.filename is None:  # our output is a file
            drop_output()
            with suppress(OSError):
                click.echo(f"chibi-hooks: what there is to say cannot be written: {error.strerror}", err=True)
            return CONFIGURATION
        import traceback  # only when we are at fault

        click.echo(visible(f"chibi-hooks: an error of ours, please report it:\n{traceback.format_exc()}"), err=True)
        return OUR_FAULT
    finally:
        if arguments is None:
            end_processes()


def drop_output() -> None:
    """Nobody can take what is left to say on stdout; the interpreter would try once more when it ends."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the process


def exit_code(error: HookError) -> int:
    """Whose fault it is, as an exit code."""
    if isinstance(error, BadRequest):
        return USAGE
    return CONFIGURATION if isinstance(error, ConfigError) else OUR_FAULT


def _run(arguments: Sequence[str] | None) -> int:
    try:
        return int(root.main(arguments, prog_name="chibi-hooks", standalone_mode=False) or DONE)
    finally:
        WAITING.end()  # errors are told after it


def _own_process() -> None:
    """This process is ours: what plugins leave behind is our child, they may use our terminal, and SIGTERM ends what
    is under way before it ends us."""
    OWN.process = OWN.terminal = True
    if sys.stderr is not None and sys.stderr.isatty():
        OWN.show = _show
    with suppress(ValueError):  # not the main thread: whoever runs us takes care
        signal.signal(signal.SIGTERM, _end)
        sys.unraisablehook = _ended_after_all


def _show(chunk: bytes) -> None:
    WAITING.end()
    sys.stderr.buffer.write(chunk)
    sys.stderr.flush()


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # the second time it is meant
    _thread.start_new_thread(end_processes, ())  # elsewhere: what this thread was doing may hold a lock of the keeper
    raise SystemExit(128 + number)


def _ended_after_all(lost: sys.UnraisableHookArgs) -> None:
    """What is raised in a callback of the collector is lost, and a signal may come just there: send it once more."""
    again: Callable[..., object]
    if isinstance(lost.exc_value, SystemExit):
        again = partial(_end, signal.SIGTERM, None)
    elif isinstance(lost.exc_value, KeyboardInterrupt):
        again = partial(os.kill, os.getpid(), signal.SIGINT)  # by then a command may take it in a way of its own
    else:
        sys.__unraisablehook__(lost)
        return
    with suppress(ValueError):  # not the main thread: no signal of ours
        signal.signal(signal.SIGALRM, lambda *_: again())
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
