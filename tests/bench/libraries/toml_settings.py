"""tomllib: a settings file read."""

import tomllib

SMALL = 2
FULL = 100
TEXT = (
    'title = "guard"\nversion = 3\n[limits]\ntime = 1.5\nmemory = 256\n[[rules]]\nname = "no push"\n'
    'tools = ["shell_exec", "find"]\n[[rules]]\nname = "no secrets"\ntools = []\n'
)


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        settings = tomllib.loads(TEXT)
        total += settings["limits"]["memory"] + settings["version"] + len(settings["rules"])
    return total
