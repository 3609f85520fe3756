"""What a policy may say -> what each agent makes of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.hooks.checking.declarations import PolicyDeclaration

WORDS: Final = ("honours", "degrades", "cannot")  # from the best to the worst


def standings(policy: PolicyDeclaration) -> dict[str, dict[str, str]]:
    """By agent: `{"effect": honours, degrades or cannot, "because": why}`, the worst of what the policy may say."""
    found = _standings(policy.points, policy.says)
    return {agent: {"effect": effect, "because": because} for agent, effect, because in found}


def agents_in_words(policy: PolicyDeclaration) -> str:
    """The same in a few words."""
    found = {agent: told["effect"] for agent, told in standings(policy).items()}
    less = [agent for agent, effect in found.items() if effect == "degrades"]
    none = [agent for agent, effect in found.items() if effect == "cannot"]
    parts = [f"less at {', '.join(less)}"] if less else []
    parts += [f"not {', '.join(none)}"] if none else []
    return "; ".join(parts) or "all"


@cache  # most policies say the same at the same points
def _standings(points: tuple[str, ...], says: tuple[tuple[str, str], ...]) -> list[tuple[str, str, str]]:
    from chibi_hooks.dialects.rows.dialect import row_dialects

    return [(dialect.agent, *_standing(points, says, dialect)) for dialect in row_dialects()]


def _standing(points: tuple[str, ...], says: tuple[tuple[str, str], ...], dialect: RowDialect) -> tuple[str, str]:
    """The worst of what becomes of a policy's words; at a point with several events, the best of these counts."""
    from chibi_hooks.dialects.rows.matrix import effects_at, points_of

    worst = ("honours", "")
    for point in points:
        if not any(point in points_of(row) for row in dialect.rows):
            return "cannot", f"no event of it fires {point}"
    for point, field in says:
        effects = [(effect, because) for _, effect, _, because in effects_at(dialect, point, field)]
        if effects:
            worst = max(worst, min(effects, key=_rank), key=_rank)
    return worst


def _rank(effect: tuple[str, str]) -> int:
    return WORDS.index(effect[0])
