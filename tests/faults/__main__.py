"""`python -m tests.faults [--jobs N] SEED…`: run these seeds (`0-999` is a range), `--kills` those of killed processes,
in N processes at once since most of a story is waiting; exit code 1 when one finds something."""

from __future__ import annotations

import subprocess
import sys
import traceback

from tests.faults.kills import KilledStory
from tests.faults.simulation import Story, tell

JOBS = 4


def seeds_of(arguments: list[str]) -> list[int]:
    """The numbers that are meant."""
    found: list[int] = []
    for each in arguments:
        first, _, last = each.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def run(seeds: list[int], make: type[Story] | type[KilledStory]) -> int:
    """Run them here; gives how many find something."""
    wrong = 0
    for seed in seeds:
        story = make(seed)
        if ran(story):
            wrong += 1
            print(tell(story), flush=True)
    return wrong


def ran(story: Story | KilledStory) -> list[str]:
    """What did not hold; what the story itself raised is such a thing, and the next seed's turn comes all the same."""
    try:
        return story.run()
    except Exception:
        story.wrong.append(f"the story raised: {traceback.format_exc()}")
        return story.wrong


def run_apart(seeds: list[int], options: list[str], jobs: int) -> int:
    """Run them in processes of their own; gives how many of those find something."""
    command = [sys.executable, "-m", "tests.faults", "--jobs", "1", *options]
    children = [subprocess.Popen([*command, *map(str, seeds[n::jobs])]) for n in range(jobs) if seeds[n::jobs]]
    return sum(child.wait() != 0 for child in children)


def main(arguments: list[str]) -> int:
    """Run them; gives the exit code."""
    jobs = JOBS
    if "--jobs" in arguments:
        at = arguments.index("--jobs")
        jobs = int(arguments[at + 1])
        del arguments[at : at + 2]
    options = [each for each in arguments if each.startswith("--")]
    seeds = seeds_of([each for each in arguments if not each.startswith("--")])
    if jobs > 1 and len(seeds) > 1:
        wrong = run_apart(seeds, options, jobs)
        print(f"{len(seeds)} seeds in {jobs} processes, {wrong} of them find something")
    else:
        wrong = run(seeds, KilledStory if "--kills" in options else Story)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
