"""A table of 200 rules with string keys: a list of tuples searched, as the rules have an order."""

from __future__ import annotations

SMALL = 1
FULL = 40
RULES = [(f"tool-{i}", "allow" if i % 2 == 0 else "ask", i % 7) for i in range(200)]
DANGEROUS = [f"tool-{i * 13}" for i in range(15)]


def decide(tool: str) -> int:
    rule = None
    for each in RULES:
        if each[0] == tool:
            rule = each
            break
    if rule is None:
        return 0
    if tool in DANGEROUS:
        return -1
    return 10 + rule[2] if rule[1] == "ask" else rule[2]


ASKED = [f"tool-{i * 17 % 230}" for i in range(40)]


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        for tool in ASKED:
            total += decide(tool)
    return total
