"""zip over two and three lists."""

SMALL = 2
FULL = 200
XS = list(range(60))
YS = list(range(100, 280, 3))
ZS = list(range(7, -53, -1))


def once() -> int:
    total = 0
    for x, y in zip(XS, YS, strict=True):
        total += x * y
    for x, y in zip(XS, YS, strict=True):
        total += x * y
    total += max(x + y for x, y in zip(XS, YS, strict=True))
    total += sum([x + y + z for x, y, z in zip(XS, YS, ZS, strict=True)])
    total += len([x - z for x, z in zip(XS, ZS, strict=True) if x > z])
    total += 1 if any(x == z for x, z in zip(XS, ZS, strict=True)) else 0
    total += 1 if all(x < y for x, y in zip(XS, YS, strict=True)) else 0
    total += next((i for i, (x, z) in enumerate(zip(XS, ZS, strict=True)) if x > z), 0)
    total += sum(1 for z, y in zip(ZS, YS, strict=True) if z < y)
    return total


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once()
    return total
