"""The whole pack, asked about ordinary work: its false alarms."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from chibi_hooks.hooks.homes.declared import ChosenPolicies
from chibi_hooks.hooks.homes.policies import all_policies
from tests.policies.tables import Judge, verdict_of

ORDINARY: Final = Path(__file__).parent / "ordinary.txt"
NARROW: Final = ("network-allow", "mcp-allow", "package-manager", "house-rules", "commit-message", "format-after-edit")
"""Policies that say what one home wants: with their defaults they would object to ordinary work elsewhere."""


class Alarm(NamedTuple):
    """An ordinary input to which a policy objected."""

    input: str
    policy: str
    said: str


def inputs() -> list[str]:
    """The ordinary inputs."""
    lines = ORDINARY.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("# ")]


def alarms(directory: Path) -> tuple[list[Alarm], int]:
    """What the pack objects to, and how many inputs it was asked about; each in a session of its own."""
    names = [each.name for each in all_policies(None, ChosenPolicies()) if each.name not in NARROW]
    judge = Judge(directory, {name: {} for name in names})
    found = []
    try:
        judge.moment = 1_795_600_000.0  # a Wednesday, at noon in most places
        for number, text in enumerate(inputs()):
            judge.session = number
            fire = judge.ask(text)
            if verdict_of(fire) in ("pass", "context"):
                continue
            answers = [each for each in fire.answers if each.value or each.error]
            found += [Alarm(text, each.responder, str(each.error or each.value)) for each in answers]
    finally:
        judge.close()
    return found, len(inputs())
