"""Look for programs on which compiler and oracle differ: `python -m tests.fuzz --seconds 60 --seed 1000`."""

from __future__ import annotations

import argparse
import sys
from itertools import count
from pathlib import Path
from time import monotonic

from tests.fuzz.captures import generate_captures
from tests.fuzz.compare import MODES, difference, smallest
from tests.fuzz.generate import generate, program_text, text
from tests.fuzz.rarities import generate_rarities
from tests.fuzz.searches import generate_searches
from tests.fuzz.shapes import generate_scenes

KINDS = {
    "programs": generate, "scenes": generate_scenes, "rarities": generate_rarities, "searches": generate_searches,
    "captures": generate_captures,
}  # fmt: skip
"""What makes a program of a seed and a size."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to look")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the next programs have the next ones")
    parser.add_argument("--size", type=int, default=250, help="about how many expressions a program has")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="of programs; all in turn")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES), help="how they are run; all in turn")
    parser.add_argument("--failures", type=int, default=5, help="stop after so many differences")
    parser.add_argument("--out", type=Path, help="a directory for the shrunken programs, SEED.scm each")
    options = parser.parse_args()

    found = 0
    end = monotonic() + options.seconds
    seed = options.seed
    for seed in count(options.seed):
        if monotonic() > end or found == options.failures:
            break
        kind = options.kinds[seed % len(options.kinds)]
        mode = options.modes[seed // len(options.kinds) % len(options.modes)]
        forms = KINDS[kind](seed, options.size)
        differing = difference(forms, mode)
        if differing:
            found += 1
            forms = smallest(forms, differing, mode=mode)
            again = difference(forms, mode) or f"only once, not when run again:\n{differing}"
            lines = [f"seed {seed}: {kind}, {mode}", *map(text, forms), *str(again).split("\n")]
            sys.stdout.write("\n".join(lines) + "\n\n")
            sys.stdout.flush()
            if options.out:
                options.out.mkdir(parents=True, exist_ok=True)
                comment = "".join(f"; {line}\n" for line in lines)
                (options.out / f"{seed}.scm").write_text(comment + program_text(forms))
    sys.stdout.write(f"{seed - options.seed} programs, {found} differences\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
