"""What a permission point's fold has left open, and the permission handler -> the answer.

Rules (DESIGN §4): a denial stands; otherwise the handler decides, and without one it is no, unless the home says yes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.fold import NO_HANDLER, REFUSED, refusal, settle
from chibi_hooks.hooks.deciding.folded import Folded

PermissionHandler = Callable[[str, Mapping[str, Json]], bool | str]
"""Point and payload -> True (allow), False (deny) or a text (deny, with that reason)."""


def settled(
    folded: Folded, payload: Mapping[str, Json], handler: PermissionHandler | None, without: str
) -> Folded:
    """What a permission point comes to; `without`: what the home says where there is no handler, "allow" or "deny"."""
    if folded.values.get("denied") is True:
        return folded
    if handler is None:
        if without == "allow":
            return settle(folded, {"denied": False}, 'allowed: permission = "allow" in chibi-hooks.toml')
        return _denied(folded, NO_HANDLER)
    try:
        verdict = handler(folded.point.wire, payload)
    except Exception as error:
        return _denied(folded, f"the permission handler failed: {type(error).__name__}: {error}")
    if verdict is True:
        return settle(folded, {"denied": False}, "allowed by the permission handler")
    return _denied(folded, verdict if isinstance(verdict, str) and verdict else REFUSED)


def _denied(folded: Folded, reason: str) -> Folded:
    return settle(folded, refusal(folded.point, reason) or {}, f"denied: {reason}")
