"""Frames that nobody takes are bounded over all clients."""

from __future__ import annotations

from chibi_hooks.server.outgoing import STALLED, Outgoing, Unsent


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 0.01
        return self.time


def test_the_client_that_has_taken_nothing_for_longest_goes() -> None:
    clock = Clock()
    outgoing = Outgoing(1 << 20, clock)
    dropped: list[str] = []
    clients = {name: Unsent(lambda reason, name=name: dropped.append(name)) for name in ("slow", "reads", "late")}  # type: ignore[misc]
    outgoing.add(clients["slow"], 500_000)
    outgoing.add(clients["reads"], 500_000)
    clock.time += STALLED
    outgoing.moved(clients["reads"])
    outgoing.add(clients["late"], 100_000)
    assert dropped == ["slow"]


def test_a_small_frame_waits_for_nobody() -> None:
    clock = Clock()
    outgoing = Outgoing(100, clock)
    outgoing.add(Unsent(print), 1_000)
    before = clock.time
    outgoing.add(Unsent(print), 100)
    assert clock.time - before < 0.1


def test_what_is_out_does_not_count() -> None:
    outgoing = Outgoing(100)
    client = Unsent(print)
    for _ in range(10):
        outgoing.add(client, 90)
        outgoing.done(client, 90)
    assert (outgoing.total, client.size, outgoing._clients) == (0, 0, set())
