"""Lists: the primes below n."""

SMALL = 30
FULL = 100_000


def run(n: int) -> int:
    prime = [True] * n
    prime[0] = prime[1] = False
    i = 2
    while i * i < n:
        if prime[i]:
            for j in range(i * i, n, i):
                prime[j] = False
        i += 1
    count = 0
    for p in prime:
        if p:
            count += 1
    return count
