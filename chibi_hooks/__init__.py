"""chibi-hooks: a Scheme-scripted hook host for LLM agents. `Host` is the door; everything else is behind it."""

from __future__ import annotations

from chibi_hooks.typenames import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chibi_hooks.hooks.host import Host as Host

__all__ = ["Host"]


def __getattr__(name: str) -> Any:
    """Load the host on first use: a bare `import chibi_hooks` costs nothing (DESIGN §13)."""
    if name == "Host":
        from chibi_hooks.hooks.host import Host

        return Host
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
