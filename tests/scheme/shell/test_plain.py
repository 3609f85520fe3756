"""A plain text is read without its tree, and as if by it: both ways say the same of every text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.plain import plain_rows
from chibi_hooks.scheme.shell.syntax import Unreadable
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT

POLICIES = Path(__file__).parents[2] / "policies"
FIELDS = (
    "name", "words", "source", "assignments", "redirects", "through", "input", "fed", "piped", "directory",
)  # fmt: skip
PLAIN = r"""
rm -rf git push sudo xargs cat cat·f sh bash a b.txt ./x /bin/ls ~/y .. -x -- - 12 1 --x=y --x='a·b' % @ + , : = ^
sh·-c·'rm·x' cd·x cd·.. cd·- pushd·y popd npm·run echo·hi base64·-d env·A=b env·-C·d tee·o read·X timeout·5 exec time
python3·-c·'os.system("rm·x")' && || | ; & ⏎ && | ; > >·f >>·g >f 2>&1 2>·e 2>>e <·i &>·b < 1>&2 >&2 3>·x 'q·w' "d·q" ''
"" "$X" $X ${X} "a${X}b" $X/a a$X $HOME/x "$HOME/x" X=1 X='a·b' X=1·Y=2 A= A=b=c $IFS "$IFS" * ? *.py a'b'c a"b" =x x=
x+=1 'é' "—" '⏎' "a⏎b" "\"" "\$X" "\\" "\n" '\' ·\⏎·
<>·f 3<>/dev/tcp/h/80 >·'a<b'
"""
OTHER = r"""
if then else fi for in done do case esac function while coproc export·X=2 unset·X declare·x local·y=1 [ ] [[ ]] é [·a·]
{ } {a,b} ( ) $( ` $(ls) <( $1 $? $@ $$ "$1" "cost·$5" ! # #·c a#b \ \; \" \⏎ ' " $' $" >| 4<> >& |& << <<E <<< &>> ;;
select eval == =~ %PATH% Get-Item HALF 'HALF' TAB RETURN ESCAPE 'ESCAPE' ZERO
trap·'rm·x'·EXIT find·.·-exec·rm·{}·\;
let·x=1
"""
SPELLED = {"·": " ", "⏎": "\n", "HALF": "\ud800", "TAB": "\t", "RETURN": "\r", "ESCAPE": "\x1b", "ZERO": "\x00"}


def seen(text: str, plainly: bool) -> list[tuple[object, ...]] | str:
    """All that is said of a text."""
    try:
        return [tuple(getattr(each, field) for field in FIELDS) for each in read_commands(text, plainly)]
    except Unreadable as error:
        return str(error)


def labelled() -> Iterator[str]:
    """The commands of the policies' tables."""
    for path in (*POLICIES.glob("tables/*.txt"), POLICIES / "ordinary.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            before, mark, text = line.partition("$ ")
            if mark and before in ("", "deny ", "ask ", "pass ", "warn "):
                yield text.replace("⏎", "\n")


def spelled(words: str) -> list[str]:
    """The pieces of which texts are made."""
    found = words.split()
    for name, text in SPELLED.items():
        found = [each.replace(name, text) for each in found]
    return found


def made(seed: int, count: int) -> Iterator[str]:
    """Texts of pieces that a shell takes, every other one of plain pieces alone."""
    chance = random.Random(seed)
    plain = spelled(PLAIN)
    all_pieces = plain + spelled(OTHER)
    for number in range(count):
        pieces = plain if number % 2 else all_pieces
        length = chance.randrange(1, 12)
        yield "".join(chance.choice(pieces) + chance.choice(("", " ", " ", " ")) for _ in range(length))


def differing(texts: Iterator[str]) -> list[str]:
    """The texts of which both ways say different things."""
    return [text for text in texts if plain_rows(text) is not None and seen(text, True) != seen(text, False)]


def test_both_ways_say_the_same_of_labelled_commands() -> None:
    texts = [*labelled(), *HIDDEN, *ONLY_TEXT]
    assert len(texts) > 1_500
    assert differing(iter(texts)) == []
    assert sum(plain_rows(text) is not None for text in texts) > 0.85 * len(texts)


def test_both_ways_say_the_same_of_made_texts() -> None:
    assert differing(made(1, 3_000)) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_both_ways_say_the_same_of_many_made_texts(seed: int) -> None:
    assert differing(made(seed, 20_000)) == []


def test_made_texts_are_often_plain() -> None:
    assert sum(plain_rows(text) is not None for text in made(1, 3_000)) > 250
