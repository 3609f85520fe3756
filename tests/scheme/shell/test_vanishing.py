"""Nothing that is known of a line, or that nobody knows, vanishes behind what is found out besides."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.shell.commands import read_commands


def lines(text: str) -> list[str]:
    """The commands of a text, each as one; None: a word that nobody knows."""
    found = read_commands(text.replace("⏎", "\n"))
    return [" ".join(str(word.text) for word in each.words) for each in found]


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ('bash -c "echo $RANDOM; rm -rf src" "$(cat <<< \'#\')"', "rm -rf src"),
        ("X=$(date); bash -c \"echo $X; rm -rf src\" _ '$(rev <<< \"#\")'", "rm -rf src"),
        ("bash -c \"echo $(cat <<< '#'); rm -rf src\"", "rm -rf src"),
        ("read D; bash -c \"rm -rf $D\" '$(cat <<< build)'", "rm -rf None"),
        ('read D; A=$(cat <<< build) bash -c "rm -rf $D"', "rm -rf None"),
    ],
)
def test_a_substitution_fills_the_hole_that_it_stands_in(text: str, run: str) -> None:
    assert run in lines(text)
