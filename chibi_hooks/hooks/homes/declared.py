"""The tables `[facts.NAME]` and `[policies]` of `chibi-hooks.toml` -> `DeclaredFact`s and `ChosenPolicies`.

[facts.ci]                        (fact 'ci) is what this command prints; it is run at most every 30 s
command = ["gh", "run", "list"]
ttl = "30s"
timeout = "2s"

[policies]                        in this order, after plugins and before hook files
rm-rf = { allowed = ["build"] }
force-push = true
use = ["../team-policies"]        more policies: NAME.sld is the library (NAME)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from chibi_hooks.hooks.homes.config_file import WrongName
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB
from chibi_hooks.scheme.reading.opener import is_regular, real_path

PACK: Final = SCHEME_LIB / "harness" / "policies"  # ours
USE: Final = "use"  # the one name in [policies] that is no policy
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,63}")
LONGEST: Final = 86_400.0  # seconds
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}


@dataclass(frozen=True, slots=True)
class DeclaredFact:
    """A command whose output is a fact: at most every `ttl` seconds, for at most `timeout` seconds."""

    command: tuple[str, ...]
    ttl: float = 30.0
    timeout: float = 2.0


@dataclass(frozen=True, slots=True)
class ChosenPolicies:
    """The policies that a home switches on, in their order, each with its parameters; and directories with more."""

    chosen: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    use: tuple[str, ...] = ()


def used_directory(home: Path, named: str) -> Path:
    """A directory of `use`, which is named from the home, with `..` and links resolved."""
    return Path(real_path(home / Path(named).expanduser()))


def is_in_pack(name: str) -> bool:
    """Is there a policy of ours of this name?"""
    return NAME.fullmatch(name) is not None and is_regular(PACK / f"{name}.sld")


def facts_of(value: Any) -> dict[str, DeclaredFact]:
    """The table [facts]. Raises ValueError("wanted …")."""
    if not isinstance(value, dict):
        raise ValueError("wanted tables such as [facts.ci]")
    return {_name(name): _fact(name, told) for name, told in value.items()}


def policies_of(value: Any) -> ChosenPolicies:
    """The table [policies]. Raises ValueError("wanted …")."""
    if not isinstance(value, dict):
        raise ValueError("wanted a table, [policies]")
    use = value.get(USE, [])
    if not isinstance(use, list) or not all(isinstance(each, str) and each for each in use):
        raise ValueError("use: wanted a list of directories")
    chosen: dict[str, Mapping[str, Any]] = {}
    for name, told in value.items():
        if name == USE or told is False:
            continue
        if told is not True and not isinstance(told, dict):
            raise ValueError(f"{name}: wanted true, false or a table of parameters such as {{ allowed = [] }}")
        chosen[_name(name)] = {} if told is True else told
    return ChosenPolicies(chosen, tuple(use))


def seconds_of(value: Any) -> float:
    """A duration: a number of seconds, or a text such as "30s", "5m", "200ms". Raises ValueError."""
    if isinstance(value, str) and (found := _DURATION.fullmatch(value.strip())) is not None:
        value = float(found[1]) * _UNITS[found[2]]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST:
        raise ValueError('wanted seconds, or a text such as "30s" or "5m" (at most a day)')
    return float(value)


def _fact(name: str, told: Any) -> DeclaredFact:
    if not isinstance(told, dict):
        raise ValueError(f'{name}: wanted a table with command = ["program", "argument"]')
    for key in told:
        if key not in ("command", "ttl", "timeout"):
            raise ValueError(f"{name}.{key}: wanted command, ttl or timeout")
    command = told.get("command")
    if not isinstance(command, list) or not command or not all(isinstance(each, str) for each in command):
        raise ValueError(f'{name}.command: wanted a list such as ["git", "status"]')
    try:
        timeout = seconds_of(told.get("timeout", 2.0))
        return DeclaredFact(tuple(command), seconds_of(told.get("ttl", 30.0)), max(timeout, 0.01))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _name(name: str) -> str:
    if NAME.fullmatch(name) is None:
        near = name.lower().replace("_", "-")
        hint = f": {near}" if NAME.fullmatch(near) else ""
        raise WrongName(f"{name}: wanted a name of small letters, digits and -{hint}")
    return name
