"""Objects: transfers between accounts."""

from __future__ import annotations

from dataclasses import dataclass

SMALL = 10
FULL = 15_000


@dataclass(slots=True)
class Account:
    owner: str
    balance: int
    history: int


def deposit(a: Account, amount: int) -> None:
    a.balance += amount
    a.history += 1


def transfer(source: Account, to: Account, amount: int) -> bool:
    if source.balance >= amount:
        deposit(source, -amount)
        deposit(to, amount)
        return True
    return False


def run(n: int) -> list[int]:
    a = Account("ann", 1000, 0)
    b = Account("bob", 500, 0)
    c = Account("cy", 0, 0)
    done = 0
    for i in range(n):
        which = i % 3
        if which == 0:
            ok = transfer(a, b, i % 70)
        elif which == 1:
            ok = transfer(b, c, i % 50)
        else:
            ok = transfer(c, a, i % 60)
        if ok:
            done += 1
    return [done, a.balance, b.balance, c.balance, c.history]
