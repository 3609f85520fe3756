"""`python -m chibi_hooks` is the `chibi-hooks` command."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command of this process's arguments; gives the exit code."""
    if sys.argv[1:2] == ["fire"]:
        from chibi_hooks.server.handing import hand_over

        if (code := hand_over(sys.argv[1:])) is not None:
            return code
    from chibi_hooks.cli import main  # what a fire need not wait for

    return main()


if __name__ == "__main__":
    sys.exit(main())
