"""if and elif: a stack machine that computes a factorial and a sum."""

from __future__ import annotations

from typing import Any

SMALL = 2
FULL = 400
PROGRAM: list[tuple[Any, ...]] = [
    ("push", 1), ("store", "acc"), ("push", 10), ("store", "n"),
    ("load", "n"), ("jump-if-zero", 14),
    ("load", "acc"), ("load", "n"), ("mul",), ("push", 1000007), ("mod",), ("store", "acc"),
    ("dec", "n"), ("jump", 4),
    ("load", "acc"), ("halt",),
]  # fmt: skip


def execute(program: list[tuple[Any, ...]]) -> int:
    pc = acc = n = 0
    stack: list[int] = []
    while True:
        instruction = program[pc]
        pc += 1
        code = instruction[0]
        if code == "push":
            stack.append(instruction[1])
        elif code == "load":
            stack.append(acc if instruction[1] == "acc" else n)
        elif code == "store":
            if instruction[1] == "acc":
                acc = stack.pop()
            else:
                n = stack.pop()
        elif code == "mul":
            b = stack.pop()
            stack[-1] *= b
        elif code == "mod":
            b = stack.pop()
            stack[-1] %= b
        elif code == "dec":
            n -= 1
        elif code == "jump":
            pc = instruction[1]
        elif code == "jump-if-zero":
            if stack.pop() == 0:
                pc = instruction[1]
        elif code == "halt":
            return stack[-1]
        else:
            raise ValueError(instruction)


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += execute(PROGRAM)
    return total
