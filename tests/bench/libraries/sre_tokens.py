"""re: tokens by a pattern with named groups."""

import re

SMALL = 2
FULL = 800
TOKEN = re.compile(r"(?P<number>[0-9]+)|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<operator>[-+*/=()])")
TEXT = "total = (alpha1 + 42) * beta_2 - 1017 / gamma"
KINDS = {"number": 1, "name": 100, "operator": 10000}


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        for m in TOKEN.finditer(TEXT):
            total += KINDS[m.lastgroup or ""]
    return total
