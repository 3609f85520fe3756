"""chibi-hooks: a Scheme-scripted hook host for LLM agents. `Host` is the door; everything else is behind it.
`Source` names another agent's handlers that shall answer beside ours."""

from __future__ import annotations

from chibi_hooks.typenames import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chibi_hooks.opening import Host as Host
    from chibi_hooks.opening import Source as Source

__all__ = ["Host", "Source"]


def __getattr__(name: str) -> Any:
    """Load the host on first use: a bare `import chibi_hooks` costs nothing (DESIGN §13)."""
    if name in __all__:
        from chibi_hooks import opening

        return getattr(opening, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
