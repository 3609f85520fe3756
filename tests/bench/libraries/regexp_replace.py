"""re: texts rewritten with groups, split and counted."""

import re

SMALL = 2
FULL = 600
TEXT = "The meeting of 2026-11-22 moves to 2026-12-01;  call   ann (555-1234) or bob (555-9876) before 2026-11-30."
DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
PHONE = re.compile(r"\(([0-9]{3})-([0-9]{4})\)")
BLANKS = re.compile(r" +")


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        a = DATE.sub(r"\3.\2.\1", TEXT)
        b = PHONE.sub(r"[\1 \2]", a)
        total += len(b) + len(BLANKS.split(b)) + sum(1 for _ in BLANKS.finditer(TEXT))
    return total
