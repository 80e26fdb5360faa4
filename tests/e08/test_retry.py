"""The waits between attempts: doubled, capped, and right for attempt 10,000 as well."""

import pytest

from labs.e08_retries import retry
from labs.e08_retries.retry import WAIT_MAX_S, Retryable, backoff_s


@pytest.mark.parametrize(
    ("attempt", "seconds"),
    [(1, 1), (2, 2), (3, 4), (11, 1024), (12, 2048), (13, 3600), (14, 3600), (10_000, 3600)],
)
def test_waits_double_up_to_the_cap(attempt: int, seconds: int) -> None:
    """The wait after an attempt is 2 ** (attempt - 1) seconds, and never more than 3,600."""
    assert backoff_s(attempt) == seconds


def test_the_formula_holds_for_every_attempt() -> None:
    """Clamping the exponent changes no wait: all are what the plain formula gives, capped, as whole seconds."""
    attempts = range(1, 200)

    assert [backoff_s(n) for n in attempts] == [min(2 ** (n - 1), WAIT_MAX_S) for n in attempts]
    assert {type(backoff_s(n)) for n in attempts} == {int}


def test_the_exponent_is_clamped_first() -> None:
    """An attempt beyond any number that could be raised is answered like any other."""
    assert backoff_s(10**100) == 3600


@pytest.mark.parametrize("attempt", [0, -1])
def test_attempts_count_from_one(attempt: int) -> None:
    """There is no wait after an attempt that cannot exist."""
    with pytest.raises(ValueError, match=rf"^attempt: got {attempt}, takes 1 or more$"):
        backoff_s(attempt)


def test_retryable_is_an_ordinary_error() -> None:
    """`Retryable` is an Exception, so that code which knows nothing of retries can pass it on."""
    assert Retryable.__mro__[1] is Exception


def test_the_reasons_are_the_contract() -> None:
    """The reasons in the history are these words and no others."""
    reasons = {
        value for name, value in vars(retry).items() if name.isupper() and isinstance(value, str)
    }

    assert reasons <= {
        "failed before the effect",
        "acknowledgement lost",
        "attempts",
        "wait budget",
        "key conflict",
    }
    assert reasons >= {
        "failed before the effect",
        "acknowledgement lost",
        "attempts",
        "key conflict",
    }
