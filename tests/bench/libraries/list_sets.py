"""Sets: who may do what."""

SMALL = 2
FULL = 2_000
GRANTED = ["file_read", "find", "web_search", "fetch_url", "shell_exec"]
WANTED = ["shell_exec", "write_file", "find", "spawn_agent"]
DENIED = ["spawn_agent", "shell_exec"]


def once() -> int:
    wanted = set(WANTED)
    denied = set(DENIED)
    usable = [x for x in GRANTED if x in wanted]
    allowed = [x for x in usable if x not in denied]
    everything = list(dict.fromkeys(GRANTED + WANTED))
    more = list(dict.fromkeys([*everything, "find", "mcp:x/y"]))
    return (
        len(usable)
        + len(allowed)
        + len(more)
        + (100 if denied <= set(everything) else 0)
        + (1000 if set(usable) == set(allowed) else 0)
        + (1 if "web_search" in everything else 0)
        + len([x for x in everything if x != "find"])
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once()
    return total
