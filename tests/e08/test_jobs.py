"""The job: its key, its amount and its fault script are exact, or it does not exist."""

import dataclasses

import pytest

from labs.e08_retries.jobs import Job


class Text(str):
    """A str that is not exactly one."""

    __slots__ = ()


class Whole(int):
    """An int that is not exactly one."""


def test_faults_are_off_unless_asked_for() -> None:
    """A job without a fault script has no fault."""
    job = Job("a", 7)

    assert (job.key, job.amount, job.fail_before, job.lose_ack) == ("a", 7, 0, 0)


def test_a_job_is_frozen() -> None:
    """A job cannot be changed once it exists."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Job("a", 7).key = "b"


@pytest.mark.parametrize(
    "key", ["a", "Z", "0", "charge:order-7", "a.b_c:d-e", "7" * 64, "a" + "-" * 63]
)
def test_takes_legal_keys(key: str) -> None:
    """A key of 1 to 64 letters, digits and . _ : - with a letter or digit first is taken."""
    assert Job(key, 1).key == key


@pytest.mark.parametrize(
    "key",
    [
        "",
        "a" * 65,
        "a\n",
        "\na",
        "a b",
        " a",
        "-a",
        ".a",
        "_a",
        ":a",
        "a/b",
        "ä",
        "٣",
        "a\x00",
        "a€",
    ],
)
def test_refuses_other_keys(key: str) -> None:
    """A key is matched in full, a trailing line end and foreign digits included, and the error names it."""
    with pytest.raises(ValueError, match=r"^key: got .*, takes 1 to 64 of") as refusal:
        Job(key, 1)

    assert repr(key) in str(refusal.value)


@pytest.mark.parametrize("key", [None, 7, b"a", ["a"], Text("a")])
def test_refuses_keys_of_other_types(key: object) -> None:
    """A key that is not exactly a str is refused, a subclass included."""
    with pytest.raises(TypeError, match=r"^key: got .*, takes exactly a str$"):
        Job(key, 1)


@pytest.mark.parametrize("amount", [0, -1, -(10**30)])
def test_refuses_amounts_below_one(amount: int) -> None:
    """An amount is above 0, and the error names the field, what it got and what it takes."""
    with pytest.raises(ValueError, match=rf"^amount: got {amount}, takes 1 or more$"):
        Job("a", amount)


@pytest.mark.parametrize("count", ["fail_before", "lose_ack"])
def test_fault_counts_start_at_zero(count: str) -> None:
    """A fault count may be 0 and is refused below."""
    assert getattr(Job("a", 1, **{count: 0}), count) == 0
    with pytest.raises(ValueError, match=rf"^{count}: got -1, takes 0 or more$"):
        Job("a", 1, **{count: -1})


@pytest.mark.parametrize("number", [True, False, 1.0, "1", None, Whole(1)])
@pytest.mark.parametrize("field", ["amount", "fail_before", "lose_ack"])
def test_numbers_are_exactly_int(field: str, number: object) -> None:
    """A number that is not exactly an int is refused by its field's name, True and 1.0 among them."""
    with pytest.raises(TypeError, match=rf"^{field}: got .*, takes exactly an int$") as refusal:
        Job(**{"key": "a", "amount": 1, field: number})

    assert repr(number) in str(refusal.value)
