"""Print every table."""

from tests.bench import fire, language, tools

print(language.report(), fire.report(), tools.report(), sep="\n\n")
