"""Commands about generations: which there were, and what the files said then."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import find_scripts
from chibi_hooks.hooks.recording import texts
from chibi_hooks.hooks.recording.explanation import clock
from chibi_hooks.repl.commands import command
from chibi_hooks.repl.conversation import Conversation
from chibi_hooks.repl.reply import Reply
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.values.source import SourceText

BYTES = 4_000_000  # of a hook file


@command("gen", "", "the generation that is live, and those before it that have answered")
def gen(session: Conversation, text: str) -> Reply:
    """A generation is written down with its first fire. `,diff N` compares one with what is live, `,rollback` goes one
    back."""
    live = session.host.generation
    files = sum(len(each.scripts) for each in live.loaded)
    notes = [f"generation {live.number} is live: {files} hook file{'' if files == 1 else 's'}"]
    rows = [(str(each.number), clock(each.time)) for each in texts.known(_journal(session))]
    return Reply(page="\n".join(columns([("GENERATION", "LAST LIVE"), *rows])) if rows else "", notes=notes)


@command("diff", "[N]", "what is different between generation N and what is live")
def diff(session: Conversation, text: str) -> Reply:
    """Without N: the last one that is written down and has another number than what is live. `,replay` tells which
    decisions are different."""
    journal = _journal(session)
    if text and not text.isdecimal():
        raise BadRequest(f"diff: wanted the number of a generation, got {text[:40]}; `,gen` lists them")
    live = session.host.generation
    kept = texts.known(journal)
    chosen = texts.find(journal, int(text[:9])) if text else next((x for x in kept if x.number != live.number), None)
    if chosen is None:
        raise BadRequest("diff: no other generation is written down; each is with its first fire")
    with TemporaryDirectory(prefix="chibi-hooks-") as directory:
        before = {name: path for home in texts.restore(chosen, Path(directory)).homes
                  for name, path in find_scripts(home.path)}  # fmt: skip
        now = {script.name: script.source for each in live.loaded for script in each.scripts}
        lines = [line for name in sorted({*before, *now}) for line in _compared(name, before, now, chosen.number)]
    return Reply(page="\n".join(lines) or f"generation {chosen.number} had the same hook files")


def _compared(name: str, before: dict[str, Path], now: dict[str, SourceText], number: int) -> Iterator[str]:
    old = read_file(before[name], BYTES).decode("utf-8", "replace").splitlines() if name in before else []
    new = now[name].text.splitlines() if name in now else []
    return unified_diff(old, new, f"{name}, generation {number}", f"{name}, live", lineterm="")


def _journal(session: Conversation) -> Path:
    """Where the journal lies. Raises BadRequest."""
    recorder = session.host.recorder
    if recorder is None:
        raise BadRequest("this host records nothing, so no generation is written down")
    recorder.flush()
    return recorder.path
