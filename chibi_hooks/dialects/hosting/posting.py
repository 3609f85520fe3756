"""An http handler and an event -> what its server said, or why it was not asked.

Rules (agents-decisions 1-3, spec/safety.md §4)
-----
* Where it may go, addresses.py says. Nothing is followed: a redirection is an answer that is none. No proxy of the
  environment, no cookies, nothing encoded.
* One deadline for all of it, from the name to the last byte: a server that drips is cut off.
* A header names variables of the environment; one that is not allowed is empty, and told. What could end a header is
  not sent.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Final

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from chibi_hooks.dialects.hosting.addresses import CallTarget, NotAllowed, is_listed, target_of
from chibi_hooks.dialects.hosting.hosted import HandlerEntry, HttpForm
from chibi_hooks.dialects.hosting.speaking import DEPTH, Ended
from chibi_hooks.hooks.answer import Failure
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import parse_json

if TYPE_CHECKING:
    from chibi_hooks.dialects.hosting.settings import HostSettings

MOST: Final = 1 << 20  # bytes of an answer: a decision is a few hundred
PIECE: Final = 1 << 16
NAMED: Final[Mapping[str, re.Pattern[str]]] = {
    "dollar": re.compile(r"\$\{(\w+)\}|\$(\w+)"),
    "braces": re.compile(r"\$\{(\w+)\}"),
}
REASON: Final = 120  # characters of a fault that are told


@dataclass(slots=True)
class Posted:
    """What came of it. `refused`: why the server was not asked; then nothing was sent."""

    ended: Ended
    notes: list[str] = field(default_factory=list)
    timed_out: bool = False
    refused: str = ""


def post(entry: HandlerEntry, settings: HostSettings, text: bytes, seconds: float) -> Posted:
    """Send the event to the handler's server, for at most so many seconds."""
    form = settings.hosted.http
    posted = Posted(Ended())
    deadline = time.monotonic() + seconds
    try:
        url = _filled(entry.url, entry, settings, posted) if form.variables_in_url else entry.url
        _check_list(url, settings)
        headers = {name: _filled(value, entry, settings, posted).strip() for name, value in entry.headers}
        _check_headers(headers)
        local = form.local or settings.local_urls
        target = target_of(
            url, loopback=local, private=form.private or settings.local_urls, secure_only=form.secure_only
        )
        status, body = _exchange(target, headers, text, deadline)
    except NotAllowed as error:
        posted.refused = f"it may not be called: {error}"
        posted.ended.failure = Failure("refused", posted.refused)
    except (OSError, HTTPError, HTTPException, ValueError) as error:
        posted.timed_out = time.monotonic() >= deadline
        said = f"no answer within {seconds:g} s" if posted.timed_out else _said(error)
        posted.ended.failure = Failure("timeout" if posted.timed_out else "http", said)
    else:
        _take(status, body, posted)
    return posted


def _take(status: int, body: bytes, posted: Posted) -> None:
    if not 200 <= status < 300:
        redirected = "; redirections are not followed" if 300 <= status < 400 else ""
        posted.ended.failure = Failure("http", f"the server said {status}{redirected}")
        return
    try:
        posted.ended.text = body.decode("utf-8")
    except UnicodeDecodeError:
        posted.ended.failure = Failure("http", "its answer is no UTF-8")
        return
    text = posted.ended.text.strip()
    if not text:
        return
    try:
        told = parse_json(text, "its answer", DEPTH)
    except BadPayload as error:
        posted.ended.failure = Failure("http", str(error).split("\n")[0])
        return
    if not isinstance(told, dict):
        posted.ended.failure = Failure("http", "its answer is no JSON object")


def _check_list(url: str, settings: HostSettings) -> None:
    """Raises NotAllowed."""
    form = settings.hosted.http
    if settings.urls is None and not form.listed_only:
        return
    key = form.lists.get("urls", "the list")
    if not is_listed(url, settings.urls or (), form.patterns):
        raise NotAllowed(f"{url.partition('?')[0]} is not in {key}")


def _filled(value: str, entry: HandlerEntry, settings: HostSettings, posted: Posted) -> str:
    """A text with its variables filled in."""
    form = settings.hosted.http
    allowed = _allowed(entry, settings, form)

    def fill(found: re.Match[str]) -> str:
        name = found[1] or found[found.lastindex or 1]
        if name in allowed and name in settings.environment:
            return settings.environment[name]
        why = "is not set" if name in allowed else "is not allowed here"
        posted.notes.append(f"the variable {name} {why}: nothing is sent in its place")
        return ""

    return NAMED[form.variables].sub(fill, value)


def _allowed(entry: HandlerEntry, settings: HostSettings, form: HttpForm) -> frozenset[str]:
    """The variables that may be named: the entry's, those of the settings, or what is in both."""
    stated = frozenset(settings.variables) if settings.variables is not None else None
    if not form.entry_names_variables:
        return stated or frozenset()
    own = frozenset(entry.variables)
    return own if stated is None else own & stated


def _check_headers(headers: Mapping[str, str]) -> None:
    """Raises NotAllowed."""
    for name, value in headers.items():
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise NotAllowed("one of its headers has a name that is none")
        if re.search(r"[\x00-\x08\x0a-\x1f\x7f]", value) or not value.isascii():
            raise NotAllowed(f"the header {name} has a character that no header can have")


# the exchange ---------------------------------------------------------------------------------------------------------


def _body(response: Any) -> bytes:
    """The body of an answer. Raises ValueError when it is too long."""
    body = bytearray()
    while piece := response.read(PIECE):
        body += piece
        if len(body) > MOST:
            raise ValueError(f"its answer has more than {MOST} bytes")
    return bytes(body)


def _exchange(target: CallTarget, headers: Mapping[str, str], text: bytes, deadline: float) -> tuple[int, bytes]:
    """Status and body. Raises OSError, HTTPError, ValueError."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    kind: Any = _Secure if target.secure else _Plain
    more = {"server_hostname": target.host, "assert_hostname": target.host} if target.secure else {}
    connection = kind(target.address, target.port, timeout=left, **more)
    guard = threading.Timer(left, connection.cut_off)
    guard.daemon = True
    guard.start()
    default = target.port == (443 if target.secure else 80)
    name = f"[{target.host}]" if ":" in target.host else target.host
    sent = {
        "User-Agent": "chibi-hooks",
        **{key: value for key, value in headers.items() if key.lower() not in _OURS},
        "Host": name if default else f"{name}:{target.port}",
        "Content-Type": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    try:
        connection.request("POST", target.path, body=text, headers=sent, preload_content=False, decode_content=False)
        response = connection.getresponse()
        if response.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise ValueError("its answer is encoded, and that was not asked for")
        body = _body(response)
        if time.monotonic() >= deadline:
            raise TimeoutError
        return int(response.status), body
    finally:
        guard.cancel()
        connection.close()


_OURS: Final = frozenset(
    {"host", "content-type", "content-length", "transfer-encoding", "connection", "accept-encoding"}
)


class _CutOff:
    """A connection that another thread can end, whatever it waits for."""

    _twin: socket.socket | None = None
    _over = False

    def _new_conn(self) -> socket.socket:
        made: socket.socket = super()._new_conn()  # type: ignore[misc]
        self._twin = made.dup()
        if self._over:
            self.cut_off()
        return made

    def cut_off(self) -> None:
        """End it."""
        self._over = True
        if self._twin is not None:
            with suppress(OSError):
                self._twin.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close both ends of it."""
        super().close()  # type: ignore[misc]
        if self._twin is not None:
            self._twin.close()
            self._twin = None


class _Plain(_CutOff, HTTPConnection):
    """To a server without TLS."""


class _Secure(_CutOff, HTTPSConnection):
    """To a server with TLS."""


def _said(error: BaseException) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return re.sub(r"<[^>]*>|0x[0-9a-f]+", "", str(reason)).strip(": ")[:REASON]
