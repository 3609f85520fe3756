"""A text for a shell of which only the run would tell a part is read as far as it is known."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.values import commands_in, shell_part
from chibi_hooks.scheme.values.data import FALSE

PARTLY = r"""
bash -c "rm -rf $x"
bash -c "cd /; rm -rf ${x%/}/y"
bash -c "rm -rf '$x'"
bash -ec "rm -rf $(pick)" a b
eval "rm -rf $x"
eval rm -rf "$x"
ssh host "rm -rf $x/y"
ssh host rm -rf $x
su -c "rm -rf $x"
su --command="rm -rf $x"
env -S "rm -rf $x"
env -S "rm -rf" $x
trap "rm -rf $x" EXIT
trap -- 'rm -rf x' EXIT INT
watch "rm -rf $x"
docker exec c sh -c "rm -rf $x/*"
find . -exec sh -c "rm -rf $x" \;
git config alias.x "!rm -rf $x"
git -c "core.pager=rm -rf $x" log
git bisect run rm -rf $x
tar cf x y --checkpoint-action="exec=rm -rf $x"
alias a="rm -rf $x"
PAGER="rm -rf $x" man ls
env PAGER="rm -rf $x" man ls
perl -e "system('rm -rf $x')"
echo "rm -rf $x" | sh
echo rm -rf $x | bash
printf 'rm -rf %s' $x | sh
echo "x$x fr- mr" | rev | sh
sh <<< "rm -rf $x"
sh <<E\nrm -rf $x\nE
cat <<E | sh\nrm -rf $(pick)\nE
y=rm; sh <<E\n$y -rf $x\nE
echo "rm -rf $x" > f; sh f
cat > f <<E\nrm -rf $x\nE\nsh f
c="rm -rf $x"; $c
c="rm -rf $x"; bash -c "$c"
c=(rm -rf $x); "${c[@]}"
f() { "$@"; }; f rm -rf $x
set -- rm -rf $x; "$@"
bash -c '"$@"' _ rm -rf $x
xargs -I{} sh -c 'rm -rf {}'
echo "$x" | xargs rm -rf
parallel rm -rf ::: "$x"
parallel "rm -rf $x"
""".strip().splitlines()


def deletes(command: SimpleCommand) -> bool:
    return command.name == "rm" and command.words[1].text == "-rf" and len(command.words) > 2


@pytest.mark.parametrize("text", PARTLY)
def test_what_is_known_of_a_text_is_read(text: str) -> None:
    assert any(map(deletes, read_commands(text.replace("\\n", "\n"))))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('sh -c "rm a/$x/b"', "a/"), ("sh -c \"rm 'a/$x'\"", "a/"), ('x="a/$y"; rm $x', "a/"),
        ("echo a/$x | xargs rm", "a/"),
    ],
)  # fmt: skip
def test_of_its_words_as_much_is_known_as_stands_before(text: str, known: str) -> None:
    word = read_commands(text)[-1].words[-1]
    assert (word.text, word.known) == (None, known)


@pytest.mark.parametrize("text", ['bash -c "$x"', "eval $x", 'sh <<< "$x"', "f() { $2 $1; }; f $x rm"])
def test_of_what_is_not_known_at_all_nothing_is_read(text: str) -> None:
    assert [each.name for each in read_commands(text) if each.name] == [text.split("(")[0].split()[0]]


def test_what_is_unknown_is_told_as_dots() -> None:
    commands = commands_in('sh -c "rm a$x"; y="b$z" cat <<< "c$x"')
    assert not isinstance(commands, str)
    _, inner, cat = commands.all()
    assert (shell_part(inner, 4).s, inner.words[1].known) == ("rm a…", "a")
    assert (shell_part(cat, 2).car.cdr, shell_part(cat, 6).s) == (FALSE, "c…")
