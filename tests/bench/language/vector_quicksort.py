"""Vectors: quicksort in place."""

SMALL = 20
FULL = 3_000


def run(n: int) -> int:
    v = [0] * n

    def partition(low: int, high: int) -> int:
        pivot = v[high]
        i = low
        for j in range(low, high):
            if v[j] < pivot:
                v[i], v[j] = v[j], v[i]
                i += 1
        v[i], v[high] = v[high], v[i]
        return i

    def sort(low: int, high: int) -> None:
        if low < high:
            middle = partition(low, high)
            sort(low, middle - 1)
            sort(middle + 1, high)

    x = 12345
    for i in range(n):
        v[i] = x
        x = (x * 1103515245 + 12345) % 2147483648
    sort(0, n - 1)
    return v[n // 2]
