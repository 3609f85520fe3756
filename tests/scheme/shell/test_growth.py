"""What a short line makes grow stays small, in memory and in what is read of it."""

from __future__ import annotations

import contextlib
import tracemalloc

import pytest

from chibi_hooks.scheme.shell import commands
from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.syntax import Unreadable

MEMORY = 16 * 1024 * 1024  # bytes


@pytest.mark.parametrize(
    "text",
    [
        "echo aaaaaaaa" + " | (cat;cat)" * 24 + " | sh; rm -rf x", "echo aaaaaaaa" + " | { cat;cat; }" * 24 + " | sh",
        "echo aaaaaaaa > x; " + "cat x >> x; " * 24 + "sh x",
    ],
)  # fmt: skip
def test_a_text_that_doubles_itself_is_too_long(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="nobody can tell what sh is given to run"):
            read_commands(text)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


DIGITS = "9" * 6_000


@pytest.mark.parametrize(
    "text",
    [
        f"echo x | xargs -n {DIGITS} rm", f"echo x | xargs -n{DIGITS} rm", f"set -- a; shift {DIGITS}; eval $1; rm x",
        f"set -- a; eval ${{{DIGITS}}}; rm x", f'a=(b c); eval "${{a[{DIGITS}]}}"; rm x',
    ],
)  # fmt: skip
def test_a_number_of_many_digits_is_none(text: str) -> None:
    assert [each.words[1].text for each in read_commands(text) if each.name == "rm"] == ["x"]


def nested(form: str, inner: str, depth: int) -> str:
    for _ in range(depth):
        inner = form.format(inner)
    return inner


@pytest.mark.parametrize(
    "text",
    [
        nested("bash <(echo a; {})", "echo ls | rev", 20), nested('bash -c "$({})"', "cat y", 20),
        "cat > x.py <<'E'\nimport os\n" + "os.system('python3 x.py')\n" * 300 + "E\npython3 x.py",
    ],
)  # fmt: skip
def test_of_what_runs_what_it_reads_not_much_is_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    read = commands.tree_of_shell, commands.plain_rows

    def counted(which: int, text: str) -> object:
        nonlocal count
        count += 1
        return read[which](text)

    monkeypatch.setattr(commands, "tree_of_shell", lambda text: counted(0, text))
    monkeypatch.setattr(commands, "plain_rows", lambda text: counted(1, text))
    with contextlib.suppress(Unreadable):
        read_commands(text)
    assert count < 3_000
