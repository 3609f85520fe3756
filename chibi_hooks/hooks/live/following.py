"""A virtual file that was written or deleted -> the next generation, if hook files are concerned."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from chibi_hooks.hooks.homes.virtual_paths import steps_of
from chibi_hooks.scheme.reading.opener import is_regular

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Notice
    from chibi_hooks.hooks.live.reload import Reloader
    from chibi_hooks.hooks.responders import Generation


class Reloading(Protocol):
    """What is needed of the host."""

    @property
    def generation(self) -> Generation:
        """What is live."""

    @property
    def reloader(self) -> Reloader:
        """What makes the next one."""

    @property
    def notices(self) -> Sequence[Notice]:
        """What could not be loaded."""


def follow(host: Reloading, path: str) -> list[str]:
    """The next generation has the hook files at or below `path` as they are now.

    Gives what is wrong with the file; then its last good version stays.
    """
    steps = steps_of(path)
    loaded = host.generation.loaded
    if steps[:1] != ["tools"] or not loaded:
        return []
    home, place = loaded[-1].home.path, "/".join(("vfs", *steps))
    gate = loaded[-1].home.gate
    if gate is not None and is_regular(home / place):  # what this host writes is as good as what its user does
        gate.trust.extend(home, [home / place])
    concerned = [script.name for script in loaded[-1].scripts if f"{script.name}/".startswith(f"{place}/")]
    if not concerned and not place.endswith(".scm"):
        return []
    for name in concerned:
        if os.path.exists(home / name):
            host.reloader.written(home / name)
        else:
            host.reloader.gone(home / name)
    host.reloader.look()
    return [f"It does not load: {notice.reason}" for notice in host.notices if notice.place == place]
