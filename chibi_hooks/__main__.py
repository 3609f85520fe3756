"""`python -m chibi_hooks` is the `chibi-hooks` command."""

import sys

from chibi_hooks.cli import main

if __name__ == "__main__":
    sys.exit(main())
