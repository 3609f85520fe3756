"""A plain text is read without its tree, and as if by it: both ways say the same of every text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.text.plain import plain_rows
from chibi_hooks.scheme.shell.text.syntax import Unreadable
from chibi_hooks.scheme.shell.tree import TOGETHER
from tests.halves import dealt
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT

POLICIES = Path(__file__).parents[2] / "policies"
FIELDS = (
    "name", "words", "source", "assignments", "redirects", "through", "input", "fed", "piped", "directory",
)  # fmt: skip
DOCUMENTS = r"""
<<'EOF'⏎a·$x⏎EOF⏎ <<EOF⏎a⏎⏎·b⏎EOF <<EOF⏎EOF⏎ <<EOF⏎$x⏎EOF⏎ <<-EOF⏎a⏎EOF⏎ <<"E"·>·f⏎rm·x⏎E⏎ <<'EOF'⏎it's⏎EOF⏎
-·<<EOF⏎rm·x⏎EOF⏎ 2·<<E⏎x⏎E⏎ <<E·|·sh⏎rm·x⏎E⏎ <<E;⏎x⏎E⏎ <·f·<<E⏎x⏎E⏎ <<E⏎x⏎E⏎⏎ <<E⏎x⏎·E⏎E⏎
<<E>>f⏎"⏎E⏎ -<<E⏎x⏎E⏎ >·"a·<<E⏎x⏎E⏎" <<A⏎<<B⏎A⏎
<<E⏎·x⏎E⏎ <<'E'·>·f⏎⏎·x⏎⏎E⏎ <<E⏎⏎E⏎ <<'E'⏎TABx⏎E⏎ <<E⏎RETURNx⏎E⏎ <<E⏎é·"x"⏎E⏎
"""
SUBSTITUTIONS = r"""
$(ls) $(pwd) "$(pwd)" "a·$(git·log·-n·1)·b" $(cat·f·|·sh) a$(ls)b "$(ls)$X" $(cd·x) "\$(ls)" "$(echo·'a·b')" $(ls)$X
$X$(ls) $(a·"$X") "$(a·"b")" $(a;·b) $(a·&&·b·>·f) $(a·2>/dev/null) '$(ls)' "'$(ls)'" $(echo·rm) $(<·f) $() $((1+1))
$(sudo·rm·x) $(read·X) $(a·) $(·a) $(a·;) $(a·&) "$(ls)"x >·$(ls) A=$(ls) ==$(ls) $(X=1) $(if·a) "·$(ls)"
$(a)$(b) ${X}$(ls) $(echo·rm·-rf) "$(echo·'a··b'·c)" $(echo·'a··b') $(printf·'rm·-rf·x') $(printf·%s·rm) $(which·rm)
$(command·-v·rm) $(echo·-n·x) $(echo·-e·x) $(echo·-x·-e) A=$(echo·rm) "$(which·-a·rm)" a$(echo·"b"·c)d $(echo·$X)
$(echo·*)
"""
TESTS = r"""
[·-f·x·] [·"$X"·=·y·] [·!·-d·'a·b'·] [[·$X·==·y·]] [[·-n·"$X"·]] [·$X·-eq·1·] [·-z·"$X"·] [[·a·!=·"b·c"·]]
[·"$X"·==·""·]
[·x·] [·-f·x·-a·-d·y·] [·-f·$(ls)·] [[·x·=~·y·]] [·-f·x·]·2>·e [·a/b·-nt·c·] [[·-f·x·]·] [·1·-lt·$X·] [-f·x]
"""
PLAIN = r"""
tmux·new·'rm·x' git·rebase·--exec·'rm·x' git·-c·core.pager=rm·log git·bisect·run·rm find·.·-name·'*.py' A=b·sh·-c·'rm·x'
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
WORDS_OF_COMPOUNDS = """
if then else elif fi for for·x·in·a·b; do done while until ! ;·then ;·do ;·done ;·fi ⏎then ⏎do⏎ ⏎done ⏎fi ;·else ;·elif
done; for·x·in·*;·do fi; done·>·f done·| |·while & && ; fi; else⏎ then⏎ do⏎ if⏎ !⏎ for·x·in; for·x; for·x·in·$Y;
for·x·in·"$Y"·b⏎do
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
    kinds = PLAIN, OTHER, DOCUMENTS, SUBSTITUTIONS, WORDS_OF_COMPOUNDS, TESTS
    all_pieces = [piece for each in kinds for piece in spelled(each)]
    for number in range(count):
        pieces = plain if number % 2 else all_pieces
        length = chance.randrange(1, 12)
        yield "".join(chance.choice(pieces) + chance.choice(("", " ", " ", " ")) for _ in range(length))


def composed(seed: int, count: int) -> Iterator[str]:
    """Texts with loops, conditions, substitutions and here-documents, most of them whole, some with a piece too few or
    too many."""
    chance = random.Random(seed)
    commands, others = spelled(PLAIN), [spelled(each) for each in (DOCUMENTS, SUBSTITUTIONS, WORDS_OF_COMPOUNDS, TESTS)]
    ends = ("; ", "\n", ";\n", " ;")
    programs = ("echo", "rm", "cat", "git", "cd", "sh", "sudo rm", "read", "python3", "X=1 a", "! a")

    def end() -> str:
        return chance.choice(ends)

    def simple() -> str:
        pieces = [chance.choice(programs)]
        for _ in range(chance.randrange(4)):
            pieces.append(chance.choice(chance.choice((commands, others[1], ["a", "-f", "$X", "'b c'", "2>&1"]))))
        return " ".join(pieces)

    def some(depth: int) -> str:
        made = [one(depth) for _ in range(chance.choice((1, 1, 1, 2, 3, 5)))]
        joints = [chance.choice((*ends, " && ", " || ", " | ", " & ")) for _ in made]
        return "".join(each + joint for each, joint in zip(made, [*joints[1:], ""], strict=True))

    def one(depth: int) -> str:
        kind = chance.randrange(8) if depth else 9
        if kind == 0:
            values = chance.choice(("a b", "*.py", "1", "a/b c"))
            return f"for x in {values}{end()}do {some(depth - 1)}{end()}done"
        if kind == 1:
            word = chance.choice(("while", "until"))
            return f"{word} {some(depth - 1)}{end()}do {some(depth - 1)}{end()}done"
        if kind == 2:
            middle = f"{end()}else {some(depth - 1)}" if chance.random() < 0.5 else ""
            return f"if {some(depth - 1)}{end()}then {some(depth - 1)}{middle}{end()}fi"
        if kind == 4:
            return chance.choice(others[3])
        if kind == 3:
            return f"{simple()} {chance.choice(others[0])}"
        return simple()

    for _ in range(count):
        text = some(2)
        if chance.random() < 0.3:
            words = text.split(" ")
            at = chance.randrange(len(words))
            words[at : at + chance.randrange(2)] = [chance.choice(chance.choice(others))] * chance.randrange(2)
            text = " ".join(words)
        yield text


def differing(texts: Iterator[str]) -> list[str]:
    """The texts of which both ways say different things; not those that the grammar alone cannot tell."""
    plain = [text for text in texts if plain_rows(text) is not None]
    return [text for text in plain if seen(text, True) != (by_tree := seen(text, False)) and by_tree != TOGETHER]


def test_both_ways_say_the_same_of_labelled_commands() -> None:
    texts = [*labelled(), *HIDDEN, *ONLY_TEXT]
    assert len(texts) > 1_500
    assert differing(iter(texts)) == []
    assert sum(plain_rows(text) is not None for text in texts) > 0.85 * len(texts)


def test_both_ways_say_the_same_of_made_texts() -> None:
    assert differing(made(1, 3_000)) == []
    assert differing(composed(1, 2_000)) == []


@pytest.mark.parametrize("seed", dealt(range(2, 12), 0))
def test_both_ways_say_the_same_of_many_made_texts(seed: int) -> None:
    assert differing(made(seed, 20_000)) == []
    assert differing(composed(seed, 10_000)) == []


def test_no_command_is_taken_for_the_words_of_the_one_before() -> None:
    text = "cat $(a; b) \"$(a \"b\")\";\ncd \" $(ls)\" ${X} -f | read $X/a | git '\\'\nrm 2 <<E\nx\nE\n"
    assert [each.name for each in read_commands(text)][-2:] == ["git", "rm"]
    assert seen(text, False) == TOGETHER


def test_made_texts_are_often_plain() -> None:
    assert sum(plain_rows(text) is not None for text in made(1, 3_000)) > 250
    found = {text for text in composed(1, 2_000) if plain_rows(text) is not None}
    assert len(found) > 300
    assert all(sum(each in text for text in found) > 8 for each in ("$(", "<<", "done", "fi", "[ -"))


def test_a_list_before_a_pipe_has_gone_where_it_goes() -> None:
    for text in ("cd x && a 2>&1 | b", "cd x && a 2>&1 | b | c && cd y && d > f; e", "cd x || a 2> e | b && c"):
        assert seen(text, True) == seen(text, False)
