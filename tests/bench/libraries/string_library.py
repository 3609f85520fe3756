"""Methods of strings: headers of a message, trimmed, split, joined, searched."""

from __future__ import annotations

SMALL = 2
FULL = 800
MESSAGE = (
    "From: Ann Example <ann@example.org>\nTo:   Bob <bob@example.org>, Cy <cy@example.org>\n"
    "Subject:  the  usual   thing  \nX-Mailer: none\nDate: Sun, 22 Nov 2026 15:17:52 +0000"
)


def header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.lower(), value.strip()


def once() -> int:
    headers = dict(header(line) for line in MESSAGE.split("\n"))
    to = headers["to"]
    names = [name.strip() for name in to.split(",")]
    subject = " ".join(headers["subject"].split())
    return (
        len(names)
        + len(subject)
        + sum(1 for name in headers if name.startswith("x-"))
        + (1 if "example" in headers["from"] else 0)
        + to.count("@")
        + len(subject[:3].ljust(10))
        + len("".join(headers))
        + (1 if headers["date"].endswith("+0000") else 0)
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        total += once()
    return total
