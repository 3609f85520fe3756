"""What a home says of policies -> for each the text of a hook file that switches it on; and which policies there are.

Rules
-----
* A policy NAME is a library that exports NAME: `lib/policies/NAME.sld` of the home, `(policies NAME)`; `NAME.sld` in a
  directory of `use`, `(NAME)`; else of the pack, `(harness policies NAME)`. The first of these counts.
* What is switched on is a hook file `policies/NAME` that lies nowhere: it has a world, budgets and a last good version
  like every other. Its text is made of the configuration alone, and trusted as that is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite, isnan
from pathlib import Path
from typing import Any, Final, NamedTuple

from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.config_file import File
from chibi_hooks.hooks.homes.declared import NAME, PACK, ChosenPolicies, used_directory
from chibi_hooks.hooks.homes.home import CONFIG_NAME, POLICIES, Home, Notice
from chibi_hooks.scheme.reading.opener import is_directory, is_regular, read_file, walk

SOURCE: Final = 1_000_000  # bytes of a policy
WAITS: Final = "harness facts"  # what a file says that may wait for somebody (scripts/providing.py)
MOST: Final = 1_000  # policies of one directory


class PolicySource(NamedTuple):
    """A policy: its name, the library that it is, and the file."""

    name: str
    library: str
    path: Path


class SwitchedOn(NamedTuple):
    """A policy that a home switches on: the name of its hook file and the text; `fault`: why there is none."""

    place: str
    text: str
    fault: str = ""


def switched_on(home: Home, config: Config) -> Iterator[SwitchedOn]:
    """The policies of a home, in their order."""
    for name, parameters in config.policies.chosen.items():
        source = find_policy(name, home, config.policies)
        if source is None:
            near = did_you_mean(name, [each.name for each in all_policies(home, config.policies)])
            hint = near or "; `chibi-hooks policies` lists them"
            yield SwitchedOn(POLICIES + name, "", f'there is no policy "{name}"{hint}')
        else:
            yield SwitchedOn(POLICIES + name, text_of(source, parameters))


def line_of(home: Home, place: str) -> str:
    """Where the configuration of a home switches on the policy of this place: `chibi-hooks.toml:7`."""
    line = File(home.config, _text(home.config)).line("policies", place.removeprefix(POLICIES))
    return f"{CONFIG_NAME}:{line}" if line else CONFIG_NAME


def used_directories(home: Path, chosen: ChosenPolicies) -> list[Path]:
    """The directories of `use`, which are named from the home."""
    return [used_directory(home, each) for each in chosen.use]


def absent_directories(home: Path, chosen: ChosenPolicies) -> Iterator[Notice]:
    """Those of `use` that are not there: all their policies are missing, and the pack's of the same names decide."""
    for named, directory in zip(chosen.use, used_directories(home, chosen), strict=True):
        if not is_directory(directory):
            yield Notice(CONFIG_NAME, f'policies.use: there is no directory "{named}", seen from the home')


def find_policy(name: str, home: Home, chosen: ChosenPolicies) -> PolicySource | None:
    """Where a policy of this name is; None when there is none."""
    for directory, prefix in _places(home, chosen):
        if is_regular(directory / f"{name}.sld"):
            return PolicySource(name, f"({prefix}{name})", directory / f"{name}.sld")
    return None


def all_policies(home: Home | None, chosen: ChosenPolicies) -> list[PolicySource]:
    """Every policy there is, by name; the first of two that have the same."""
    found: dict[str, PolicySource] = {}
    for directory, prefix in _places(home, chosen):
        for each in walk(directory, most=MOST):
            name = each.name.removesuffix(".sld")
            if name != each.name and not each.fault and NAME.fullmatch(name):
                found.setdefault(name, PolicySource(name, f"({prefix}{name})", Path(each.path)))
    return [found[name] for name in sorted(found)]


def text_of(source: PolicySource, parameters: Mapping[str, Any]) -> str:
    """The hook file that switches a policy on with these parameters."""
    waits = f" ({WAITS})" if WAITS in _text(source.path) else ""
    return (
        f";; [policies] {source.name}: {source.library}{waits}\n"
        f"(import (harness policy) (prefix (only {source.library} {source.name}) policy:))\n"
        "(for-each (lambda (hook) (register-hook (car hook) (cdr hook)))\n"
        f"          (policy-hooks policy:{source.name} '{_datum(dict(parameters))}))\n"
    )


def _places(home: Home | None, chosen: ChosenPolicies) -> list[tuple[Path, str]]:
    own = [] if home is None else [(home.libraries / "policies", "policies ")]
    used = [] if home is None else [(directory, "") for directory in used_directories(home.path, chosen)]
    return [*own, *used, (PACK, "harness policies ")]


def text_in(source: PolicySource) -> str:
    """The text of a policy; empty where it cannot be read."""
    return _text(source.path)


def _text(path: Path) -> str:
    try:
        return read_file(path, SOURCE).decode("utf-8", "replace")
    except OSError:
        return ""


def _datum(value: Any) -> str:
    """A TOML value as Scheme data."""
    if isinstance(value, bool):
        return "#t" if value else "#f"
    if isinstance(value, float) and not isfinite(value):
        return "+nan.0" if isnan(value) else "+inf.0" if value > 0 else "-inf.0"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, dict):
        return f"({' '.join(f'({_datum(str(key))} . {_datum(each)})' for key, each in value.items())})"
    if isinstance(value, list):
        return f"({' '.join(map(_datum, value))})"
    shown = "".join(c if c.isprintable() and c not in '"\\' else f"\\x{ord(c):x};" for c in str(value))
    return f'"{shown}"'


def table_of(chosen: Mapping[str, Mapping[str, Any]], use: Iterable[str] = ()) -> str:
    """The table [policies] that says this."""
    lines = [f"{name} = {as_toml(dict(parameters))}" for name, parameters in chosen.items()]
    return "\n".join(["[policies]", f"use = {as_toml(list(use))}", *lines, ""])


def as_toml(value: Any) -> str:
    """A value as one line of TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {as_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return str(value) if isinstance(value, float) else json.dumps(value)
