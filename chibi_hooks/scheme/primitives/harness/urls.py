"""A URL comes in, its host goes out, where nobody can read it in two ways: what `url-hosts` of `(harness policy)` asks
first. And any text comes in, and all that it may lead to, however that is spelled.
"""

from __future__ import annotations

from functools import cache

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, Value, string_of, to_list
from chibi_hooks.scheme.values.late import late_module, late_pattern
from chibi_hooks.typenames import Any, Final

PLAIN: Final = late_pattern(r"(?i:https?|wss?|ftp)://([A-Za-z0-9.-]++)(?::[0-9]*+)?(?:[/?#]|\Z)")

TOKEN: Final = late_pattern(r"[^\s/\\@?#=,;'\"<>|()&{}]+")  # what may be a host, with or without its port
NUMBERS: Final = late_pattern(r"(?i)(?:0x[0-9a-f]{1,40}|\d{1,40})(?:\.(?:0x[0-9a-f]{1,40}|\d{1,40})){0,3}")
NAME: Final = late_pattern(r"(?i)[a-z0-9_](?:[a-z0-9_-]*\.)+[a-z][a-z0-9-]*")
DOTS: Final = str.maketrans("\u3002\uff0e\uff61", "...")
LENGTH: Final = 64 * 1024  # characters of a text that is looked at
EMBEDDED: Final = (("::ffff:0:0/96", 0), ("64:ff9b::/96", 0), ("::/96", 0), ("2002::/16", 80))
"""IPv6 networks that stand for addresses of IPv4, and how far from the end these are in them."""


@primitive("%plain-host")
def plain_host(url: Value) -> Value:
    """(%plain-host url) -> the host of a URL that its grammar and browsers read alike, in small letters, or #f."""
    found = PLAIN.match(text("url-hosts", 1, url))
    return FALSE if found is None else string_of(found[1].lower())


@primitive("hosts-in")
def hosts_in(given: Value) -> Value:
    """(hosts-in text) -> the addresses and names of hosts that a text may lead to, each once and as one writes them:
    an address that is one number, octal, of IPv6 for IPv4, in other digits or behind %, is that address."""
    said = text("hosts-in", 1, given)[:LENGTH]
    if "%" in said:
        said = late_module("urllib.parse").unquote(said)
    if not said.isascii():
        said = late_module("unicodedata").normalize("NFKC", said.translate(DOTS))
    found = [host for token in dict.fromkeys(TOKEN.findall(said)) for host in _hosts(token)]
    return to_list([*map(string_of, dict.fromkeys(found))])


def _hosts(token: str) -> list[str]:
    """What a token may be: all of it, or what stands between colons."""
    bare = token.strip("[]").rstrip(".")
    if bare.count(":") > 1 and (address := _address(bare.partition("]")[0])):
        return [address]
    return [host for each in bare.split(":") if (host := _host(each.rstrip(".")))]


def _host(name: str) -> str:
    numbers = NUMBERS.fullmatch(name)
    if numbers is None:
        return name.lower() if NAME.fullmatch(name) is not None else ""
    parts = [_number(each) for each in name.split(".")]
    *first, last = parts
    if any(each > 255 for each in first) or last >= 256 ** (4 - len(first)):
        return ""
    value = sum(each << 8 * (3 - at) for at, each in enumerate(first)) + last
    return ".".join(str(value >> 8 * at & 255) for at in (3, 2, 1, 0))


def _number(digits: str) -> int:
    """As inet_aton reads it; more than any part of an address where it is none."""
    base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[:1] == "0" and len(digits) > 1 else 10
    try:
        return int(digits, base)
    except ValueError:
        return 1 << 33


@cache
def _networks() -> list[tuple[Any, int]]:
    known = late_module("ipaddress")
    return [(known.IPv6Network(network), shift) for network, shift in EMBEDDED]


def _address(name: str) -> str:
    """An address of IPv6, as that of IPv4 where it stands for one."""
    known = late_module("ipaddress")
    try:
        address = known.IPv6Address(name.partition("%")[0])
    except ValueError:
        return ""
    for network, shift in _networks():
        if address in network and int(address) > 0xFFFF:
            return str(known.IPv4Address(int(address) >> shift & 0xFFFFFFFF))
    return str(address)
