"""Strings and characters: the words of a command line with quotes."""

from __future__ import annotations

SMALL = 2
FULL = 900
LINE = "git commit -m 'fix the thing' --author=\"A U Thor <a@example.org>\" src/main.c 'docs/read me.md'"


def split_words(s: str) -> list[str]:
    words = []
    word: list[str] = []
    started = False
    quoting = ""
    for c in s:
        if quoting:
            if c == quoting:
                quoting = ""
            else:
                word.append(c)
        elif c in "'\"":
            quoting = c
            started = True
        elif c.isspace():
            if started:
                words.append("".join(word))
                word = []
                started = False
        else:
            word.append(c)
            started = True
    if started:
        words.append("".join(word))
    return words


def run(n: int) -> list[str]:
    words: list[str] = []
    for _ in range(n):
        words = split_words(LINE)
    return words
