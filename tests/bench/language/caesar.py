"""Strings and characters: Caesar's cipher, there and back."""

SMALL = 2
FULL = 250
TEXT = "The Quick Brown Fox Jumps Over The Lazy Dog, And 12 More: Veni, Vidi, Vici."


def caesar(s: str, by: int) -> str:
    out = []
    for c in s:
        if "a" <= c <= "z":
            out.append(chr(97 + (by + ord(c) - 97) % 26))
        elif "A" <= c <= "Z":
            out.append(chr(65 + (by + ord(c) - 65) % 26))
        else:
            out.append(c)
    return "".join(out)


def run(n: int) -> str:
    s = TEXT
    for _ in range(n):
        s = caesar(caesar(s, 3), 20)
    return s
