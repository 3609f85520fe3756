"""if and elif: the fare of a ride."""

SMALL = 10
FULL = 20_000
PRICES = {"child": 120, "student": 200, "senior": 180}


def fare(kind: str, zones: int, hour: int) -> int:
    if kind in PRICES:
        base = PRICES[kind]
    elif kind == "dog":
        base = 90
    else:
        base = 290
    if hour < 6 or hour > 22:
        return base + 150
    if 7 <= hour <= 9 and zones > 1:
        return 2 * base
    if zones <= 1:
        return base
    if zones == 2:
        return base + base // 2
    return base + 40 * zones


KINDS = ["child", "adult", "student", "dog", "senior", "adult"]


def run(n: int) -> int:
    total = 0
    for i in range(n):
        total += fare(KINDS[i % 6], i % 5, i * 7 % 24)
    return total
