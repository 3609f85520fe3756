"""hashlib, hmac and uuid: digests of texts, an authentication code."""

from __future__ import annotations

import hashlib
import hmac
import uuid

SMALL = 2
FULL = 400


def is_uuid(text: str) -> bool:
    try:
        uuid.UUID(text)
    except ValueError:
        return False
    return True


def run(n: int) -> list[object]:
    previous = "start"
    total = 0
    for i in range(n):
        digest = hashlib.sha256(f"{previous}{i}".encode()).hexdigest()
        total += len(hmac.new(b"key", digest.encode(), "sha256").hexdigest())
        total += hashlib.sha256(digest.encode()).digest()[0]
        total += 1 if is_uuid(str(uuid.uuid4())) else 0
        total += 1 if len(digest) == 36 and is_uuid(digest) else 0
        previous = digest
    return [total, previous[:12]]
