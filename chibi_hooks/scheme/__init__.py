"""The Scheme: text in, values out. This layer knows no hook, no payload and no JSON.

Short names used in this folder: `a b c` arguments of a primitive, `k` a continuation, `n` a count, `x y` any value.
"""

from __future__ import annotations

from chibi_hooks.typenames import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chibi_hooks.scheme.interpreter import Interpreter as Interpreter

__all__ = ["Interpreter"]


def __getattr__(name: str) -> Any:
    """Load the interpreter on first use: `import chibi_hooks.scheme` itself stays light (DESIGN §13)."""
    if name == "Interpreter":
        from chibi_hooks.scheme.interpreter import Interpreter

        return Interpreter
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
