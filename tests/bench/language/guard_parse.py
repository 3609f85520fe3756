"""try and raise: numbers out of texts, some of which are none."""

SMALL = 2
FULL = 2_000
PROMISE = 4
TEXTS = ["12", "7", "x", "400", "", "9", "12a", "3"]


class NotANumber(Exception):
    pass


def parse(text: str) -> int:
    if not text.isdigit():
        raise NotANumber(text)
    return int(text)


def parse_or(text: str, default: int) -> int:
    try:
        return parse(text)
    except NotANumber:
        return default


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        for text in TEXTS:
            total += parse_or(text, -1)
    return total
