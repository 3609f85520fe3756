"""Floats and objects: planets pull at each other."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

SMALL = 3
FULL = 1_500


@dataclass(slots=True)
class Body:
    x: float
    y: float
    vx: float
    vy: float
    mass: float


def system() -> list[Body]:
    return [
        Body(0.0, 0.0, 0.0, 0.0, 1000.0),
        Body(100.0, 0.0, 0.0, 3.0, 1.0),
        Body(0.0, 200.0, -2.2, 0.0, 2.0),
        Body(-300.0, 0.0, 0.0, -1.8, 0.5),
    ]


def pull(a: Body, b: Body, dt: float) -> None:
    dx = b.x - a.x
    dy = b.y - a.y
    d2 = dx * dx + dy * dy
    force = b.mass / (d2 * sqrt(d2))
    a.vx += dt * dx * force
    a.vy += dt * dy * force


def run(n: int) -> float:
    bodies = system()
    for _ in range(n):
        for a in bodies:
            for b in bodies:
                if a is not b:
                    pull(a, b, 0.01)
        for b in bodies:
            b.x += 0.01 * b.vx
            b.y += 0.01 * b.vy
    total = 0.0
    for b in bodies:
        total += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy)
    return total
