"""bytes: a checksum by hand, hexadecimal and UTF-8 there and back."""

SMALL = 2
FULL = 200
TEXT = "Grüße aus Köln, 日本語 and some plain ASCII to go with it; naïve café."


def adler(data: bytes) -> int:
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b * 65536 + a


def rotated(data: bytes) -> bytes:
    copy = bytearray(data)
    for i, byte in enumerate(data):
        copy[i] = (13 + byte) % 256
    return bytes(copy)


def run(n: int) -> int:
    total = 0
    for _ in range(n):
        data = TEXT.encode()
        total += adler(data) % 1000 + adler(rotated(data)) % 1000 + len(data.hex()) + len((data + data).decode())
    return total
