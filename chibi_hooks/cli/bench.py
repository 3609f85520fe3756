"""`bench`: the measured promises as tables, from a checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from chibi_hooks.hooks.errors import BadRequest

EXAMPLES = ("bench", "bench language")


@click.command()
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@click.pass_context
def command(ctx: click.Context, tables: tuple[str, ...]) -> None:
    """Measure, and print the tables (language, fire, start, …; all if none is named).

    Each line is a ratio of two things measured in the same run, and says what is promised. It takes minutes; other
    work on the machine shows.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "tests" / "bench" / "__main__.py").is_file():
        raise BadRequest("bench works in a checkout: the benchmarks are not part of what is installed")
    ctx.exit(subprocess.run([sys.executable, "-m", "tests.bench", *tables], cwd=root).returncode)
