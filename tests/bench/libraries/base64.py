"""bytes: base64 written by hand."""

from __future__ import annotations

SMALL = 10
FULL = 25_000
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def base64(data: bytes) -> str:
    out = []
    for i in range(0, len(data), 3):
        three = data[i : i + 3]
        group = int.from_bytes(three.ljust(3, b"\0"), "big")
        out.append(ALPHABET[group >> 18])
        out.append(ALPHABET[group >> 12 & 63])
        out.append(ALPHABET[group >> 6 & 63] if len(three) > 1 else "=")
        out.append(ALPHABET[group & 63] if len(three) > 2 else "=")
    return "".join(out)


def run(n: int) -> list[object]:
    data = bytearray(n)
    for i in range(n):
        data[i] = i * 37 % 256
    s = base64(bytes(data))
    return [len(s), s[:8]]
