"""Arguments -> an exit code: the `chibi-hooks` command. Each file of this folder whose name has no underscore is a
subcommand.

Rules
-----
* A subcommand is a file `NAME.py` with a click command called `command`; it is imported when it is called, or for the
  list in `--help`.
* Data goes to stdout, everything else to stderr. Exit codes (DESIGN §12): 0 done, 1 negative result, 3 our fault,
  4 configuration, 64 usage; 130 after an interrupt. Never 2.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from chibi_hooks.hooks.errors import BadRequest, ConfigError, HookError, did_you_mean

DONE: Final = 0
NEGATIVE: Final = 1
OUR_FAULT: Final = 3
CONFIGURATION: Final = 4
USAGE: Final = 64
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
        found: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand that `args` begin with, and the rest of them."""
        if args and not args[0].startswith("-") and args[0] not in command_names():
            near = did_you_mean(args[0], command_names())
            there = ", ".join(command_names())
            raise click.UsageError(f'there is no command "{args[0]}"{near or f"; there are: {there}"}', ctx)
        return super().resolve_command(ctx, args)


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


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def root() -> None:
    """Run and inspect the hooks of LLM agents: subprocess plugins and Scheme files."""


def tune_collector() -> None:
    """Set Python's cyclic collector for a process that is ours: a Scheme heap is many small objects that live, and the
    usual threshold (700 new ones) makes the collector walk them again and again. An embedding program's is its own.
    """
    gc.set_threshold(20_000, 20, 20)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code. Without `arguments` it is the whole process that is asked."""
    if arguments is None:
        tune_collector()
    try:
        return int(root.main(arguments, prog_name="chibi-hooks", standalone_mode=False) or DONE)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return USAGE
    except click.ClickException as error:
        error.show()
        return USAGE
    except click.Abort:
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except BadRequest as error:
        click.echo(f"chibi-hooks: {error}", err=True)
        return USAGE
    except ConfigError as error:
        click.echo(f"chibi-hooks: {error}", err=True)
        return CONFIGURATION
    except HookError as error:
        click.echo(f"chibi-hooks: {error}", err=True)
        return OUR_FAULT
    except BrokenPipeError:  # whoever read our output has had enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for the interpreter's own flush at exit
        return DONE
    except Exception:
        import traceback  # only when we are at fault

        click.echo(f"chibi-hooks: an error of ours, please report it:\n{traceback.format_exc()}", err=True)
        return OUR_FAULT
