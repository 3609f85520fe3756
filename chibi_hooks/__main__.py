"""`python -m chibi_hooks` is the `chibi-hooks` command."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import sys

from chibi_hooks.collecting import tune_collector
from chibi_hooks.spacious import spacious

INTERRUPTED = 130  # as in cli/__init__


def main() -> int:
    """Run the command of this process's arguments; gives the exit code."""
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        _open_streams()
    tune_collector()
    try:
        return spacious(_command)
    except KeyboardInterrupt:  # between two steps of ours, each of which takes it in its own way
        return INTERRUPTED


def _command() -> int:
    if sys.argv[1:2] == ["fire"]:
        heard = _hushed()
        from chibi_hooks.server.handing import hand_over

        _signal.signal(_signal.SIGINT, heard)
        _signal.signal(_signal.SIGTERM, _end)  # as the command line has it, which may come to own the process
        if (code := hand_over(sys.argv[1:])) is not None:
            return code
    heard = _hushed()
    from chibi_hooks.cli import main  # what a fire need not wait for

    _signal.signal(_signal.SIGINT, heard)
    return main()


def _hushed() -> object:
    """Let Ctrl-C end the process without a word: nobody wants to read where an import was. Gives what did it before."""
    before: object = _signal.getsignal(_signal.SIGINT)
    if before is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    return before


def _open_streams() -> None:
    """Whoever starts us may have closed some of the three: then they lead nowhere. Else the next file that is opened,
    such as a journal, would have their number, and what plugins and libraries print would go into it."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)  # the lowest that is free: its own
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process


def _end(number: int, frame: object) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
