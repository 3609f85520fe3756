"""A program's text -> the same with the strings that it puts together: "r" + "m" is "rm".

    import os; x = 'rm'; os.system(x + ' -rf ' + chr(115))        system("rm -rf s")

Theory. No language is read here, and none is run: each string becomes one sign with a number, and then a few forms that
mean the same in most languages (a sum, join, a format, chr, base64, a variable that is given a string) are replaced by
the string that they make, until nothing changes. A form that means something else in some language costs a reading that
nobody needed; what is found is added to the text and takes nothing from it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

LONGEST: Final = 16 * 1024  # characters of a program that is looked through, and of what is made of it
DEPTH: Final = 3  # texts in a string of a text
ROUNDS: Final = 6  # of replacing
NAMES: Final = 50  # variables
SIZE: Final = 4 * LONGEST  # of all strings together
LONGEST_VALUE: Final = 2_000  # of a string with the values of variables
LETTERS: Final = 1_000  # of chr: strings of one character

PUTS_TOGETHER: Final = re.compile(  # without these there is nothing to do
    r"['\"`)\]]\s*(?:[+~&%*^]|\.|<>)|[+.~&]=?\s*['\"`]|['\"]\s+['\"]|\w(?:''|\"\")\w|\\|\bchr\b|bytes|concat|lower|upper|LowerCase|UpperCase|['\"]\[|:format|CharCode|CodePoint|string\.char|join|implode|paste"
    r"|printf|rev|::-1|64|hex|rot|pack|\{[A-Za-z_]\w*\}|(?<![=!<>])=(?!=)\s*[\[(]?\s*['\"]|\$\{\s*['\"]|\bq[qxw]?\W|%[qQwWxi]?[({\[|!/<]"
)
_QUOTED: Final = re.compile(
    r"(?:\b[rRbBuUfF]{1,2})?(?:'''(.*?)'''|\"\"\"(.*?)\"\"\"|'((?:[^'\\]|\\.)*+)'|\"((?:[^\"\\]|\\.)*+)\""
    r"|`((?:[^`\\]|\\.)*+)`)"
    r"|(?<![\w$@%&])(?:q[qx]?\s*|%[qQx]|(?<!['\"\])])%)(?:\(([^()]*+)\)|\{([^{}]*+)\}|\[([^\[\]]*+)\]|<([^<>]*+)>|([/|!])(.*?)\10)"
    r"|\\.", re.DOTALL,
)
_RUN: Final = re.compile(r"(?:qx|%x)")
_WORDS: Final = re.compile(
    r"(?<![\w$@%&])(?:qw|%[wW])\s*(?:\(([^()'\"]*+)\)|\{([^{}'\"]*+)\}|\[([^\[\]'\"]*+)\]|/([^/'\"]*+)/)"
)
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u\{?([0-9A-Fa-f]{4})\}?|([0-7]{1,3})|(.))", re.DOTALL)
_IN_TEMPLATE: Final = re.compile(r"\$\{\s*+(['\"])([^'\"{}]*+)\1\s*+\}")
_PLAIN: Final = {"n": "\n", "t": "\t", "r": "\r", "e": "\x1b", "a": "", "b": "", "f": "", "v": "", "0": ""}
_OPEN, _END = "\ue000", "\ue001"  # around the number of a string
S: Final = rf"{_OPEN}\d++{_END}"
_ITEM: Final = rf"(?:{S}|\d++)"
_LIST: Final = rf"{S}(?:\s*+,\s*+{S})*+\s*+,?+"
_NUMBERS: Final = r"(?:0[xX][0-9A-Fa-f]{1,6}|\d{1,7})"
_VALUE: Final = rf"(?:[@%]?[\[(]\s*+{_LIST}\s*+[\])]|{S})"
_NAME: Final = re.compile(r"(?<![\w.$@\ue000])[$@]?[A-Za-z_]\w*(?!\s*+(?:[+.]?=(?!=)|:=))")
_ASSIGNED: Final = re.compile(rf"(?<![\w.])([$@]?[A-Za-z_]\w*)\s*+([+.]|:)?=\s*+({_VALUE})(?=\s*+(?:[;,)}}\n]|\Z))")
_FILLED: Final = re.compile(r"[$#]?\{\s*(\w+)\s*\}|\$(\w+)")
_FIELD: Final = re.compile(r"%[-\d.]*[sdvcqi]|%%|\{\d*(?:![rs])?(?::[^{}]*)?\}")
_CODE: Final = re.compile(r"['\"`]|\bq[qxw]?[({\[/<]|%[qQwWx]?[({\[]")  # in a string: it may be a program


def with_folded(code: str) -> str:
    """A program's text, and behind it what its strings make."""
    if len(code) > LONGEST or PUTS_TOGETHER.search(code) is None:
        return code
    return _with_folded(code)


def is_program(text: str | None, code: str) -> bool:
    """Is it the text of which `with_folded` has made this?"""
    return text is not None and (text == code or (code.startswith(f"{text}\n") and with_folded(text) == code))


def may_fold(text: str) -> bool:
    """False: no program in the text of a line puts strings together."""
    return PUTS_TOGETHER.search(text) is not None


@lru_cache(8)
def _with_folded(code: str) -> str:
    found: list[str] = []
    _fold(code, DEPTH, found)
    return "\n".join(dict.fromkeys([code, *found]))


def _fold(code: str, depth: int, found: list[str]) -> None:
    if _OPEN in code or _END in code or sum(map(len, found)) > LONGEST:
        return
    strings = KnownStrings()
    text = strings.folded(code)
    made = strings.shown(text) if strings.is_other else ""
    if made not in ("", code):
        found.append(made)
    if depth:
        for each in list(dict.fromkeys(strings.texts)):
            if _CODE.search(each) is not None and len(each) < len(code):
                if each not in code:
                    found.append(each)
                _fold(each, depth - 1, found)


class KnownStrings:
    """The strings of one text, each of them once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._given: dict[str, str] = {}
        self._size = 0  # of all of them
        self.is_other = False  # is there a string that does not stand there?

    def folded(self, code: str) -> str:
        """A text in which strings are signs, and those that are put together are one."""
        listed = _WORDS.sub(_listed, code)
        text = first = _QUOTED.sub(self._quoted, listed)
        for _ in range(ROUNDS):
            before = text
            for form, make in FORMS:
                text = form.sub(lambda found, make=make: self._made(found, make), text)  # type: ignore[misc]
            text = self._filled(text)
            if text == before or self._size > SIZE or len(text) > SIZE:
                break
        self.is_other = self.is_other or listed != code or text != first
        return text

    def shown(self, text: str) -> str:
        """The same with the strings themselves."""
        signs = re.findall(S, text)
        if len(text) + sum(len(self.of(each)) for each in signs) > SIZE:
            return ""
        return re.sub(S, lambda found: _literal(self.of(found[0])), text)

    def of(self, sign: str) -> str:
        """The string for which a sign stands."""
        return self.texts[int(sign[1:-1])]

    def all_of(self, text: str) -> list[str]:
        """The strings whose signs, or the numbers that, stand in a text."""
        return [self.of(each) if each[:1] == _OPEN else each for each in re.findall(_ITEM, text)]

    def sign(self, text: str) -> str:
        """The sign for a string."""
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
            self._size += len(text)
        return f"{_OPEN}{number}{_END}"

    def _quoted(self, found: re.Match[str]) -> str:
        if self._size > SIZE:
            return found[0]
        if found[0][0] == "\\":
            return found[0]
        text = next((each for each in found.groups()[:9] if each is not None), found[11] or "")
        told = _ESCAPE.sub(_unescaped, text) if "\\" in text else text
        told = _IN_TEMPLATE.sub(r"\2", told) if found[0][0] == "`" else told
        is_run = _RUN.match(found[0]) is not None
        self.is_other = self.is_other or is_run or told != text or found[0][-1] not in "'\"`"
        return f"system({self.sign(told)})" if is_run else self.sign(told)

    def _made(self, found: re.Match[str], make: Callable[[KnownStrings, re.Match[str]], str | None]) -> str:
        try:
            text = make(self, found)
        except (ValueError, binascii.Error, TypeError, IndexError, OverflowError):
            return found[0]
        return found[0] if text is None or len(text) > LONGEST else self.sign(text)

    def _filled(self, text: str) -> str:
        """Variables that are given strings, in their places and in other strings."""
        for found in _ASSIGNED.finditer(text):
            name, how, value = found.groups()
            if how in ("+", ".") and (before := self._given.get(name)) is not None:
                value = f"[{', '.join(map(self.sign, [*self.all_of(before), *self.all_of(value)]))}]" \
                    if value[:1] != _OPEN else self.sign("".join(self.all_of(before) + self.all_of(value)))
            if name in self._given or len(self._given) < NAMES:
                self._given[name] = value
        if not self._given:
            return text
        text = _NAME.sub(lambda found: self._given.get(found[0], found[0]), text)
        signs = {each: self._with_values(each) for each in dict.fromkeys(re.findall(S, text))}
        return re.sub(S, lambda found: signs[found[0]], text)

    def _with_values(self, sign: str) -> str:
        text = self.of(sign)
        if self._size > SIZE or ("{" not in text and "$" not in text):
            return sign

        def value(found: re.Match[str]) -> str:
            name = found[1] or found[2]
            given = self._given.get(name) or self._given.get(f"${name}")
            return self.of(given) if given is not None and given[:1] == _OPEN else found[0]

        made = _FILLED.sub(value, text)
        return sign if made == text or len(made) > LONGEST_VALUE else self.sign(made)


def _listed(found: re.Match[str]) -> str:
    """qw(a b), %w[a b]"""
    words = next(each for each in found.groups() if each is not None).split()
    return "[" + ", ".join(f"'{each}'" for each in words) + "]"


def _unescaped(found: re.Match[str]) -> str:
    one, two, eight, other = found.groups()
    if other is not None:
        return _PLAIN.get(other, other)
    return _character(int(one or two, 16) if eight is None else int(eight, 8))


def _character(code: int) -> str:
    return chr(code) if code < 0xD800 else "\ufffd"


def _literal(text: str) -> str:
    """A string as it stands in a program; without quotes where it has all of them."""
    quote = next((each for each in "'\"`" if each not in text), "")
    return f"{quote}{text}{quote}"


def _letters(strings: KnownStrings, found: re.Match[str]) -> str:
    return "".join(_character(int(each, 0)) for each in re.findall(_NUMBERS, found["a"])[:LETTERS])


def _sum(strings: KnownStrings, found: re.Match[str]) -> str:
    return "".join(map(strings.of, re.findall(S, found[0])))


def _joined(strings: KnownStrings, found: re.Match[str]) -> str:
    return (strings.of(found["a"]) if found["a"] else "").join(strings.all_of(found["b"]))


def _pasted(strings: KnownStrings, found: re.Match[str]) -> str:
    return " ".join(strings.all_of(found["b"]))


def _formatted(strings: KnownStrings, found: re.Match[str]) -> str:
    given = iter(strings.all_of(found["b"]))

    def field(found: re.Match[str]) -> str:
        value = "%" if found[0] == "%%" else next(given, found[0])
        return _character(int(value)) if found[0][-1] == "c" and value.isdecimal() else value

    return _FIELD.sub(field, strings.of(found["a"]))


def _reversed(strings: KnownStrings, found: re.Match[str]) -> str:
    return strings.of(found["a"])[::-1]


def _cased(strings: KnownStrings, found: re.Match[str]) -> str:
    text = strings.of(found["a"])
    return text.upper() if found["b"].lower().startswith(("u", "tou")) else text.lower()


def _sliced(strings: KnownStrings, found: re.Match[str]) -> str:
    return strings.of(found["a"])[slice(*(int(found[each]) if found[each].strip("-") else None for each in "bc"))]


def _itself(strings: KnownStrings, found: re.Match[str]) -> str:
    return strings.of(found["a"])


def _replaced(strings: KnownStrings, found: re.Match[str]) -> str:
    text, old, new = (strings.of(found[each]) for each in "abc")
    return text if not old or len(text) + text.count(old) * len(new) > LONGEST else text.replace(old, new)


def _from_base64(strings: KnownStrings, found: re.Match[str]) -> str:
    return _decoded("base64", strings.of(found["a"]))


def _from_hex(strings: KnownStrings, found: re.Match[str]) -> str:
    return _decoded("hex", strings.of(found["a"]))


def _from_named(strings: KnownStrings, found: re.Match[str]) -> str:
    return _decoded(strings.of(found["b"]), strings.of(found["a"]))


def _decoded(how: str, text: str) -> str:
    """Raises ValueError for another form."""
    how = how.lower()
    if how.startswith(("base64", "m")):
        standard = re.sub(r"\s", "", text).replace("-", "+").replace("_", "/")
        return base64.b64decode(standard + "==").decode("utf-8", "replace")
    if how.startswith(("hex", "h*")):
        return bytes.fromhex(text).decode("utf-8", "replace")
    if how.startswith("rot"):
        return codecs.decode(text, "rot13")
    raise ValueError(how)


Making = Callable[[KnownStrings, "re.Match[str]"], "str | None"]
_P, _E = r"\s*+(?P<p>\()?\s*+", r"(?(p)\s*+\))"  # around what a function is given
_A, _B = rf"(?P<a>{S})", rf"(?P<b>{S})"
_ITEMS: Final = rf"(?P<b>{_ITEM}(?:\s*+,\s*+{_ITEM})*+),?+"
_MEMBERS: Final = rf"[\[(]\s*+(?P<b>{_LIST})\s*+[\])]"
FORMS: Final[Sequence[tuple[re.Pattern[str], Making]]] = tuple((re.compile(form), make) for form, make in (
    (rf"\b(?:chr|(?:String\s*+\.\s*+)?from(?:CharCode|CodePoint)|string\.char){_P}"
     rf"(?P<a>{_NUMBERS}(?:\s*+,\s*+{_NUMBERS})*+){_E}", _letters),
    (rf"\b(?:map\(\s*chr\s*,\s*|bytes\(|bytearray\(|pack\('C\*',\s*)"
     rf"[\[(](?P<a>{_NUMBERS}(?:\s*+,\s*+{_NUMBERS})*+)[\])]\s*\)", _letters),
    (rf"(?<![\w.\])\ue001])\(\s*+{_A}\s*+\)", _itself),
    (rf"{_A}\s*+\.\s*+join\s*+\(\s*+[\[({{]?\s*+(?P<b>{_LIST})\s*+[\])}}]?\s*+\)", _joined),
    (rf"\b(?:join|implode)\b{_P}{_A}\s*+,\s*+(?:array)?[\[(]?\s*+(?P<b>{_LIST})\s*+(?:\])?{_E}", _joined),
    (rf"\bpaste\(\s*+(?P<b>{_LIST})\s*+\)", _pasted),
    (rf"{_MEMBERS}\s*+[.|]\s*+join\b(?:\s*+\(\s*+(?P<a>{S})?\s*+\))?", _joined),
    (rf"\(?{_A}\)?:format\(\s*+{_ITEMS}\s*+\)", _formatted),
    (rf"{_A}\.(?P<b>lower|upper|toLowerCase|toUpperCase|downcase|upcase)\b(?:\(\))?", _cased),
    (rf"{_A}\[(?P<b>-?\d{{0,6}}):(?P<c>-?\d{{0,6}})\]", _sliced),
    (rf"(?P<a>{S})\.concat\(\s*+(?P<b>{_LIST})\s*+\)", _sum),
    (rf"{_A}\.format\(\s*+{_ITEMS}\s*+\)", _formatted),
    (rf"{_A}\s*+%{_P}{_ITEMS}{_E}", _formatted),
    (rf"\b(?:sprintf|printf|format)\b{_P}{_A}\s*+,\s*+{_ITEMS}{_E}", _formatted),
    (rf"{_A}\.(?:replace|replaceAll|gsub|sub|tr)\(\s*+{_B}\s*+,\s*+(?P<c>{S})\s*+\)", _replaced),
    (rf"{_A}(?:\[::-1\]|\.reverse\b(?:\(\))?)", _reversed),
    (rf"{_A}\.split\({S}\)\.reverse\(\)\.join\({S}\)", _reversed),
    (rf"\[\.\.\.\s*+{_A}\s*+\]\.reverse\(\)\.join\({S}\)", _reversed),
    (rf"\b(?:reverse|strrev)\b{_P}{_A}{_E}", _reversed),
    (rf"\b(?:(?:base64|MIME::Base64|Base64|Buffer)(?:\.|::))?(?:b64decode|decode_base64|base64_decode|atob|decode64)"
     rf"{_P}{_A}{_E}", _from_base64),
    (rf"\b(?:(?:bytes|bytearray|binascii)\.)?(?:fromhex|unhexlify|hex2bin){_P}{_A}{_E}", _from_hex),
    (rf"\b(?:codecs\.decode|Buffer\.from)\(\s*+{_A}\s*+,\s*+{_B}\s*+\)", _from_named),
    (rf"\bpack{_P}{_B}\s*+,\s*+{_A}{_E}", _from_named),
    (rf"\[\s*+{_A}\s*+\]\.pack{_P}{_B}{_E}", _from_named),
    (rf"{_A}\.unpack1?{_P}{_B}{_E}", _from_named),
    (rf"{_A}\s*+\|\s*+@base64d", _from_base64),
    (rf"{_A}\.(?:decode|encode|toString|to_s|strip|trim|chomp)\b\((?:{_LIST}|[\w.=,\s]*+)?\)", _itself),
    (rf"\b(?:str|bytes|String)\s*+\(\s*+{_A}\s*+\)", _itself),
    (rf"{S}(?:\s*+(?:\.\.|[+.&~^]|<>|)\s*+{S})++", _sum),
))  # fmt: skip
"""What is put together -> what is made of it; one after the other."""
