"""What every real agent is put through: one script of the model, one hook file, and what must come of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.agents.model import Step
from tests.agents.running import Did, RealAgent

GUARD = """\
(register-hook 'pre_tool
  (lambda (payload)
    (let ((command (payload-ref (payload-ref payload "arguments" '()) "command" "")))
      (cond ((string-contains command "denied") (deny "the guard says no 4711"))
            ((string-contains command "rewritten") (rewrite-argument payload "command" "touch after.txt"))
            (else (no-opinion))))))
(define-hook pre_system_prompt () (inject "context-0815"))
(define-hook pre_stop () (keep-going "not yet 42"))
"""
STOP_CAP = 3  # of ours, where the home says nothing


class Effects(NamedTuple):
    """What a run did to the world and to the model."""

    ran: list[str]  # files that commands made
    model_read_the_reason: bool
    context_arrived: bool
    kept_going: int  # times that the end was put off

    def to_json(self) -> dict[str, Any]:
        """The object that is recorded."""
        return self._asdict()


EXPECTED = Effects(["after.txt", "plain.txt"], True, True, STOP_CAP)
UNGUARDED = Effects(["denied.txt", "plain.txt", "rewritten.txt"], False, False, 0)
KNOWN: dict[str, Effects] = {
    # `opencode run` ends when its session is idle: it waits for no plugin then
    "opencode": EXPECTED._replace(kept_going=0),
    # it drops a rewrite, so that the call is refused, with the one to make instead
    "qwen": EXPECTED._replace(ran=["plain.txt"]),
}


def steps(agent: RealAgent) -> list[Step]:
    """What the model says, in this order."""
    return [*(agent.shell(f"touch {name}.txt") for name in ("denied", "rewritten", "plain")), "all done"]


def effects(did: Did) -> Effects:
    """What came of it."""
    texts = did.model.texts()
    names = ("after.txt", "denied.txt", "plain.txt", "rewritten.txt")
    ran = [name for name in names if did.made(name)]
    return Effects(ran, "the guard says no 4711" in texts, "context-0815" in texts, len(did.model.asked) - 4)
