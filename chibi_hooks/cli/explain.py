"""`explain CODE`: what a kind of mistake is, with a wrong line and the right one."""

from __future__ import annotations

from collections.abc import Iterator

import click

from chibi_hooks.cli._completing import codes
from chibi_hooks.cli._say import paint, say, say_table
from chibi_hooks.hooks.errors import BadRequest, did_you_mean

EXAMPLES = ("explain", "explain symbol-key")


@click.command()
@click.argument("code", required=False, shell_complete=codes)
def command(code: str | None) -> None:
    """Explain a CODE of `chibi-hooks check`, such as symbol-key; without one: list them."""
    from chibi_hooks.hooks.checking.linting.codes import CODES

    if code is None:
        say_table([(name, each.title) for name, each in CODES.items()], heading=False)
        return
    if code not in CODES:
        raise BadRequest(f"there is no code {code}{did_you_mean(code, CODES) or ': `chibi-hooks explain` lists them'}")
    stated = CODES[code]
    say(f"{paint(code, bold=True)}: {stated.title}\n\n{stated.why}")
    for word, text in (("wrong", stated.wrong), ("right", stated.right)):
        if text:
            say("\n".join(_example(word, text)))


def _example(word: str, text: str) -> Iterator[str]:
    yield f"\n{word}:"
    yield from (f"  {line}" for line in text.splitlines())
