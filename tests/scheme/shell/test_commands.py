"""What a command line would run: forms that hide a command, texts that only look like one, and hostile texts."""

from __future__ import annotations

import contextlib
import random

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.programs.simple import SimpleCommand
from chibi_hooks.scheme.shell.text.syntax import Unreadable

HIDDEN = r"""
/???/rm -rf /
/bin/r[m] -rf /
gosu me rm -rf /
npx rm@1.2.3 -rf /
pnpm dlx rm@latest -rf /
ssh -o ProxyCommand='rm -rf /' host
sed '1e rm -rf /' x
at now <<< 'rm -rf /'
printf '%s' 'rm -rf /' | xargs -0 sh -c
rm -rf /
/bin/rm -rf /
\rm -rf /
'rm' -rf /
r''m -rf /
r"m" -rf /
$'rm' -rf /
$'\x72\x6d' -rf /
$'\162m' -rf /
$'\u0072m' -rf /
$"rm" -rf /
rm$IFS-rf$IFS/
rm${IFS}-rf${IFS}/
rm -r"f" "/"
rm -{rf,} /
X=rm; $X -rf /
X=rm && $X -rf /
X="rm -rf /"; $X
X=r Y=m; "$X$Y" -rf /
export X=rm; ${X} -rf /
true; rm -rf /
true && rm -rf /
false || rm -rf /
true & rm -rf /
true | rm -rf /
! rm -rf /
( rm -rf / )
{ rm -rf /; }
if true; then rm -rf /; fi
while true; do rm -rf /; done
for i in 1; do rm -rf /; done
case x in x) rm -rf /;; esac
f() { rm -rf /; }; f
function f { rm -rf /; }; f
echo $(rm -rf /)
echo `rm -rf /`
echo "a $(rm -rf /) b"
echo "a `rm -rf /` b"
X=$(rm -rf /)
X=1 Y=$(rm -rf /) true
cat <(rm -rf /)
tee >(rm -rf /)
[ "$(rm -rf /)" ]
[[ -n $(rm -rf /) ]]
echo $(( $(rm -rf /) + 1 ))
echo ${X:-$(rm -rf /)}
cat < $(rm -rf /)
cat <<EOF\n$(rm -rf /)\nEOF
cat <<< $(rm -rf /)
sudo rm -rf /
sudo -n -u root rm -rf /
sudo -u root -- rm -rf /
sudo A=b rm -rf /
sudo --user=root rm -rf /
sudo --user root rm -rf /
doas rm -rf /
env rm -rf /
env -i A=b C=d rm -rf /
env -u X rm -rf /
env -S 'rm -rf /'
env --split-string='rm -rf /'
A=b rm -rf /
nohup rm -rf / &
time rm -rf /
timeout 5 rm -rf /
timeout -k 1 -s KILL 5s rm -rf /
timeout --signal=KILL 5 rm -rf /
nice rm -rf /
nice -n 19 rm -rf /
nice -n19 rm -rf /
ionice -c 3 rm -rf /
stdbuf -oL rm -rf /
setsid rm -rf /
command rm -rf /
builtin command rm -rf /
exec rm -rf /
exec -a x rm -rf /
busybox rm -rf /
chroot /mnt rm -rf /
flock /tmp/l rm -rf /
flock /tmp/l -c 'rm -rf /'
strace -f -o x rm -rf /
sudo env timeout 5 nice rm -rf /
sh -c 'rm -rf /'
bash -c "rm -rf /"
bash -lc 'rm -rf /'
bash -l -c 'rm -rf /'
bash -c -- 'rm -rf /'
bash -ec 'rm -rf /' x y
bash --norc -c 'rm -rf /'
bash --rcfile x -c 'rm -rf /'
bash -o pipefail -c 'rm -rf /'
/usr/bin/env bash -c 'rm -rf /'
zsh -c 'rm -rf /'
sh -c 'sh -c "rm -rf /"'
sh -c 'eval "rm -rf /"'
su -c 'rm -rf /'
su root -c 'rm -rf /'
su - root --command='rm -rf /'
script -qc 'rm -rf /' /dev/null
watch -n 1 'rm -rf /'
watch rm -rf /
ssh host rm -rf /
ssh -p 22 me@host 'rm -rf /'
eval rm -rf /
eval "rm" "-rf" /
eval 'r''m -rf /'
trap 'rm -rf /' EXIT
echo 'rm -rf /' | sh
echo "rm -rf /" | bash -s
echo -n 'rm -rf /' | sudo sh
echo -e 'rm\x20-rf\x20/' | sh
printf 'rm -rf /' | sh
printf '%s\n' 'rm -rf /' | sh
printf 'rm %s %s' -rf / | sh
printf '\x72m -rf /' | bash
echo cm0gLXJmIC8= | base64 -d | sh
echo cm0gLXJmIC8K | base64 --decode | bash
base64 -d <<< cm0gLXJmIC8= | sh
bash <<< 'rm -rf /'
sh <<EOF\nrm -rf /\nEOF
sh <<'EOF'\nrm -rf /\nEOF
cat <<EOF | sh\nrm -rf /\nEOF
cat <<'EOF' | sudo bash\nrm -rf /\nEOF
true # x\nrm -rf /
echo x > y; rm -rf /
> y rm -rf /
rm -rf / > /dev/null 2>&1
2>&1 rm -rf /
rm 2>&1 -rf /
rm > /dev/null -rf /
rm -rf < x 2>> y /
true && rm 2>&1 -rf / && true
cat x | rm > y -rf /
time -p rm -rf /
coproc rm -rf /
a=(x $(rm -rf /))
select x in a; do rm -rf /; done
until rm -rf /; do :; done
for ((i=0;i<1;i++)); do rm -rf /; done
${x:-rm} -rf /
${x=r'm'} ${y--rf} /
${x:-rm -rf /}
x= ; ${x:-rm} -rf /
${HOME:+rm} -rf /
r${z}m -rf /
"r$z"'m' -rf /
r${z:0:1}m -rf /
r$@m -rf /
$z rm -rf /
rm -${z}rf /
sudo r${z}m -rf /
[ x ] && X=rm; $X -rf /
: ${y:=rm}; $y -rf /
X=r; X+=m; $X -rf /
"$TOOLS/bin/rm" -rf /
$SHELL -c 'rm -rf /'
IFS=,; a=rm,-rf,/; $a
""".strip().splitlines()

ONLY_TEXT = r"""
echo rm -rf /
echo "rm -rf /"
echo 'a; rm -rf /'
git commit -m "rm -rf / is bad"
git commit -m 'x && rm -rf /'
grep -r "rm -rf /" .
ls # rm -rf /
# rm -rf /
cat <<EOF > notes\nrm -rf /\nEOF
cat <<'EOF'\n$(rm -rf /)\nEOF
cat > x.sh <<EOF\nrm -rf /\nEOF
printf '%s\n' 'rm -rf /'
X='rm -rf /'
ls rm
./rm-rf-slash
cd rm; ls
man rm
which rm
command -v rm
type rm
sed 's/rm -rf//' x
python -c "print('rm -rf /')"
echo '$(rm -rf /)'
echo "\$(rm -rf /)"
jq '.rm' x
bash script.sh 'rm -rf /'
echo 'rm -rf /' | cat
echo 'rm -rf /' | bash script.sh
echo 'rm -rf /' > x
""".strip().splitlines()


def removes(command: SimpleCommand) -> bool:
    return command.name == "rm" and "-rf" in [w.text for w in command.words] and "/" in [w.text for w in command.words]


@pytest.mark.parametrize("text", HIDDEN)
def test_a_hidden_command_is_found(text: str) -> None:
    found = read_commands(text.replace("\\n", "\n") if "<<" in text or "# x" in text else text)
    assert any(removes(each) for each in found), found


def test_words_are_parted_where_the_text_says() -> None:
    assert [word.text for word in read_commands("IFS=:; x=a:b; cat $x")[-1].words] == ["cat", "a", "b"]
    assert [word.text for word in read_commands("IFS=; x='a b'; cat $x")[-1].words] == ["cat", "a b"]
    assert [word.text for word in read_commands("IFS=$(f); x=a; cat $x")[-1].words] == ["cat", None]


def test_what_nobody_has_set_is_supposed_to_be_empty_in_names_and_options_only() -> None:
    assert [each.name for each in read_commands("cp a $OUT/x; cat ${F}b/c; sudo cp a ${OUT}/b")] == [
        "cp", "cat", "sudo", "cp",
    ]  # fmt: skip
    found = read_commands("cp a ${OUT:-/opt}/x")
    assert [each.words[-1].text for each in found] == [None, "/opt/x"]
    assert [each.name for each in read_commands('$CMD; "$X" a; $PYTHON -m x')] == [None, None, None]


def test_a_line_may_go_on() -> None:
    assert removes(read_commands("r\\\nm \\\n  -rf \\\n /")[0])


@pytest.mark.parametrize("text", ONLY_TEXT)
def test_what_is_only_text_is_no_command(text: str) -> None:
    text = text.replace("\\n", "\n") if "<<" in text else text
    assert not any(each.name == "rm" for each in read_commands(text))


@pytest.mark.parametrize(
    "text",
    ["$X -rf /", "${X} -rf /", "$(cat rm) -rf /", "`cat x`", "/bin/r? -rf /", "/bin/[rx]m -rf /",
     'sh -c "$X"', "eval $X",
     "X=rm; if true; then X=ls; fi; $X /", "read X; $X /", "for X in rm ls; do $X /; done", "X=a; X=b; $X"],
)  # fmt: skip
def test_a_name_that_only_the_run_tells_is_unknown(text: str) -> None:
    assert any(each.name is None for each in read_commands(text))


@pytest.mark.parametrize(
    "text",
    ["$(echo rm) -rf /", "`echo rm` -rf /", "$(which rm) -rf /", "$(command -v rm) -rf /", 'eval "$(echo rm -rf /)"',
     "bash -c \"$(printf 'rm -rf /')\"", "git rebase -x 'rm -rf /' main", "git -c alias.x='!rm -rf /' x",
     "git -C a bisect run rm -rf /", "git submodule foreach --recursive 'rm -rf /'", "tmux new -d 'rm -rf /'",
     "screen -dmS x rm -rf /", "git filter-branch --tree-filter='rm -rf /' HEAD", "ls | entr rm -rf /"],
)  # fmt: skip
def test_what_prints_or_runs_it_hides_nothing(text: str) -> None:
    assert any(map(removes, read_commands(text)))
    assert any(map(removes, read_commands(text, plainly=False)))


def test_what_find_finds_is_known_by_its_name_behind_a_pipe() -> None:
    found = read_commands("find . -name '.env*' -type f | xargs -n 1 cat")[-1]
    assert (found.name, found.words[-1].text) == ("cat", "./.env*")
    assert read_commands("find . -name a -o -name b | xargs cat")[-1].words[-1].text is None


def test_a_command_sees_the_variables_of_the_one_that_runs_it() -> None:
    found = read_commands("A=1 sh -c 'B=2 git x' && C=3 timeout 5 git y")
    assert [each.assignments for each in found if each.name == "git"] == [(("A", "1"), ("B", "2")), (("C", "3"),)]


def test_a_file_that_a_substitution_gives_is_read() -> None:
    assert [each.source for each in read_commands('echo "$(<.env)"') if each.redirects] == ["$(<.env)"]


def test_operands_that_the_run_adds_are_unknown() -> None:
    found = read_commands("ls | xargs rm -rf; find . -exec rm -rf {} +; parallel rm -rf :::: a")
    assert [each.words[-1].text for each in found if each.name == "rm"] == [None, None, None]


def test_who_runs_it_is_told() -> None:
    assert [each.through for each in read_commands("sudo env sh -c 'rm x'")] == [
        (), ("sudo",), ("sudo", "env"), ("sudo", "env", "sh"),
    ]  # fmt: skip


def test_redirects_and_input() -> None:
    one, two = read_commands("sort < in > out 2>> log | tee -a all &> both")
    assert [(each.operator, each.descriptor, each.target.text) for each in one.redirects] == [
        ("<", "", "in"), (">", "", "out"), (">>", "2", "log"),
    ]  # fmt: skip
    assert [each.target.text for each in two.redirects] == ["both"]
    assert (one.fed, one.piped, two.fed, two.piped) == (True, False, True, True)
    assert [each.target.text for each in read_commands("cat <<E > f\nx\nE")[0].redirects] == ["f"]


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "line", ["exec 3<>/dev/tcp/h/80", "exec 3<> /dev/tcp/h/80 && cat <&3", "{ cat; } 3<>/dev/tcp/h/80"]
)
def test_a_file_is_opened_both_ways(line: str, plainly: bool) -> None:
    found = [each for command in read_commands(line, plainly) for each in command.redirects]
    assert (found[0].operator, found[0].descriptor, found[0].target.text) == ("<>", "3", "/dev/tcp/h/80")


@pytest.mark.parametrize("plainly", [True, False])
def test_what_stands_behind_a_list_belongs_to_its_last_command_and_all_that_it_runs(plainly: bool) -> None:
    found = read_commands("true && sudo tee x < i > f", plainly)
    assert [(each.name, len(each.redirects), each.fed) for each in found] == [
        ("true", 0, False), ("sudo", 2, True), ("tee", 2, True),
    ]  # fmt: skip
    fed = read_commands("echo 'rm x' | sh < script", plainly)[-1]
    assert (fed.name, fed.fed, fed.piped, fed.input) == ("sh", True, False, None)
    loop = read_commands("true && for x in y; do z; done > f", plainly)
    assert [(each.name, len(each.redirects)) for each in loop] == [("true", 0), ("", 1), ("z", 0)]


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "line",
    ["env -C d rm x", "env --chdir=d rm x", "env -iC d A=b rm x", "env -Cd rm x", "sudo -D d rm x",
     "sudo --chdir d -u me rm x", "env -C d sh -c 'rm x'", "env -C d -S 'rm x'"],
)  # fmt: skip
def test_a_command_runs_where_its_runner_says(line: str, plainly: bool) -> None:
    found = read_commands(f"{line}; rm y", plainly)
    assert [each.directory for each in found if each.name == "rm"] == ["d", ""]
    assert found[0].directory == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rm 'x", "it does not parse"),
        ("a\x00b", "it has a zero byte"),
        ("x" * 70_000, "it has more than 64 KiB"),
        ("é" * 40_000, "it has more than 64 KiB"),
        ("Remove-Item -Recurse C:\\x", "it is PowerShell"),
        ("$env:PATH = 'x'", "it is PowerShell"),
        ("Get-ChildItem | Remove-Item", "it is PowerShell"),
        ("del /s /q C:\\x", "it is for cmd.exe"),
        ("rmdir /S /Q C:\\x", "it is for cmd.exe"),
        ("set x=%PATH%;C:\\y", "it is for cmd.exe"),
        ("@echo off & cd %USERPROFILE% & ls", "it is for cmd.exe"),
        ("sh -c 'rm \"x'", "the text that sh runs: it does not parse"),
        ("true;" * 3_000, "it has more than 2000 commands"),
        ("$(" * 300 + "x" + ")" * 300, "it is nested too deeply"),
        ("sudo " * 500 + "x", "it is nested too deeply"),
        ("x \ufdd0", "it has characters that are none"),
        ("a|" * 30_000, "it has more than 1000 pipes"),  # the grammar took a minute to find out what is wrong
        (f"x=({'a | b |' * 2_000}}}", "it has more than 1000 pipes"),
        (f'echo "$({"a|" * 3_000})"', "it has more than 1000 pipes"),
        (f": $((1<<E))\n{'a|' * 3_000}\nE", "it has more than 1000 pipes"),
        (f"# it's\n{'a|' * 3_000}'", "it has more than 1000 pipes"),
        ("find . -exec " * 2_000, "it is nested too deeply"),
        ("echo 'a' | gunzip | sh", "nobody can tell what sh is given to run"),
        ("f < a; sh <(f <<< 'a')", "nobody can tell what sh is given to run"),
        ("eval \"$(echo 'a' | f)\"", "nobody can tell what eval is given to run"),
        ("$(f <<< 'a') -rf x", "nobody can tell what it runs"),
    ],
)
def test_what_is_not_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_commands(text)
    assert str(caught.value) == reason


def test_pipes_in_quotes_and_documents_are_none() -> None:
    table = "| a | b | it's |\n" * 1_000
    for text in (f"cat > x.md <<'EOF'\n{table}EOF\nrm x", f'echo "{table}"; rm x', f"echo '{'a|' * 3_000}'; rm x"):
        assert [each.name for each in read_commands(text)][1:] == ["rm"]


def test_a_long_text_ends_whatever_it_is() -> None:
    for text in ("<" * 60_000, "a=(" * 20_000, "$[" * 30_000):
        with pytest.raises(Unreadable, match="takes too long|does not parse"):
            read_commands(text)


def test_what_find_runs_is_what_stands_up_to_its_end() -> None:
    found = read_commands("find . -exec find x -exec rm {} \\; -exec ls {} + -ok cat {} \\;")
    assert [each.name for each in found] == ["find", "find", "rm", "ls", "cat"]


def test_a_long_chain_is_not_deep() -> None:
    assert len(read_commands(" && ".join(["true"] * 1_000))) == 1_000


def test_any_text_is_read_or_refused() -> None:
    words = [
        "rm", "-rf", "/", "sudo", "eval", "xargs", "if", "then", "fi", "for", "do", "done", "case", "esac", "{a,b}",
        "{1..9}", "X=", "é", "$(", "${", "$((", "<(", "$'\\x",
    ]  # fmt: skip
    pieces = [*"'\"`$(){}[]<>|&;#\\~*?!=+- \n\t", *words, "<<EOF\n", "EOF\n", "\ud800", "base64 -d", "sh -c", "echo -e"]
    chance = random.Random(12)
    for _ in range(3_000):
        text = "".join(chance.choice(pieces) + chance.choice(["", " "]) for _ in range(chance.randrange(1, 14)))
        with contextlib.suppress(Unreadable):
            read_commands(text)


HOSTILE = [
    "{a,b}" * 400, "{" * 1_900, "{1..999999999}", "a{1..200}{1..200}", "echo " + "$(x)" * 1_500, "X=" + "$X" * 9_000,
    "sh -c '" + "x" * 60_000 + "'", "<<a " * 500, "((" * 200, "'" * 60_000, "f(){ " * 6_000 + ":;" + " };" * 6_000,
    "echo a " + "| sed 's/a/aaaaaaaa/g' " * 900 + "| sh", "echo -a${x}b" * 5_000, "${x:-" * 9_000 + "}" * 9_000,
    "; ".join(f"x{at + 1}=$x{at}$x{at}" for at in range(60)), f"x={'a' * 30_000}; echo {'$x ' * 10_000}",
    "printf -v c '" + "%s" * 30_000 + "' " + "a " * 1_000, "GIT_PAGER='a b' " * 4_000,
    "IFS=,; a=" + "a," * 30_000 + "; $a",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_end(text: str) -> None:
    with contextlib.suppress(Unreadable, RecursionError):
        assert len(read_commands(text)) <= 2_000


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("docker exec -it -w /a app rm -rf x", "rm -rf x"),
        ("docker compose -f a.yml run --rm web rm -rf x", "rm -rf x"),
        ("docker run --rm -v $PWD:/w -e A=1 alpine rm -rf x", "rm -rf x"),
        ("kubectl -n dev exec pod -c main -- rm -rf x", "rm -rf x"),
        ("aws-vault exec dev -- rm -rf x", "rm -rf x"),
        ("systemd-run --user --unit u rm -rf x", "rm -rf x"),
        ("npm exec -c 'rm -rf x'", "rm -rf x"),
        ("tar cf a --checkpoint-action=exec='rm -rf x' b", "rm -rf x"),
        ("bash -euo pipefail -c 'rm -rf x'", "rm -rf x"),
        ("env -S 'A=1 rm' -rf x", "rm -rf x"),
        ("alias a='rm -rf x'; a", "rm -rf x"),
        ("git -c alias.a='!rm -rf x' a", "rm -rf x"),
        (". <(echo rm -rf x)", "rm -rf x"),
        ("source /dev/stdin <<< 'rm -rf x'", "rm -rf x"),
        ("echo 'rm -rf x' > a.sh && bash a.sh", "rm -rf x"),
        ("cat <<'E' > a.sh\nrm -rf x\nE\n./a.sh", "rm -rf x"),
        ("tee a.sh <<< 'rm -rf x'; . ./a.sh", "rm -rf x"),
        ("echo x | xargs rm -rf", "rm -rf x"),
        ("echo x | xargs -I{} sh -c 'rm -rf {}'", "rm -rf x"),
        ("parallel rm -rf ::: x", "rm -rf x"),
        ("parallel 'rm -rf {}' ::: x", "rm -rf x"),
        ("""perl -e 'system("rm", "-rf", "x")'""", "rm -rf x"),
        ("find x -exec rm -rf {} +", "rm -rf x/"),
        ("set -- rm -rf x; \"$@\"", "rm -rf x"),
        ("set rm x; shift; rm -rf \"$1\"", "rm -rf x"),
        ("set -- -rf x; bash -c 'rm $*'; rm $*", "rm -rf x"),
        ("bash -c 'rm -rf \"$1\"' _ x", "rm -rf x"),
        ("sh -c '\"$@\"' _ rm -rf x", "rm -rf x"),
        ("r() { rm -rf \"$1\"; }; r x", "rm -rf x"),
        ("a() { b \"$@\"; }; b() { rm \"$@\"; }; a -rf x", "rm -rf x"),
        ("a=(-rf); a+=(x); rm \"${a[@]}\"", "rm -rf x"),
        ("declare -a a=(rm -rf x); ${a[*]}", "rm -rf x"),
        ("a=(x y); rm -rf ${a[0]}", "rm -rf x"),
        ("devcontainer exec --workspace-folder . rm -rf x", "rm -rf x"),
        ("docker run --rm --entrypoint rm -v $PWD:/w alpine -rf x", "rm -rf x"),
        ("docker run --entrypoint=/bin/sh alpine -c 'rm -rf x'", "rm -rf x"),
        ("echo 'rm -rf' > a.sh; echo 'rm -rf x' >> a.sh; sh a.sh", "rm -rf x"),
        ("expect -c 'spawn -noecho rm -rf x'", "rm -rf x"),
        ("capsh -- -c 'rm -rf x'", "rm -rf x"),
        ('start-stop-daemon -S -x rm -- -rf x', "rm -rf x"),
        ("make SHELL='rm -rf x'", "rm -rf x"),
        ("make --eval='a: ; rm -rf x' a", "rm -rf x"),
        ("GIT_SSH_COMMAND='rm -rf x' git fetch", "rm -rf x"),
        ("env -i PAGER='rm -rf x' git log", "rm -rf x"),
        ("export LESSOPEN='|rm -rf x'", "rm -rf x"),
        ("git clone -u 'rm -rf x' a b", "rm -rf x"),
        ('cmake -E rm -rf x', "rm -rf x"),
        ('ip netns exec n rm -rf x', "rm -rf x"),
        ("gdb -ex '!rm -rf x'", "rm -rf x"),
        ('gdb --args rm -rf x', "rm -rf x"),
        ("rg --pre='rm -rf x' a", "rm -rf x"),
        ('emacs --eval \'(shell-command "rm -rf x")\'', "rm -rf x"),
        ('apptainer exec -B a i.sif rm -rf x', "rm -rf x"),
        ('wsl -e rm -rf x', "rm -rf x"),
        ("mapfile -C 'rm -rf x' a", "rm -rf x"),
        ('distrobox enter b -- rm -rf x', "rm -rf x"),
        ("go test -exec 'rm -rf x' .", "rm -rf x"),
        ("scp -o ProxyCommand='rm -rf x' a b:", "rm -rf x"),
        ("echo 'x fr- mr' | rev | sh", "rm -rf x"),
        ("echo 'ez -es k' | tr a-z n-za-m | sh", "rm -rf x"),
        ("echo 'RM -rf x' | sed 's/RM/rm/' | bash", "rm -rf x"),
        ("tac <<< 'rm -rf x' | sh", "rm -rf x"),
        ('echo 726d202d72662078 | xxd -r -p | sh', "rm -rf x"),
        ('bash -c "$(printf \'rm -rf %s\' x)"', "rm -rf x"),
        ('cp /bin/rm a && ./a -rf x', "/bin/rm -rf x"),
        ('ln -s $(which rm) a; ./a -rf x', "/usr/bin/rm -rf x"),
        ("printf -v c 'rm -rf %s' x; $c", "rm -rf x"),
        ("read -r c <<< 'rm -rf x'; $c", "rm -rf x"),
        ("screen -S a -X stuff 'rm -rf x'", "rm -rf x"),
        ("""echo "import os; os.system('rm -rf x')" > a.py && python3 a.py""", "rm -rf x"),
        ("cat > a <<'E'\n#!/usr/bin/env node\nexecSync('rm -rf x')\nE\nchmod +x a; ./a", "rm -rf x"),
    ],
)
@pytest.mark.parametrize("plainly", [True, False])
def test_what_runs_behind_another_is_known_with_its_words(text: str, inner: str, plainly: bool) -> None:
    found = [" ".join(str(word.text) for word in each.words) for each in read_commands(text, plainly)]
    assert inner in found


@pytest.mark.parametrize("plainly", [True, False])
def test_what_comes_from_dev_null_is_nothing(plainly: bool) -> None:
    assert [(each.fed, each.input) for each in read_commands("f x < /dev/null 2> /dev/null; a < b", plainly)] == [
        (True, ""), (True, None),
    ]  # fmt: skip


def test_a_message_of_several_lines_is_known() -> None:
    (commit, *_) = read_commands("git commit -m \"$(cat <<'E'\nfeat: a\n\n$b\nE\n)\"")
    assert commit.words[-1].text == "feat: a\n\n$b"


def test_an_alias_of_git_is_what_it_stands_for() -> None:
    assert [each.verb for each in read_commands("git -c alias.a='reset --hard' a")][1:] == ["reset"]
    assert [each.verb for each in read_commands("git config alias.a 'push -f'")][1:] == ["push"]


@pytest.mark.parametrize("plainly", [True, False])
def test_a_script_that_others_write_to_besides_is_still_the_one_that_the_line_says(plainly: bool) -> None:
    found = read_commands("echo 'rm -rf /' > a.sh; python3 gen.py >> a.sh; sh a.sh", plainly)
    assert any(map(removes, found))


def test_what_only_some_ways_set_or_a_function_is_given_elsewhere_is_unknown() -> None:
    assert [each.name for each in read_commands('if a; then set -- rm; fi; "$@"')][-1] is None
    assert read_commands('for a in 1; do b=(x); done; rm "${b[@]}"')[-2].words[1].text is None
    assert read_commands('f() { rm "$1"; }; set -- x; xargs f')[-1].words[1].text is None
    assert read_commands('f() { rm "$1"; }; f x; set -- y; rm "$1"')[-1].words[1].text == "y"


def test_a_function_that_calls_itself_ends() -> None:
    assert [each.name for each in read_commands(":() { :|:& }; :")] == [":"] * 7


@pytest.mark.parametrize(
    "line",
    [
        "printf 'drop table a' > a.sql && psql -f a.sql",
        "printf 'drop table a' > a.sql; psql --file=./a.sql",
        "printf 'drop table a' > a.sql; psql < a.sql",
        "cat > a.sql <<'E'\ndrop table a\nE\nmysql -e 'source a.sql' db",
        "tee a.sql <<< 'drop table a'; sqlite3 x.db '.read a.sql'",
    ],
)
@pytest.mark.parametrize("plainly", [True, False])
def test_a_file_that_the_line_wrote_is_the_input_of_who_takes_it(line: str, plainly: bool) -> None:
    assert (read_commands(line, plainly)[-1].input or "").strip() == "drop table a"
