"""A URL, and lists of what may be called -> where a request may go: `CallTarget`, with an address that was looked at.

Rules (agents-decisions 1, spec/safety.md §4)
-----
* A list is read by its agent's grammar, one part of the URL after the other: a star in a host never reaches into the
  path, nor past the end of the host.
* Under every list there is a floor that nothing can widen: http or https; no user, no backslash, no control character,
  an ASCII host without percent signs; dot segments are resolved first; addresses of machines' metadata, of the link
  and of many at once never.
* A name is resolved once. Every address that it has must be allowed, and the one that was looked at is called.
"""

from __future__ import annotations

import ipaddress
import posixpath
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from chibi_hooks.dialects.hosting.hosted import UrlPatterns
from chibi_hooks.dialects.hosting.matchers import NoMatcher, found, glob

PORTS: Final = {"http": 80, "https": 443}
METADATA: Final = frozenset(
    map(ipaddress.ip_address, ("169.254.169.254", "169.254.170.2", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254"))
)
METADATA_NAMES: Final = frozenset({"metadata.google.internal", "metadata", "instance-data"})
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
CARRIER: Final = ipaddress.IPv4Network("100.64.0.0/10")

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]


class NotAllowed(ValueError):
    """It may not be called; the text says why, without secrets."""


@dataclass(frozen=True, slots=True)
class CallTarget:
    """Where a request goes: to `address`, as one for `host`."""

    secure: bool
    host: str
    port: int
    address: str
    path: str  # with its query


def target_of(
    url: str, *, loopback: bool, private: bool, resolve: Resolve | None = None, secure_only: bool = False
) -> CallTarget:
    """Where a URL leads. Raises NotAllowed, and OSError where its name has no address."""
    parts = checked(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    if host.rstrip(".") in METADATA_NAMES:
        raise NotAllowed(f"{host} is the metadata of this machine")
    addresses = (resolve or addresses_of)(host, port)
    if not addresses:
        raise NotAllowed(f"{host} has no address")
    for each in addresses:
        if fault := fault_of(each, loopback=loopback, private=private):
            raise NotAllowed(f"{host} is {each}: {fault}")
    if secure_only and parts.scheme != "https":
        raise NotAllowed(f"{host}: wanted https")
    path = _resolved(parts.path) + (f"?{parts.query}" if parts.query else "")
    return CallTarget(parts.scheme == "https", host, port, addresses[0], path)


def checked(url: str) -> SplitResult:
    """The parts of a URL that keeps to the floor. Raises NotAllowed."""
    if re.search(r"[\x00-\x20\x7f\\]", url):
        raise NotAllowed("a URL has no blanks, control characters or backslashes")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise NotAllowed(f"no URL: {error}") from None
    if parts.scheme not in PORTS:
        raise NotAllowed(f"wanted http or https, got {parts.scheme or 'no scheme'}")
    if "@" in parts.netloc:
        raise NotAllowed("a URL with a user or a password in it is not called")
    host = parts.hostname or ""
    if not host or not host.isascii() or "%" in host or port == 0:
        raise NotAllowed("wanted an ASCII name as the host")
    return parts


def is_listed(url: str, patterns: Sequence[str], grammar: UrlPatterns) -> bool:
    """Does one of the patterns fit the URL? Raises NotAllowed for what is no URL, and where only one that cannot be
    read might have fitted."""
    parts = checked(url)
    if grammar != "text":
        return any(_fits(parts, each, grammar) for each in patterns)
    faults = []
    for each in patterns:
        try:
            if _is_text(url, each):
                return True
        except NoMatcher as error:
            faults.append(str(error))
    if faults:
        raise NotAllowed(f"it is not listed: {'; '.join(faults)}")
    return False


def _is_text(url: str, pattern: str) -> bool:
    """Is it the whole URL, in any case? What has an escaped dot is a regexp, whose stars stand for any text as well.
    Raises NoMatcher."""
    if r"\." in pattern:
        return found(f"^{pattern.replace('*', '.*')}$", url, whole=pattern, any_case=True)
    return glob(pattern.lower().replace("?", "\0"))(url.lower().replace("?", "\0"))  # ? is itself


def _fits(parts: SplitResult, pattern: str, grammar: UrlPatterns) -> bool:
    if pattern == "*":
        return True
    cut = re.fullmatch(r"([a-z*]+)://(\[[^\]]*\]|[^/:]*)(?::([\d*]+))?(/.*)?", pattern, re.IGNORECASE)
    if cut is None:
        return False
    scheme, host, port, path = cut.groups()
    if not glob(scheme.lower())(parts.scheme) or not glob(host.lower().strip("[]"))((parts.hostname or "").strip("[]")):
        return False
    if grammar == "ports":
        actual = str(parts.port or PORTS[parts.scheme])
        if port is None and parts.port not in (None, PORTS[parts.scheme]):
            return False
        if port is not None and not glob(port)(actual):
            return False
    if path is None or path == "":
        return grammar == "ports" or parts.path in ("", "/")
    whole = _resolved(parts.path) + (f"?{parts.query}" if parts.query and "?" in path else "")
    return glob(path)(whole)


def _resolved(path: str) -> str:
    """A path without dot segments."""
    if re.search(r"%2e|%2f|%5c", path, re.IGNORECASE):
        raise NotAllowed("a path with encoded dots or slashes is not called")
    made = posixpath.normpath(path) if path else "/"
    made = "/" + made.lstrip("/")
    return made + "/" if path.endswith("/") and made != "/" else made


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises OSError."""
    host = host.strip("[]")
    try:
        return [str(ipaddress.ip_address(host))]
    except ValueError:
        pass
    told = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in told))


def fault_of(text: str, *, loopback: bool, private: bool) -> str:
    """Why an address may not be called; empty where it may."""
    address = _plain(text)
    if address in METADATA or ipaddress.ip_address(text) in METADATA:
        return "the metadata of this machine is never called"
    if address.is_loopback or address.is_unspecified:
        return "" if loopback else "this machine is not called"
    if address.is_link_local or address.is_multicast:
        return "an address of the link or of many at once is never called"
    in_carrier = address.version == 4 and address in CARRIER
    if in_carrier or address.is_private or address.is_reserved or not address.is_global:
        return "" if private else "an address of a private network is not called"
    return ""


def _plain(text: str) -> IpAddress:
    """The address that is meant: one of version 4 that is told as one of version 6 is the former."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inside is None and address in NAT64:
            inside = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inside is None and int(address) >> 32 == 0 and int(address) > 1:
            inside = ipaddress.IPv4Address(int(address))
        return inside or address
    return address
