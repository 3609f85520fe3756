"""A command line comes in, the simple commands that a shell would run go out: what `(harness shell)` stands on."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.typenames import Final

LENGTH: Final = 64 * 1024  # characters; no longer text is looked at


@primitive("%shell-commands")
def shell_commands(line: Value) -> Value:
    """(%shell-commands text) -> its commands as vectors (see `shell.values`), or a string that says why not."""
    from chibi_hooks.scheme.shell.values import shell_value  # tree-sitter: few homes need it

    return shell_value(text("%shell-commands", 1, line)[: LENGTH + 1])
