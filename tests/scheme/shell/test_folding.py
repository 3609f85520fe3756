"""What the strings of a program make, whatever its language; and that no text makes it long."""

from __future__ import annotations

import time

import pytest

from chibi_hooks.scheme.shell.programs.folding import LONGEST, SIZE, with_folded

MADE = [
    ("system('rm'+' -rf src')", "rm -rf src"),
    ("system(\"r\".\"m\" . ' -rf src')", "rm -rf src"),
    ("os.execute('rm' .. ' -rf src')", "rm -rf src"),
    ("' '.join(['rm', '-rf', 'src',])", "rm -rf src"),
    ("['rm', '-rf', 'src'].join(' ')", "rm -rf src"),
    ("join(' ', 'rm', '-rf', 'src')", "rm -rf src"),
    ("'%s -rf %s' % ('rm', 'src')", "rm -rf src"),
    ("'{} -rf {}'.format('rm', 'src')", "rm -rf src"),
    ("sprintf('%s -rf %c%c', 'rm', 115, 114)", "rm -rf sr"),
    ("c = 'rm'; system(f'{c} -rf src')", "rm -rf src"),
    ('c = "rm"; system("#{c} -rf src")', "rm -rf src"),
    ('my $c = "rm"; system("$c -rf src")', "rm -rf src"),
    ('c = "rm"; c += " -rf"; system(c + " src")', "rm -rf src"),
    (r"system('\x72\155 -rf \u0073rc')", "rm -rf src"),
    ("chr(114) + chr(0x6d) + ' -rf src'", "rm -rf src"),
    ("'crs fr- mr'[::-1]", "rm -rf src"),
    ("b64decode(b'cm0gLXJmIHNyYw==').decode('utf-8')", "rm -rf src"),
    ("pack('H*', '726d202d726620737263')", "rm -rf src"),
    ("codecs.decode('ez -es fep', 'rot13')", "rm -rf src"),
    ("qw(rm -rf src)", "'rm', '-rf', 'src'"),
    (r"eval('system(\'rm\' + \' -rf src\')')", "system('rm -rf src')"),
]
LEFT = ["print('a', 'b')", "x = 1 + 2", "print(\"it's\")", "f('a') + g('b')", "", "'", "\\", "x['a']['b']"]
LONG = [
    "'", "\\'", "'a'+", "x='a';", "q(", "'a',", "f{x}", '"', "[", "((", "chr(1)+", "('a')", "join('a',",
    "x='$x$x$x$x';", "a='b'+'c';", "%c", "''' ", "qw(", "'a'.join(", "\\", "'a' % ('%s',", "x+='xxxx'*9;", "$", "{a}",
    "a=['b'];a+=a;", "'%s%s'%('a',", ".", "\ue000", "'\\x41'",
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), MADE)
def test_what_strings_make_is_found(code: str, text: str) -> None:
    found = with_folded(code)
    assert found.startswith(f"{code}\n") and text in found


@pytest.mark.parametrize("code", LEFT)
def test_what_makes_nothing_is_left(code: str) -> None:
    assert with_folded(code) == code


@pytest.mark.parametrize("part", LONG)
def test_no_text_makes_it_long(part: str) -> None:
    times = []
    for size in (LONGEST // 4, LONGEST):
        code = part * (size // len(part))
        began = time.process_time()
        assert len(with_folded(code)) <= 8 * SIZE
        times.append(time.process_time() - began)
    assert times[1] < 1 or times[1] < 12 * times[0]
