"""Methods of strings: titles to slugs, names in the cases of code."""

SMALL = 2
FULL = 400
TITLES = ["Hello, World!", "The Quick  Brown Fox", "  R7RS-large & friends ", "What's new in 3.14?"]


def slug(title: str) -> str:
    kept = "".join([c for c in title.strip().lower() if c.isalpha() or c.isdigit() or c == " "])
    return "-".join(kept.split(" "))


def camel(words: str) -> str:
    return "".join([word[:1].upper() + word[1:] for word in words.split("-")])


def snake(name: str) -> str:
    return "".join(["_" + c.lower() if c.isupper() else c for c in name])


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        for title in TITLES:
            total += len(snake(camel(slug(title))))
    return total
