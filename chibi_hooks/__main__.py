"""`python -m chibi_hooks` is the `chibi-hooks` command."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import sys

from chibi_hooks.spacious import spacious


def main() -> int:
    """Run the command of this process's arguments; gives the exit code."""
    return spacious(_command)


def _command() -> int:
    if sys.argv[1:2] == ["fire"]:
        from chibi_hooks.server.handing import hand_over

        _signal.signal(_signal.SIGTERM, _end)  # as the command line has it, which may come to own the process
        if (code := hand_over(sys.argv[1:])) is not None:
            return code
    from chibi_hooks.cli import main  # what a fire need not wait for

    return main()


def _end(number: int, frame: object) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
