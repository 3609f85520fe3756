"""Methods of characters: is a password good? What is a text made of?"""

SMALL = 2
FULL = 250
PASSWORDS = ["hunter2", "Tr0ub4dor&3", "correct horse battery staple", "PASSWORD", "Ünïcödé9!x"]


def strength(s: str) -> int:
    return (
        (1 if any(c.isupper() for c in s) else 0)
        + (1 if any(c.islower() for c in s) else 0)
        + (1 if any(c.isdigit() for c in s) else 0)
        + (1 if any(not c.isalnum() for c in s) else 0)
        + (1 if len(s) >= 10 else 0)
    )


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        for s in PASSWORDS:
            total += strength(s) + strength(s.swapcase()) + sum(1 for c in s if c.isspace())
            total += 10 if s.casefold() == "password" else 0
    return total
