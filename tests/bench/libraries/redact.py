"""re: twelve patterns redacted in a text of 20 KB."""

import re

SMALL = 1
FULL = 4
PATTERNS = [
    re.compile(pattern)
    for pattern in (
        r"AKIA[0-9A-Z]{16}",
        r"gh[pousr]_[A-Za-z0-9]{36}",
        r"sk-[A-Za-z0-9]{20,}",
        r"xox[baprs]-[A-Za-z0-9-]{10,}",
        r"eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
        r"(?i)password\s*[=:]\s*\S+",
        r"(?i)api[_-]?key\s*[=:]\s*\S+",
        r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{4}",
        r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[a-z]{2,}",
        r"https?://[^:/ ]+:[^@/ ]+@",
        r"\b[0-9]{3}-[0-9]{2}-[0-9]{4}\b",
    )
]
PARAGRAPH = (
    'def main(argv):\n    """Parse the arguments and run; see the manual, section 4.2, for the rest."""\n'
    "    for name in argv[1:]:\n        print(name, len(name), sum(map(ord, name)) % 255)\n"
    "    # the quick brown fox jumps over the lazy dog; pack my box with five dozen jugs\n"
    '    return subprocess.run(["make", "-j4", "all"], check=True, env=environment)\n'
)
SECRETS = "key = AKIAABCDEFGHIJKLMNOP, password: hunter2, mail ann@example.org, card 1234-5678-9012-3456\n"
TEXT = "".join(PARAGRAPH + (SECRETS if i % 12 == 0 else "") for i in reversed(range(48)))


def redact(text: str) -> str:
    for pattern in PATTERNS:
        text = pattern.sub("[redacted]", text)
    return text


def run(n: int) -> int:
    length = 0
    for _ in range(n):
        length = len(redact(TEXT))
    return length
