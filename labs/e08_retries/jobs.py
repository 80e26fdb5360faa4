"""The work: a job names one operation by its idempotency key and carries its own fault script.

No chance, no clock and no network decide what goes wrong: the job says it, so every run goes wrong in the same way.
"""

import re
from dataclasses import dataclass

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")


@dataclass(frozen=True)
class Job:
    """One operation to carry out at least once: add `amount` under `key`.

    In a real system the key holds the kind of operation and the business id, such as `charge:order-7`, so that two
    different operations on one order never share it.

    `fail_before`: the first so many attempts fail before the effect.
    `lose_ack`: the first so many acknowledgements sent are lost, after the effect.

    Raises:
        TypeError: a field is not exactly `str` (key) or `int` (the others); a bool is refused.
        ValueError: the key does not fit `KEY`, the amount is not above 0, or a fault count is below 0.
    """

    key: str
    amount: int
    fail_before: int = 0
    lose_ack: int = 0

    def __post_init__(self) -> None:
        """Refuse a bad field before the job exists."""
        check_key(self.key)
        check_amount(self.amount)
        _check_int("fail_before", self.fail_before, least=0)
        _check_int("lose_ack", self.lose_ack, least=0)


def check_key(key: str) -> None:
    """Raise TypeError or ValueError unless `key` can name an operation."""
    if type(key) is not str:
        raise TypeError(f"key: got {key!r}, takes exactly a str")
    if KEY.fullmatch(key) is None:
        raise ValueError(
            f"key: got {key!r}, takes 1 to 64 of A-Z a-z 0-9 . _ : - with a letter or digit first"
        )


def check_amount(amount: int) -> None:
    """Raise TypeError or ValueError unless `amount` is a whole number above 0."""
    _check_int("amount", amount, least=1)


def _check_int(field: str, value: int, least: int) -> None:
    if type(value) is not int:
        raise TypeError(f"{field}: got {value!r}, takes exactly an int")
    if value < least:
        raise ValueError(f"{field}: got {value!r}, takes {least} or more")
