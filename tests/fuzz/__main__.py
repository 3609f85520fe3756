"""Look for programs on which compiler and oracle differ: `python -m tests.fuzz --seconds 60 --seed 1000`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import monotonic

from tests.fuzz.compare import difference
from tests.fuzz.generate import Form, generate, program_text, text
from tests.fuzz.shrink import shrink


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to look")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the next programs have the next ones")
    parser.add_argument("--size", type=int, default=250, help="about how many expressions a program has")
    parser.add_argument("--failures", type=int, default=5, help="stop after so many differences")
    parser.add_argument("--out", type=Path, help="a directory for the shrunken programs, SEED.scm each")
    options = parser.parse_args()

    found = 0
    end = monotonic() + options.seconds
    seed = options.seed
    for seed in count(options.seed):
        if monotonic() > end or found == options.failures:
            break
        forms = generate(seed, options.size)
        if difference(forms):
            found += 1
            smallest = shrink(forms, lambda candidate: difference(candidate) is not None)
            lines = list(report(seed, smallest))
            sys.stdout.write("\n".join(lines) + "\n\n")
            sys.stdout.flush()
            if options.out:
                options.out.mkdir(parents=True, exist_ok=True)
                comment = "".join(f"; {line}\n" for line in lines)
                (options.out / f"{seed}.scm").write_text(comment + program_text(smallest))
    sys.stdout.write(f"{seed - options.seed} programs, {found} differences\n")
    return 1 if found else 0


def report(seed: int, forms: list[Form]) -> Iterator[str]:
    """The program without its prelude and the two outcomes, line by line."""
    outcomes = difference(forms)
    yield f"seed {seed}"
    yield from map(text, forms)
    for who, outcome in zip(("oracle", "compiler"), outcomes or (), strict=False):
        yield f"{who}: {outcome.result}"
        yield f"  trace: {outcome.trace}"


if __name__ == "__main__":
    sys.exit(main())
