"""The cancel token: a wish that is never taken back and stops nothing by itself."""

import pytest

from labs.e08_retries.cancel_token import CancelToken
from tests.telling import TellingLock


def test_starts_not_cancelled() -> None:
    """Nobody has asked yet."""
    assert CancelToken().cancelled is False


def test_cancelling_twice_is_harmless() -> None:
    """Once cancelled it stays so, however often somebody asks."""
    token = CancelToken()

    for _ in range(2):
        token.cancel()

        assert token.cancelled is True


@pytest.mark.parametrize("value", [True, False])
def test_it_cannot_be_set_from_outside(value: bool) -> None:
    """The state can only be asked for: it cannot be put back."""
    with pytest.raises(AttributeError):
        CancelToken().cancelled = value


def test_it_offers_no_way_back() -> None:
    """A token has one verb and one question, and no way to clear it or to wait for it."""
    public = [name for name in dir(CancelToken) if not name.startswith("_")]

    assert public == ["cancel", "cancelled"]


def test_both_sides_take_the_lock() -> None:
    """Asking to stop and looking are each done under the lock."""
    token = CancelToken()
    token._lock = TellingLock()

    token.cancel()
    _ = token.cancelled

    assert token._lock.taken == 2
