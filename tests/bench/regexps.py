"""Regular expressions against Python's `re`: the redaction of a long text, and single calls on a line.

python -m tests.bench regexps
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from functools import partial

from chibi_hooks.scheme.primitives.text import regexp
from chibi_hooks.scheme.values.data import Value, cons, string_of, to_list
from tests.bench.measure import Row, compare, table

SECRETS = [
    r"AKIA[0-9A-Z]{16}",
    r"gh[pousr]_[A-Za-z0-9]{36,}",
    r"github_pat_[A-Za-z0-9_]{22,}",
    r"xox[baprs]-[A-Za-z0-9-]{10,}",
    r"sk-[A-Za-z0-9_-]{20,}",
    r"AIza[0-9A-Za-z_-]{35}",
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    r"eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+",
    r"(?i)(password|passwd|secret|token)\s*[:=]\s*\S+",
    r"glpat-[A-Za-z0-9_-]{20}",
    r"https?://[^/\s:@]+:[^/\s:@]+@",
    r"\b[A-Za-z0-9/+]{40}\b",
]
FOUND = ["AKIA" + "ABCD1234" * 2, "ghp_" + "a1B2" * 9, "password=hunter2", "sk-" + "abcd1234" * 4, "abcdefgh12" * 4]
WORDS = """the quick brown fox jumps over lazy dog def return import self value = ( ) [ ] 0x1f 1234 /usr/lib/python3
http://example.com/x foo_bar skip token_id eye"""
OTHERS = "\u2014 \u2026 na\u00efve gr\u00f6\u00dfe \U0001f600 \u65e5\u672c\u8a9e"
LONG = 200_000  # characters
CALLS = 2_000
LINE = "mail me@home.com or you@work.com now, please"
ADDRESS = r"(\w+)@(\w+)\.com"


def text(words: str, secrets: int) -> str:
    """A long text of these words, with so many secrets in it."""
    chance = random.Random(3)
    made: list[str] = []
    size = 0
    while size < LONG:
        made.append(chance.choice(words.split()) + "\n" * (chance.random() < 0.1))
        size += len(made[-1]) + 1
    for _ in range(secrets):
        made.insert(chance.randrange(len(made)), chance.choice(FOUND))
    return " ".join(made)


def redaction(name: str, s: str) -> Row:
    """All secrets of a text replaced: in one scan here, one pattern after the other there."""
    rules = to_list([cons(string_of(pattern), string_of("[redacted]")) for pattern in SECRETS])
    ours: Value = string_of(s)
    patterns = [re.compile(pattern) for pattern in SECRETS]

    def theirs() -> str:
        made = s
        for pattern in patterns:
            made = pattern.sub("[redacted]", made)
        return made

    assert regexp.regexp_replace_any(rules, ours).s == theirs()
    return compare(
        name, partial(regexp.regexp_replace_any, rules, ours), theirs, limit=3, clock=time.thread_time, pairs=9
    )


def repeated(function: Callable[[], object]) -> Callable[[], None]:
    """The function called many times."""

    def many() -> None:
        for _ in range(CALLS):
            function()

    return many


def report() -> str:
    """The table."""
    address, line, list_ = string_of(ADDRESS), string_of(LINE), "a,b, c,d,  e"
    commas, swapped = string_of(", *"), string_of("$2 at $1")
    single: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        ("regexp-matches?", lambda: regexp.is_match(address, line), lambda: re.fullmatch(ADDRESS, LINE) is not None),
        (
            "regexp-search",
            lambda: regexp.regexp_search(address, line),
            lambda: (m := re.search(ADDRESS, LINE)) and [(m[i], *m.span(i)) for i in range(3)],
        ),
        (
            "regexp-replace-all",
            lambda: regexp.regexp_replace_all(address, line, swapped),
            lambda: re.sub(ADDRESS, r"\2 at \1", LINE),
        ),
        (
            "regexp-extract",
            lambda: regexp.regexp_extract(address, line),
            lambda: [m[0] for m in re.finditer(ADDRESS, LINE)],
        ),
        (
            "regexp-split",
            lambda: regexp.regexp_split(commas, string_of(list_)),
            lambda: re.split(", *", list_),
        ),
    ]
    rows = [redaction(f"redact 200 KB, {n} secrets", text(WORDS, n)) for n in (0, 40, 2000)]
    rows += [redaction(f"redact Unicode, {n} secrets", text(f"{WORDS} {OTHERS}", n)) for n in (0, 40, 2000)]
    rows += [
        compare(f"{CALLS} x {name}", repeated(ours), repeated(theirs), limit=3, clock=time.thread_time)
        for name, ours, theirs in single
    ]
    return table("Regular expressions", ("Scheme", "Python's re"), rows)
