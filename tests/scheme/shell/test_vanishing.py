"""Nothing that is known of a line, or that nobody knows, vanishes behind what is found out besides."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.text.syntax import Unreadable


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


@pytest.mark.parametrize(
    "taker",
    [
        "xargs -E -a env", "xargs -I -a sh -c -a", "xargs -a - env", "xargs -a /dev/stdin env", "xargs -xa - env",
        "xargs -l -a - env", "xargs -a /proc/self/fd/0 env", "xargs --arg-file=- env", "xargs -s -a env",
        "parallel -a -", "parallel -a- env", "xargs -a- env",
    ],
)  # fmt: skip
def test_what_may_be_an_option_for_a_file_does_not_drop_the_pipe(taker: str) -> None:
    assert any(each.endswith("rm -rf src") for each in lines(f"echo 'rm -rf src' | {taker}"))


def test_words_of_a_file_are_unknown_behind_a_pipe() -> None:
    assert "rm -rf None" in lines("echo build | xargs -a list rm -rf")


def test_a_script_that_runs_itself_with_more_files_is_not_passed_by() -> None:
    with pytest.raises(Unreadable, match="too deeply"):
        read_commands("echo 'sh a; sh b; cp c b; echo \"rm -rf src\" > c' > a; sh a")
    assert "rm x" in lines("echo 'sh a; rm x' > a; sh a")


MADE = "echo 'rm -rf src' > f; echo YQ== | gunzip >> f; "


@pytest.mark.parametrize("end", ["xargs env < f", "cat f | xargs env", "xargs -a f env"])
@pytest.mark.parametrize("begin", [MADE, "echo YQ== | gunzip > f; echo 'rm -rf src' >> f; "])
def test_what_is_known_of_a_file_stays_known(begin: str, end: str) -> None:
    assert any("rm -rf src" in each for each in lines(begin + end)[3:])


@pytest.mark.parametrize(
    "end",
    ["sh f", "sh < f", "cat f | sh", "make -f f", "cp f g; ./g", "cat f > g; sh g", "python f", "cat f | grep rm | sh"]
)
def test_a_script_of_which_a_part_is_missing_is_not_read(end: str) -> None:
    with pytest.raises(Unreadable, match="nobody can tell"):
        read_commands(MADE + end)


@pytest.mark.parametrize(
    "text",
    [
        "echo '{\"scripts\":{\"t\":\"rm -rf src\"}}' > package.json; npm run t",
        "echo '{\"scripts\":{\"test\":\"rm -rf src\"}}' > package.json; npm t",
        "printf 'a:\\n\\ttrue\\nMakefile: b\\nb:\\n\\trm -rf src\\n' > Makefile; make -n",
        "printf 'a:\\n\\ttrue\\nf:\\n\\trm -rf src\\n' > f; make -n -f f",
        "printf 'include x.mk\\na:\\n\\ttrue\\nx.mk:\\n\\trm -rf src\\n' > Makefile; make -n a",
        "printf '%s\\n' '-include $(X)' 'a:;true' 'x.mk:;rm -rf src' > Makefile; make -n a",
        "printf 'P=+\\na:\\n\\t$(P)rm -rf src\\n' > Makefile; make -n",
        "printf 'a:\\n\\ttrue\\nb:\\n\\trm -rf src\\n' > Makefile; make -j 4 b",
    ],
)
def test_a_recipe_is_run_for_its_own_name(text: str) -> None:
    assert "rm -rf src" in lines(text)


def test_the_value_of_an_option_of_make_is_no_goal() -> None:
    made = "printf 'a:\\n\\ttrue\\nb:\\n\\trm -rf src\\n' > Makefile; "
    for words in ("-j 4 a", "-j 4", "-kj 4 a", "-o x a", "-n b", "-j a"):
        assert "rm -rf src" not in lines(f"{made}make {words}")
    for words in ("-j 4 b", "-o x b", "-j b", "x"):
        assert "rm -rf src" in lines(f"{made}make {words}")
