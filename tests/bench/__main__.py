"""Print every table."""

from tests.bench import fire, language

print(language.report(), fire.report(), sep="\n\n")
