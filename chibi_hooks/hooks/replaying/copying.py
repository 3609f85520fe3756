"""A live generation -> its hook files once more, in worlds of their own, for replays.

Also last good versions, and files that are no longer as they were. Nothing outside is touched: plugins are not asked,
unsandboxed files are left out. Let the worlds go with `Script.dispose`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.live.generation import compose
from chibi_hooks.hooks.live.one_file import read_script
from chibi_hooks.hooks.replaying.replay import NotReplayed
from chibi_hooks.hooks.responders import Generation, LoadedHome

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.script import Script

NONE: Mapping[Script, Script] = MappingProxyType({})


def copy_for_replay(
    generation: Generation, around: Surroundings, points: Set[str], ready: Mapping[Script, Script] = NONE
) -> Generation:
    """The files that answer at these points, copied; `ready` are copies that have been made before.

    Raises NotReplayed when a file cannot be loaded any more.
    """
    loaded = [_copy(each, around, points, ready) for each in generation.loaded]
    return compose(generation.number, generation.project, (), tuple(loaded))


def copy_script(script: Script, loaded: LoadedHome, around: Surroundings) -> Script:
    """One file, as it was loaded. Raises NotReplayed."""
    from chibi_hooks.hooks.scripts.script import BrokenScript  # whoever has scripts has the engine

    path = loaded.home.path / script.name
    text = script.source.text.encode("utf-8", "surrogatepass")
    try:
        return read_script(loaded.home, loaded.config, around, script.name, path, text)
    except BrokenScript as broken:
        raise NotReplayed(f"{script.name} cannot be loaded once more: {broken}") from None


def _copy(loaded: LoadedHome, around: Surroundings, points: Set[str], ready: Mapping[Script, Script]) -> LoadedHome:
    copies = [
        ready.get(script) or copy_script(script, loaded, around)
        for script in loaded.scripts
        if script.tier == "sandboxed" and not points.isdisjoint(hook.point for hook in script.hooks)
    ]
    there = {script.name for script in loaded.scripts}.union(*(each.places for each in loaded.others))
    left_out = tuple(notice for notice in loaded.notices if notice.place not in there)
    return replace(loaded, scripts=tuple(copies), notices=left_out, leases=(), others=())
