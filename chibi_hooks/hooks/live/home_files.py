"""A home and its configuration -> its virtual files, with everything that is generated among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.generated import Contexts, flocks_in
from chibi_hooks.hooks.homes.vfs import Quota, Vfs
from chibi_hooks.hooks.tools.tool_files import MOUNT, ToolFiles

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.homes.home import Home


def files_of(home: Home, config: Config) -> Vfs:
    """The virtual files of a home."""
    unsandboxed = [prefix for prefix, tier in config.tiers.items() if tier == "unsandboxed"]

    def is_sealed(place: str) -> bool:
        if not f"{place}/".startswith("vfs/tools/"):  # nothing else is run
            return False
        return config.tier(place) == "unsandboxed" or any(each.startswith(f"{place}/") for each in unsandboxed)

    flocks = flocks_in(home.path, config.flocks)
    return Vfs(
        home.virtual_files,
        flocks,
        Quota(config.vfs_megabytes << 20, config.vfs_files),
        is_sealed,
        {("sys", "contexts"): Contexts(home.path, flocks), MOUNT: ToolFiles()},
    )
