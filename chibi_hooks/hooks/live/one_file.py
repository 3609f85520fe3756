"""A hook file of a home -> its `Script`, under everything that the home grants it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import POLICIES, Home, Surroundings
from chibi_hooks.hooks.live.home_files import files_of
from chibi_hooks.scheme.running.shares import JointLimit

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.script import Script


def read_script(
    home: Home,
    config: Config,
    around: Surroundings,
    name: str,
    path: Path,
    data: bytes | None = None,
    of: Home | None = None,
    joint: JointLimit | None = None,
) -> Script:
    """One hook file of a home; `data` is its content where it was read before; `of` is the home whose virtual files it
    has, where that is another one; `joint` the files of the home, which have a time limit together. Raises
    BrokenScript."""
    from chibi_hooks.hooks.scripts.loading import load_script  # a home without hook files does without the engine

    around.keep_compiled()
    tier = config.tier(name)
    return load_script(
        path,
        name,
        tier=tier,
        time_limit=config.seconds(name),
        memory_limit=config.megabytes(name) << 20,
        roots=[home.libraries, *_used(of or home, config, name)],
        data=data,
        vfs=None if tier == "sandboxed" else files_of(of or home, config),  # a sandboxed file reaches none
        environment=config.seen_by(name, around.environment),
        gate=home.gate,
        derived=name.startswith(POLICIES),
        joint=joint,
        isolation=around.isolation or config.isolated(name),
    )


def _used(home: Home, config: Config, name: str) -> list[Path]:
    """The directories with policies that a policy may come from."""
    if not config.policies.use or not name.startswith(POLICIES):
        return []
    from chibi_hooks.hooks.homes.policies import used_directories  # most homes have none

    return used_directories(home.path, config.policies)
