"""A home's `chibi-hooks.toml` -> `Config`; every key that is accepted works, every other one is refused with a near
name.

The table `KEYS` is the whole grammar: `load_config` reads it, `chibi-hooks init` prints it as a commented file.

Rules
-----
* Nothing is guessed: a wrong type, an unknown key, an unknown hook point is a ConfigError with file and line.
* Each home's file speaks for that home's own plugins and hook files only.

Not a model of pydantic: that would save the readers of values, fifty lines, but neither the line of a key nor the near
name of an unknown one; and every cold `fire` in a home with such a file would import it, for 70 to 300 ms.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args

from chibi_hooks.hooks.errors import ConfigError, did_you_mean
from chibi_hooks.hooks.homes import secrets
from chibi_hooks.hooks.homes.config_file import File, Key, as_written, parse_toml, read
from chibi_hooks.hooks.homes.declared import ChosenPolicies, DeclaredFact, facts_of, is_in_pack, policies_of
from chibi_hooks.scheme.reading.opener import read_file

SHORTEST: Final = 0.001  # seconds: in less nothing answers, and a guard that cannot answer decides nothing
BYTES: Final = 1_000_000  # of a configuration; a thousand files by name are 50,000

T = TypeVar("T")
Grant = Literal["sandboxed", "virtual", "unsandboxed"]
"""What a hook file may reach: nothing of the system; that, and virtual files by `(harness io)` as whoever it runs for;
everything."""
GRANTS: Final[tuple[Grant, ...]] = get_args(Grant)
VIRTUAL: Final = "vfs/tools/shared/"  # where chibi's own files run as they are
Isolation = Literal["thread", "worker"]
ISOLATIONS: Final[tuple[Isolation, ...]] = ("thread", "worker")


@dataclass(frozen=True, slots=True)
class Config:
    """What a home says about how its responders run. The defaults are those of an empty file."""

    permission: Literal["allow", "deny"] | None = None  # None: this home does not say
    plugin_timeout: float = 30.0
    schema_timeout: float = 5.0
    payload_in_environment: tuple[str, ...] = ()
    remove_environment: tuple[str, ...] = ()
    keep_environment: tuple[str, ...] = ("*",)
    time_limit: float = 1.0
    fire_time_limit: float = 30.0
    memory_limit: int = 256
    last_good: bool = True
    tiers: Mapping[str, Grant] = field(default_factory=dict)
    isolation: Mapping[str, Isolation] = field(default_factory=dict)
    time_limits: Mapping[str, float] = field(default_factory=dict)
    memory_limits: Mapping[str, int] = field(default_factory=dict)
    environment: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    on_failure: Mapping[str, str] = field(default_factory=dict)
    flocks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vfs_megabytes: int = 256
    vfs_files: int = 10_000
    cache_output_over: int = 0  # 0: nothing is cached
    agents: tuple[str, ...] = ()
    allowing: tuple[str, ...] = ()
    stop_cap: int = 3
    prompt_rewrite: Literal["block", "context"] = "block"
    facts: Mapping[str, DeclaredFact] = field(default_factory=dict)
    policies: ChosenPolicies = ChosenPolicies()
    recorder_enabled: bool = True
    max_fire_kilobytes: int = 256
    max_journal_megabytes: int = 64
    keep_days: float = 30.0
    redact_keys: tuple[str, ...] = secrets.KEYS
    redact_words: tuple[str, ...] = secrets.WORDS

    def tier(self, place: str) -> Grant:
        """The tier of the hook file at `place` (relative to the home): the longest prefix that matches decides."""
        return _closest(self.tiers, place, "virtual" if place.startswith(VIRTUAL) else "sandboxed")

    def seconds(self, place: str) -> float:
        """How long the hook file at `place` may compute for one event."""
        return _closest(self.time_limits, place, self.time_limit)

    def isolated(self, place: str) -> Isolation:
        """Where the world of the hook file at `place` lives: in a thread of this process, or in one of its own."""
        return _closest(self.isolation, place, ISOLATIONS[0])

    def megabytes(self, place: str) -> int:
        """How much memory the hook file at `place` may hold."""
        return _closest(self.memory_limits, place, self.memory_limit)

    def seen_by(self, place: str, environment: Mapping[str, str]) -> dict[str, str] | None:
        """What of `environment` the hook file at `place` sees; None: it may not even ask."""
        if self.tier(place) == "unsandboxed":
            return self.inherited(environment)
        names = _closest(self.environment, place, ())
        return {name: environment[name] for name in names if name in environment} if names else None

    def denies_on_failure(self, point: str, place: str) -> bool:
        """Is a failure of the responder at `place` a denial at `point`?"""
        return point in self.on_failure or any(fnmatchcase(place, key) for key in self.on_failure)

    def may_allow(self, place: str) -> bool:
        """Does an allowance of the responder at `place` count, though it skips the agent's user?"""
        return any(fnmatchcase(place, pattern) for pattern in self.allowing)

    def wants_environment_payload(self, place: str) -> bool:
        """Does the plugin at `place` (`plugins/name`) expect its payload in `CHIBI_HOOK_DATA`, as chibi did before
        0.7?"""
        name = place.removeprefix("plugins/")
        return any(fnmatchcase(name, pattern) for pattern in self.payload_in_environment)

    def inherited(self, environment: Mapping[str, str]) -> dict[str, str]:
        """What of `environment` this home's plugins inherit."""
        if not self.remove_environment and self.keep_environment == ("*",):
            return dict(environment)
        return {name: value for name, value in environment.items() if self._inherits(name)}

    def _inherits(self, name: str) -> bool:
        kept = any(fnmatchcase(name, pattern) for pattern in self.keep_environment)
        return kept and not any(fnmatchcase(name, pattern) for pattern in self.remove_environment)


def _closest(table: Mapping[str, T], place: str, default: T) -> T:
    """What a table says whose keys are beginnings of places: the longest that fits."""
    prefixes = [prefix for prefix in table if place.startswith(prefix)]
    return table[max(prefixes, key=len)] if prefixes else default


def load_config(path: Path, denying_points: Mapping[str, bool]) -> Config:
    """The configuration in the file at `path`; the defaults when there is none.

    `denying_points` maps every hook point to whether an answer there can deny or block. Raises ConfigError.
    """
    try:
        data = read_file(path, BYTES)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    return parse_config(data, path, denying_points)


def parse_config(content: bytes, path: Path, denying_points: Mapping[str, bool]) -> Config:
    """What the content of such a file says; `path` is how errors call it. Raises ConfigError."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: wanted text in UTF-8, got byte {content[error.start]:#04x}") from error
    data = parse_toml(text, path)
    values = {key.target: value for key, value in read(File(path, text), data, (*KEYS, EVERYWHERE))}
    config = Config(**values)
    _check_on_failure(File(path, text), config, denying_points)
    return config


def template() -> str:
    """A configuration file that says nothing yet: every key, commented out, with what it does."""
    lines = ["# How this home's plugins and hook files run. Every line is optional; the values shown are the defaults."]
    table = ""
    for key in KEYS:
        if key.table != table:
            table = key.table
            lines += ["", f"[{table}]"]
        lines += [f"# {key.doc}", f"# {key.name} = {key.example}" if key.name else f"# {key.example}"]
    return "\n".join(lines) + "\n"


def _positive(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not SHORTEST <= value <= 86_400:
        raise ValueError(f"wanted a number of seconds from {SHORTEST} to 86400")
    return float(value)


def _megabytes(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 16 <= value <= 1_048_576:
        raise ValueError("wanted a whole number of megabytes, 16 or more")
    return value


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("wanted true or false")
    return value


def _amount(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_048_576:
        raise ValueError("wanted a whole number from 1 to 1048576")
    return value


def _count_or_none(value: Any) -> int:
    return 0 if value == 0 and type(value) is int else _amount(value)


def _days(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 36_500:
        raise ValueError("wanted a number of days over 0 (at most 36500)")
    return float(value)


def _beginnings(value: Any) -> tuple[str, ...]:
    for word in _names(value):
        if not word.endswith("*") or "*" in word[:-1] or len(word) < 4:
            wanted = 'wanted beginnings of words such as "sk-*" (three characters or more, then *)'
            raise ValueError(f"{wanted}: {as_written(word)}")
    return _names(value)


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and name and "\0" not in name for name in value):
        raise ValueError("wanted a list of strings that are not empty")
    return tuple(value)


def _word(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError("wanted " + " or ".join(f'"{word}"' for word in words))
        return str(value)

    return read


def _each(read: Callable[[Any], T]) -> Callable[[Any], dict[str, T]]:
    def read_all(value: Any) -> dict[str, T]:
        if not isinstance(value, dict):
            raise ValueError("wanted a table")
        return {key: read(each) for key, each in value.items()}

    return read_all


KEYS: Final = (
    Key(
        "",
        "permission",
        "permission",
        _word("deny", "allow"),
        '"deny"',
        "What decides at a permission point when no responder objects and the program has no handler of its own.",
    ),
    Key(
        "plugins",
        "timeout",
        "plugin_timeout",
        _positive,
        "30",
        "Seconds that one hook call of a plugin may take, start included.",
    ),
    Key("plugins", "schema_timeout", "schema_timeout", _positive, "5", "Seconds that `PLUGIN --schema` may take."),
    Key(
        "plugins",
        "payload_in_environment",
        "payload_in_environment",
        _names,
        "[]",
        "Plugins (names or patterns) that read the payload from CHIBI_HOOK_DATA, as chibi did before 0.7.",
    ),
    Key(
        "plugins",
        "remove_environment",
        "remove_environment",
        _names,
        "[]",
        'Environment variables that plugins do not inherit: names or patterns such as "AWS_*".',
    ),
    Key(
        "plugins",
        "keep_environment",
        "keep_environment",
        _names,
        '["*"]',
        "The only environment variables that plugins inherit: names or patterns.",
    ),
    Key(
        "scheme",
        "time_limit",
        "time_limit",
        _positive,
        "1.0",
        "Seconds of computing that one hook file may take for one event: all its hooks, and tools that are called.",
    ),
    Key(
        "scheme",
        "fire_time_limit",
        "fire_time_limit",
        _positive,
        "30",
        "Seconds of computing that all hook files of this home together may take for one event.",
    ),
    Key(
        "scheme",
        "memory_limit",
        "memory_limit",
        _megabytes,
        "256",
        "Megabytes that one hook file may hold, while it runs and between its calls.",
    ),
    Key(
        "scheme",
        "last_good",
        "last_good",
        _switch,
        "true",
        "While a hook file does not load, does its last version that did decide, also after a restart?",
    ),
    Key(
        "scheme.tiers",
        "",
        "tiers",
        _each(_word(*GRANTS)),
        '"hooks/trusted/" = "unsandboxed"',
        'Which hook files may reach files, processes and the environment ("virtual": vfs:// paths only, as those in '
        "vfs/tools/shared/ may); the longest prefix that matches decides.",
    ),
    Key(
        "scheme.isolation",
        "",
        "isolation",
        _each(_word(*ISOLATIONS)),
        '"hooks/vendor/" = "worker"',
        "Which hook files run each in a process of its own, that can be killed; \"\" is all of them.",
    ),
    Key(
        "scheme.time_limits",
        "",
        "time_limits",
        _each(_positive),
        '"hooks/slow/" = 5.0',
        "Another time_limit for some hook files; the longest prefix that matches decides.",
    ),
    Key(
        "scheme.memory_limits",
        "",
        "memory_limits",
        _each(_megabytes),
        '"hooks/large/" = 512',
        "Another memory_limit for some hook files; the longest prefix that matches decides.",
    ),
    Key(
        "scheme.environment",
        "",
        "environment",
        _each(_names),
        '"hooks/deploy.scm" = ["STAGE"]',
        "The environment variables that sandboxed hook files see, by prefix: (import (scheme process-context)).",
    ),
    Key(
        "vfs",
        "max_megabytes",
        "vfs_megabytes",
        _amount,
        "256",
        "What all virtual files of this home together may take.",
    ),
    Key("vfs", "max_files", "vfs_files", _amount, "10000", "How many virtual files and directories there may be."),
    Key(
        "tools",
        "cache_output_over",
        "cache_output_over",
        _count_or_none,
        "0",
        "Output of more bytes goes to vfs:///sys/tool_cache/, and an agent reads its beginning; 0: never.",
    ),
    Key(
        "agents",
        "used",
        "agents",
        _names,
        "[]",
        'The agents that these hooks shall answer, such as "claude-code" or "caliban:coded" (what it does, not what it '
        "documents): `check` says what they do not honour.",
    ),
    Key(
        "agents",
        "may_allow",
        "allowing",
        _names,
        "[]",
        'Whose (allow) at pre_permission skips the agent\'s user: hook files and plugins, such as "hooks/ci.scm".',
    ),
    Key(
        "agents",
        "stop_cap",
        "stop_cap",
        _count_or_none,
        "3",
        "How often in a row hooks may keep an agent from ending its turn.",
    ),
    Key(
        "agents",
        "prompt_rewrite",
        "prompt_rewrite",
        _word("block", "context"),
        '"block"',
        "What becomes of a rewritten prompt where an agent cannot take one: it is blocked, or goes along as context.",
    ),
    Key(
        "flocks",
        "",
        "flocks",
        _each(_names),
        'team = ["alice", "bob"]',
        "The contexts that are members of a flock: they write vfs:///flocks/NAME/ and have the tools of the flock.",
    ),
    Key(
        "policies",
        "",
        "policies",
        policies_of,
        'rm-rf = { allowed = ["build", "dist"] }',
        "Policies that are switched on, in this order; `chibi-hooks policies` lists them. `use` names "
        "directories with more.",
        is_in_pack,
    ),
    Key(
        "facts",
        "",
        "facts",
        facts_of,
        'ci = { command = ["gh", "run", "list"], ttl = "30s", timeout = "2s" }',
        "Commands whose output hook files may ask for, as (fact 'ci): run at most once in ttl, for at most timeout.",
    ),
    Key(
        "on_failure",
        "",
        "on_failure",
        _each(_word("deny")),
        'pre_shell_exec = "deny"',
        "Whose failure is a denial: a hook point, a hook file (\"hooks/guard.scm\") or a plugin (\"plugins/guard\").",
    ),
    Key("recorder", "enabled", "recorder_enabled", _switch, "true", "Is every fire written into the journal?"),
    Key(
        "recorder",
        "max_fire_kilobytes",
        "max_fire_kilobytes",
        _amount,
        "256",
        "Of a larger fire, long texts and lists are cut in the journal; it cannot be replayed then.",
    ),
    Key(
        "recorder",
        "max_journal_megabytes",
        "max_journal_megabytes",
        _amount,
        "64",
        "When the journal is larger, its oldest fires go.",
    ),
    Key("recorder", "keep_days", "keep_days", _days, "30", "Days with fires that are kept; older fires go."),
    Key(
        "recorder",
        "redact_keys",
        "redact_keys",
        _names,
        f"[{', '.join(map(json.dumps, secrets.KEYS))}]",
        "Keys whose values are never written, in objects and in text (--password x): names or patterns, in any case.",
    ),
    Key(
        "recorder",
        "redact_words",
        "redact_words",
        _beginnings,
        f"[{', '.join(map(json.dumps, secrets.WORDS))}]",
        "Words that are never written, by their beginnings.",
    ),
)  # fmt: skip


EVERYWHERE: Final = Key(  # not in the template, where the table stands
    "scheme",
    "isolation",
    "isolation",
    lambda value: {"": _word(*ISOLATIONS)(value)},
    '"worker"',
    "The same for all hook files.",
)


def _check_on_failure(file: File, config: Config, denying_points: Mapping[str, bool]) -> None:
    for name in config.on_failure:
        if "/" in name:
            continue
        if name not in denying_points:
            near = did_you_mean(name, denying_points)
            raise file.error("on_failure", name, f'on_failure: unknown hook point "{name}"{near}')
        if not denying_points[name]:
            raise file.error("on_failure", name, f"on_failure: an answer at {name} cannot deny anything")
