"""Strings and bytevectors come in, digests go out; also random bytes and identifiers: `(tein crypto)`, `(tein uuid)`.

Rules: a string counts as its UTF-8 bytes. What is random comes from the operating system and is fit for secrets.
"""

from __future__ import annotations

from os import urandom

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.arguments import count
from chibi_hooks.scheme.values.data import Bytevector, String, Value, string_of
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Any, Final

PIECE: Final = 1 << 20  # bytes digested in one C call: 2 ms
RANDOM: Final = 1_000_000  # bytes of one random bytevector

ALGORITHMS: Final = ("sha256", "sha512", "blake2b")


def _declare(name: str) -> None:
    """The primitives of one algorithm: `(sha256 data)` and `(sha256-bytes data)`."""

    def start() -> Any:
        import hashlib  # OpenSSL: what few programs need costs a start nothing

        return hashlib.new(name)

    def in_hexadecimal(data: Value) -> Value:
        return string_of(_digest(name, data, start()).hex())

    def as_bytes(data: Value) -> Value:
        return Bytevector(bytearray(_digest(f"{name}-bytes", data, start())))

    in_hexadecimal.__doc__ = f"({name} data) -> the digest of a string or bytevector in hexadecimal."
    as_bytes.__doc__ = f"({name}-bytes data) -> the digest of a string or bytevector as a bytevector."
    primitive(name, returns="string")(in_hexadecimal)
    primitive(f"{name}-bytes")(as_bytes)


for _name in ALGORITHMS:
    _declare(_name)


@primitive("hmac-sha256", returns="string")
def hmac_sha256(key: Value, data: Value) -> Value:
    """(hmac-sha256 key data) -> the authentication code in hexadecimal."""
    import hmac

    start = hmac.new(_octets("hmac-sha256", 1, key), digestmod="sha256")
    return string_of(_digest("hmac-sha256", data, start, 2).hex())


@primitive("random-bytes", pure=False)
def random_bytes(n: Value) -> Value:
    """(random-bytes n) -> a bytevector of n random bytes."""
    size = count("random-bytes", 0, n)
    if size > RANDOM:
        raise wrong_type("random-bytes", 0, f"a size up to {RANDOM}", n)
    return Bytevector(bytearray(urandom(size)))


@primitive("%secure-random-integer", pure=False, returns="integer")
def secure_random_integer(n: Value) -> Value:
    """(%secure-random-integer n) -> an exact integer from 0 to n - 1."""
    if n.__class__ is not int or n <= 0:
        raise wrong_type("random-integer", 0, "an exact integer from 1", n)
    import secrets

    return secrets.randbelow(n)


@primitive("random-float", pure=False, returns="real")
def random_float() -> Value:
    """(random-float) -> an inexact real from 0, below 1."""
    return (int.from_bytes(urandom(7), "big") >> 3) / (1 << 53)


@primitive("make-uuid", pure=False, returns="string")
def make_uuid() -> Value:
    """(make-uuid) -> a random UUID (RFC 9562, version 4) as text."""
    from uuid import UUID

    return string_of(str(UUID(bytes=urandom(16), version=4)))


@primitive("uuid?", returns="boolean")
def is_uuid(a: Value) -> bool:
    """(uuid? x) -> whether x is the text of a UUID: 8-4-4-4-12 hexadecimal digits."""
    if a.__class__ is not String or len(a.s) != 36:
        return False
    dashes = [i for i, c in enumerate(a.s) if c == "-"]
    return dashes == [8, 13, 18, 23] and all(c in "-0123456789abcdefABCDEF" for c in a.s)


def _digest(who: str, data: Value, hasher: Any, position: int = 0) -> bytes:
    octets = _octets(who, position, data)
    for at in range(0, len(octets), PIECE):
        hasher.update(octets[at : at + PIECE])
    digest: bytes = hasher.digest()
    return digest


def _octets(who: str, position: int, x: Value) -> bytes:
    if x.__class__ is Bytevector:
        return bytes(x.b)
    if x.__class__ is not String:
        raise wrong_type(who, position, "a string or a bytevector", x)
    limits.size(who, len(x.s))
    return x.s.encode("utf-8", "surrogatepass")
