"""A template filled in by str.format_map."""

SMALL = 2
FULL = 4_000
TEMPLATE = "Dear {name},\nyour order {order} of {count} items (total {total}) left today.\n"


def run(n: int) -> int:
    total = 0
    for i in range(n):
        total += len(TEMPLATE.format_map({"name": "Ann Example", "order": i, "count": 3, "total": 99}))
    return total
