"""A reload and the homes -> the lines about mistakes in the hook files that were saved: for `dev` and the REPL.

A file that does not load has its page already, so only those are looked at that are live now; nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.checking.linting.agent_words import NO_AGENTS, AgentsKnown
from chibi_hooks.hooks.checking.linting.lint import check_script, text_of
from chibi_hooks.hooks.checking.linting.reports import pages
from chibi_hooks.hooks.deciding.paint import Paint, plain
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.homes.home import Home, find_scripts
from chibi_hooks.hooks.live.config_seen import config_of

LIVE: Final = ("added", "changed", "fixed")  # kinds of changes after which the file on disk is what is live
MOST: Final = 10  # files; after a checkout of a thousand `check` is the tool


def mistakes_saved(
    reloaded: Mapping[str, Json], homes: Sequence[Path], paint: Paint = plain, agents: AgentsKnown = NO_AGENTS
) -> Iterator[str]:
    """What `check` says of the hook files that a reload took in."""
    saved = {each["place"] for each in reloaded["changes"] if each["kind"] in LIVE}
    if len(saved) > MOST:
        return
    for path in homes:
        home = Home(path, "given")
        files = [(name, file) for name, file in find_scripts(path) if name in saved]
        try:
            config = config_of(home)
        except HookError:  # that is told with the reload
            return
        for name, file in files:
            findings = check_script(file, name, config, [home.libraries], None, agents, load=False)
            yield from pages(findings, {name: text_of(file)}, paint)
