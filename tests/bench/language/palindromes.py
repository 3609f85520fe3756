"""Strings and characters: which sentences read the same backwards?"""

SMALL = 2
FULL = 600
SENTENCES = [
    "A man, a plan, a canal: Panama!",
    "Was it a car or a cat I saw?",
    "This is no palindrome at all.",
    "Never odd or even",
]


def is_palindrome(s: str) -> bool:
    letters = [c.lower() for c in s if c.isalpha()]
    return letters == letters[::-1]


def run(n: int) -> int:
    found = 0
    for _ in range(n):
        found += sum(1 for s in SENTENCES if is_palindrome(s))
    return found
