"""A home and its configuration -> its virtual files, with everything that is generated among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.generated import Contexts, flocks_in
from chibi_hooks.hooks.homes.vfs import Quota, Vfs
from chibi_hooks.hooks.tools.tool_files import MOUNT, ToolFiles

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.config import Config, Grant
    from chibi_hooks.hooks.homes.home import Home


def files_of(home: Home, config: Config) -> Vfs:
    """The virtual files of a home."""
    flocks = flocks_in(home.path, config.flocks)
    tiers = sorted(((same_file(place), tier) for place, tier in config.tiers.items()), key=_strictest_last)
    alike = replace(config, tiers=dict(tiers))
    unsandboxed = [prefix for prefix, tier in tiers if tier == "unsandboxed"]

    def is_sealed(place: str) -> bool:
        folded = same_file(place)
        if not f"{folded}/".startswith("vfs/tools/"):  # nothing else is run
            return False
        tiers = config.tier(place), alike.tier(folded)  # as file systems tell names apart, and as others do
        return "unsandboxed" in tiers or any(each.startswith(f"{folded}/") for each in unsandboxed)

    return Vfs(
        home.virtual_files,
        flocks,
        Quota(config.vfs_megabytes << 20, config.vfs_files),
        is_sealed,
        {("sys", "contexts"): Contexts(home.path, flocks), MOUNT: ToolFiles()},
    )


def same_file(place: str) -> str:
    """The same for all spellings that some file systems take for one file: without case, and composed."""
    if place.isascii():
        return place.lower()
    from unicodedata import normalize  # few names need it

    return normalize("NFC", normalize("NFD", place).casefold())


def _strictest_last(granted: tuple[str, Grant]) -> bool:
    return granted[1] == "unsandboxed"
