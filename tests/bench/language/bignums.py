"""Big integers: factorials, the digits of their sum, powers modulo."""

SMALL = 3
FULL = 150


def factorial(n: int) -> int:
    product = 1
    for i in range(2, n + 1):
        product *= i
    return product


def sum_of_digits(n: int) -> int:
    total = 0
    while n:
        n, digit = divmod(n, 10)
        total += digit
    return total


def power_mod(base: int, exponent: int, modulus: int) -> int:
    b = base % modulus
    result = 1
    while exponent:
        if exponent % 2:
            result = result * b % modulus
        b = b * b % modulus
        exponent //= 2
    return result


def run(n: int) -> int:
    total = 0
    for i in range(1, n + 1):
        total += sum_of_digits(factorial(20 + i)) + power_mod(i, 1000003, 1000000007)
    return total
