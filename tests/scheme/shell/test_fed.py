"""A text that no word says is read, too: what a program is fed, and what the line itself writes into a file."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.programs.mentions import may_run
from chibi_hooks.scheme.shell.programs.recipes import rules_run, scripts_run
from chibi_hooks.scheme.shell.programs.takers import ALONE, OTHERS, READERS, TAKERS
from chibi_hooks.scheme.shell.text.syntax import Unreadable

FED = [
    *(" ".join((name, *verbs[:1])) for name, verbs in sorted(ALONE.items())),
    *sorted(TAKERS - {*ALONE, *READERS, *OTHERS}),
    "sudo -u me -i", "su - me",
    "su -c sh", "su me -c 'bash -s'", "ssh -T -p 22 me@host", "ssh host sh", "ssh h 'cd x; sh'",
    "env -S sh", "env -Ssh", "script -qc sh /dev/null", "script -q /dev/null", "nsenter -t 1 -m sh", "watch sh",
    "docker exec -i c sh", "kubectl exec -i p -- bash -s", "adb -s x shell", "flock l -c sh", 
    "timeout 5 stdbuf -o0 sh",
    "bash -c sh", "bash -c 'true; sh'", "eval sh", "sh <&0", "<&0 sh", "sh 0<&0", "sh /dev/fd/0", "source /dev/fd/0",
    "(cd x; sh)", "{ sh; }", "f() { sh; }; echo 'rm -rf x' | f", "xargs -I{} sh -c '{}'", "parallel", "crontab -",
]  # fmt: skip


def lines(text: str, plainly: bool = True) -> list[str]:
    """The commands of a text, each as one."""
    found = read_commands(text.replace("⏎", "\n"), plainly)
    return [" ".join(str(word.text) for word in each.words) for each in found]


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize("taker", FED)
def test_who_runs_what_it_is_fed_is_seen_through(taker: str, plainly: bool) -> None:
    text = f"echo 'rm -rf x' | {taker}"
    assert "rm -rf x" in lines(text, plainly)
    assert may_run(text, ("rm",))


@pytest.mark.parametrize("taker", ["sudo id", "su me -c id", "ssh host id", "chroot / id", "sh x.sh", "adb devices"])
def test_who_has_a_command_runs_that(taker: str) -> None:
    assert "rm -rf x" not in lines(f"echo 'rm -rf x' | {taker}")


@pytest.mark.parametrize("text", ["echo x | pwsh -", "pwsh -Command - <<< x", "cmd < x"])
def test_what_another_shell_is_fed_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable, match="it is "):
        read_commands(text)


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "tr a r <<< 'am -af x' > f; sh f", "tr a r <<'E' > f⏎am -af x⏎E⏎./f", "echo 'r_m -rf x' | tr -d _ | tee f; ./f",
        "rev <<< 'x fr- mr' > f; . ./f", "tee f <<'E'⏎rm -rf x⏎E⏎./f", "echo 'rm -rf x' | dd of=f; bash f",
        "echo 'rm -rf x' > a; cp a b; sh b", "echo 'rm -rf x' > a; mv a d/; sh d/a", "echo 'rm -rf x' > a; cat a | sh",
        "echo 'rm -rf x' > a; sh < a", "echo 'rm -rf x' > a; eval \"$(cat a)\"", "echo 'rm -rf x' > a; eval \"$(<a)\"",
        "echo 'rm -rf x' > d/f; cd d; sh f", "cd d; echo 'rm -rf x' > f; cd ..; sh d/f",
        "echo 'rm -rf x' > f; at -f f now",
        "echo 'rm -rf x' > f; bash --rcfile f -i", "echo 'rm -rf x' > f; BASH_ENV=f bash -c true",
        "echo 'rm -rf x' > f; xargs -a f -I{} sh -c '{}'", "echo '0 1 * * * rm -rf x' > f; crontab f",
        "alias a='rm -rf'; a x", "hash -p /bin/rm a; a -rf x",
        "printf 'a:\\n\\t@rm -rf x\\n' > Makefile; make", "printf 'a:;rm -rf x\\n' | make -f -",
        "printf 'a: b\\nb:\\n\\trm -rf x\\n' > d/m; make -C d -f m a", "echo 'A := $(shell rm -rf x)' > m; make -f m",
        "cat > Makefile <<'E'⏎R = rm⏎a:⏎	$(R) -rf x⏎E⏎make a", "printf 'a:\\n  rm -rf x\\n' > justfile; just a",
        """echo '{"scripts": {"pretest": "rm -rf x"}}' > package.json; npm test""",
        """echo '{"scripts": {"prepare": "rm -rf x"}}' > d/package.json; npm --prefix d ci""",
    ],
)  # fmt: skip
def test_what_the_line_writes_and_runs_is_read(text: str, plainly: bool) -> None:
    found = lines(text, plainly)
    assert "rm -rf x" in found or "/bin/rm -rf x" in found, found
    assert may_run(text.replace("⏎", "\n"), ("rm",))


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "{ echo 'rm -rf x'; } | sh", "(ls; echo 'rm -rf x') | sh", "for i in 1 2; do echo 'rm -rf x'; done | sh",
        "f() { echo 'rm -rf x'; }; f | sh", "sudo echo 'rm -rf x' | sh", "{ echo -n 'rm '; echo '-rf x'; } | sh",
        "perl -e 'print \"rm -rf x\"' | sh",
        "awk 'BEGIN { print \"rm -rf x\" }' | bash", "ls | sed 's/.*/rm -rf x/' | sh",
        "eval $(base64 -d <<< cm0gLXJmIHg=)", ". <(base64 -d <<< cm0gLXJmIHg=)", "eval \"$(echo 'x fr- mr' | rev)\"",
        "for c in ls 'rm -rf x'; do eval \"$c\"; done", "echo 'rm -rf x' | while read -r l; do eval \"$l\"; done",
        "mapfile -t a <<< 'rm -rf x'; eval \"${a[0]}\"", "x=y; y='rm -rf x'; eval \"${!x}\"",
    ],
)  # fmt: skip
def test_what_many_write_or_a_program_may_write_is_read(text: str, plainly: bool) -> None:
    assert "rm -rf x" in lines(text, plainly)
    assert may_run(text, ("rm",))


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "echo 'rm -rf x' | xargs -d '\\n' sh -c", "printf 'ls\\nrm -rf x\\n' | xargs -I% sh -c %",
        "echo \"'rm -rf x'\" | xargs sh -c",
        "printf 'a,rm' | xargs -d, -n 1 -I{} sh -c '{} -rf x'",
        "echo rm -rf x | xargs -n 3 env",
        "tar cf a --checkpoint-action 'exec=rm -rf x' b", "make -E 'a:;rm -rf x'",
        "vim -c ':call system(\"rm -rf x\")'", "sed 's/a/rm -rf x/e' f", "sed -n 's|a|rm -rf x|ge' f",
        "sed '1e rm -rf x' f",
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm -rf x' git x",
        "git clone 'ext::rm -rf x' y", "git ls-remote 'ext::sh -c rm% -rf% x'",
    ],
)  # fmt: skip
def test_what_options_and_settings_run_is_read(text: str, plainly: bool) -> None:
    assert "rm -rf x" in lines(text, plainly)
    assert may_run(text, ("rm",))


@pytest.mark.parametrize("text", ["sed 's/a/rm -rf x/' f", "make A='b:c' x:y", "git clone https://ext::x/y"])
def test_what_looks_like_it_runs_nothing(text: str) -> None:
    assert len(lines(text)) == 1


def test_what_stands_in_a_substitution_is_not_written() -> None:
    assert read_commands("f $(echo a) | sh")[-2].input is None
    assert read_commands("f $(echo a) | sh", False)[-2].input is None
    assert [each.name for each in read_commands("for s in a b; do ssh $s id; done")] == ["ssh", "id"]


@pytest.mark.parametrize("text", ["sort <<< 'rm x' > f; sh f", "gunzip <<< a > f; ./f", "f <<< a | tee b; source b"])
def test_what_nobody_can_tell_is_not_let_pass(text: str) -> None:
    with pytest.raises(Unreadable, match="nobody can tell"):
        read_commands(text)


MAKEFILE = """
DIR ?= out
.PHONY: all clean
all: build
\t@cc -o $(DIR)/a a.c
build:
\tmkdir -p $(DIR) \\
\t  $@
clean:
\t-rm -rf $(DIR) $$X
%.o: %.c
\tcc $<
"""


def of_make(text: str, words: str = "make") -> list[str | None]:
    """What is run of a Makefile of these lines."""
    line = f"cat > Makefile <<'E'⏎{text}⏎E⏎{words}"
    return [each.name for each in read_commands(line.replace("⏎", "\n").replace("→", "\t")) if "make" in each.through]


@pytest.mark.parametrize(
    ("text", "words", "runs"),
    [
        ("R = rm -rf⏎R += src⏎all:⏎→$(R)", "make", ["rm"]), ("R = echo⏎all:⏎→$(R) x", "make R=rm", ["rm"]),
        ("R = echo⏎all:⏎→$(R) x", "make 'R := rm'", ["rm"]), ("R = rm⏎all:⏎→$(R) x", "make", ["rm"]),
        ("R = rm⏎ifdef X⏎R = echo⏎endif⏎all:⏎→$(R) x", "make", [None]),
        ("R = rm⏎R ?= echo⏎all:⏎→$(R) x", "make", ["rm"]),
        ("R = ls⏎all: R = rm⏎all:⏎→$(R) x", "make", [None]), ("R = rm⏎export R := rm⏎all:⏎→$(R) x", "make", ["rm"]),
        ("override R = rm⏎all:⏎→$(R) x", "make R=ls", [None]), ("R != ls⏎all:⏎→$(R) x", "make", ["ls", None]),
        (".DEFAULT_GOAL := e⏎all:⏎→ls⏎e:⏎→rm x", "make", ["rm"]), ("all:⏎→ls⏎e:⏎→rm x", "make", ["ls"]),
        ("a b: c⏎→ls⏎a:: d⏎→ps⏎c:;rm x⏎d:⏎→id", "make b", ["ls", "rm"]),
    ],
)  # fmt: skip
def test_of_a_makefile_the_last_value_is_taken_that_is_known(text: str, words: str, runs: list[str | None]) -> None:
    assert of_make(text, words) == runs


@pytest.mark.parametrize(
    "text",
    ["printf 'all:;rm x\\n' | make -f-", "echo 'all:;rm x' > a.mk; make -fa.mk",
     "echo 'all:;rm x' > a.mk; make -kfa.mk all",
     "echo 'all:;rm x' > a.mk; make --file=a.mk", "echo 'all:;rm x' > a/Makefile; make -Ca",
     "echo 'all:;rm x' > a/Makefile; make -kC a", "echo 'all:;rm x' > a/Makefile; make --directory=a",
     """echo '{"scripts":{"x":"rm x"}}' > p/package.json; npm --prefix=p run x""",
     """echo '{"scripts":{"test":"rm x"}}' > package.json; npm t""",
     "printf 'all:\\n\\t@+rm x\\n' > Makefile; make -n", "echo 'all:;rm x' > Makefile; make -I -n all",
     "echo 'all:;rm x' > Makefile; make -- -n"],
)  # fmt: skip
def test_the_file_of_make_and_npm_is_named_in_each_way(text: str) -> None:
    assert "rm" in {each.name for each in read_commands(text)}
    assert may_run(text, ("rm",))


@pytest.mark.parametrize("takes", ["xargs -a list", "xargs -ra list", "xargs --arg-file=list", "parallel -a list"])
def test_words_of_a_file_are_not_those_of_the_pipe(takes: str) -> None:
    told = {each.name: [word.text for word in each.words] for each in read_commands(f"echo build | {takes} rm -rf")}
    assert "build" not in told["rm"]
    told = {each.name: [word.text for word in each.words] for each in read_commands("echo build | xargs rm -a")}
    assert "build" in told["rm"]


@pytest.mark.parametrize("words", ["make -n", "make -kn all", "make --dry-run", "gmake -s -n all"])
def test_what_make_only_shows_does_not_run(words: str) -> None:
    assert "rm" not in {each.name for each in read_commands(f"echo 'all:;rm x' > Makefile; {words}")}


@pytest.mark.parametrize(
    ("text", "runs"),
    [("echo 'sh x.sh; ls' > x.sh; sh x.sh", "ls"), ("echo 'all:;make' > Makefile; make", "make"),
     ("echo './y; echo rm x > y; sh x.sh' > x.sh; sh x.sh", "rm"), ("echo '$1 x; ./x.sh rm' > x.sh; ./x.sh ls", "rm")],
)  # fmt: skip
def test_what_runs_itself_is_read_until_nothing_is_new(text: str, runs: str) -> None:
    assert runs in {each.name for each in read_commands(text)}


def test_what_runs_itself_with_something_new_each_time_is_not_read() -> None:
    for text in ("echo './x.sh a$1' > x.sh; ./x.sh b", "echo 'N=rm ./x.sh; $N x' > x.sh; sh x.sh"):
        with pytest.raises(Unreadable):
            read_commands(text)


def test_of_a_makefile_the_rules_are_taken_that_run() -> None:
    assert rules_run(MAKEFILE, ["-j4"]).split("\n") == ["cc \ufdd1", "cc -o out/a a.c", "mkdir -p out  \t  \ufdd1"]
    assert rules_run(MAKEFILE, ["clean", "A=b"]).split("\n")[1] == "rm -rf out $X"
    assert "rm -rf" in rules_run(MAKEFILE, ["$(X)"])
    with pytest.raises(Unreadable):
        rules_run("A = $(A)$(A)\na:\n\t" + "$(A)" * 999, [])
    with pytest.raises(Unreadable):
        rules_run(f"A = {'b' * 1_000}\na:\n" + "\t$(A)\n" * 99, [])


def test_of_a_package_the_scripts_are_taken_that_run() -> None:
    text = '{"scripts": {"a": "x", "posta": "y", "b": "z", "install": "i"}}'
    assert (scripts_run(text, ["run", "a"]), scripts_run(text, ["ci"])) == ("x\ny", "i")
    assert [scripts_run(each, ["a"]) for each in ("[" * 99_999, "[]", '{"scripts": []}', "")] == ["", "", "", ""]


@pytest.mark.parametrize(
    "text",
    [
        'eval "$(echo cm0gLXJmIHg= | base64 -d) "', 'bash -c "$(echo cm0gLXJm | base64 -d) x"',
        'bash -c "true; $(echo cm0gLXJm | base64 -d) x"', 'eval "$(echo cm0= | base64 -d) -rf" x',
        'sh <<< "$(rev <<< mr) -rf x"', 'bash -c "$(echo cm0= | base64 -d) -rf $(rev <<< x)"',
    ],
)  # fmt: skip
def test_what_is_made_of_a_text_is_read_in_the_middle_of_another(text: str) -> None:
    assert "rm -rf x" in lines(text)


@pytest.mark.parametrize(
    "text",
    [
        'bash -c "$(echo cm0gLXJm | gunzip) x"', 'eval "$(echo cm0gLXJm | gunzip)" x', 'eval "$(echo x | gunzip) "',
        'bash -c "cd y && $(echo cm0gLXJm | gunzip) x"', "echo x | gunzip > f; echo ls >> f; sh f",
        "echo ls > f; echo x | gunzip >> f; sh f", 'sh <<< "$(echo x | gunzip) x"',
    ],
)  # fmt: skip
def test_what_nobody_knows_is_refused_there_too(text: str) -> None:
    with pytest.raises(Unreadable, match="is given to run"):
        read_commands(text)


@pytest.mark.parametrize(
    "text",
    ['eval "$(ssh-agent -s)"', 'eval "$(echo "$X" | jq -r .cmd) x"', 'bash -c "V=$(echo 1.2 | cut -d. -f1) make"'],
)
def test_what_is_no_text_of_the_line_is_not(text: str) -> None:
    assert read_commands(text)


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize(
    "target",
    [
        "> /dev/stdout", ">> /dev/stdout", ">| /dev//fd/1", "> /proc/self/fd/1", "> /dev/stderr 2>&1", "&> /dev/tty",
        '> "$f"', "> >(cat)", "> /dev/std*", "| tee /dev/null > /dev/stdout",
    ],
)  # fmt: skip
def test_no_redirect_hides_what_goes_on(target: str, plainly: bool) -> None:
    assert "rm -rf x" in lines(f"y=$(ls); echo 'rm -rf x' {target} | sh", plainly)
    assert "rm -rf x" in lines(f"(cd /dev; echo 'rm -rf x' {target.replace('/dev/', '')}) | sh", plainly)


def test_what_goes_elsewhere_does_not() -> None:
    assert "rm -rf x" not in lines("(cd y; echo 'rm -rf x' > f) | sh")
    assert "rm -rf x" not in lines("{ echo 'rm -rf x' > f; echo ls; } | sh")
