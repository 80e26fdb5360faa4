"""The controls: the same parts with one protection taken out, to show what that protection was for."""

import json
from collections.abc import Callable
from typing import Any

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    NotReady,
    ProtocolError,
    Result,
    StepError,
    WaitEnded,
)
from labs.e09_destructive_read.result_store import ReplyLost, ResultStore, StoreUnavailable
from labs.e09_destructive_read.wait import wait_for_result


class ReportedFailure(Exception):
    """The naive decoder's word for a failure: one error among others."""


def naive_decode(raw: bytes, step: str, server: str) -> Result:
    """Look for the one bad value, and take everything else for success."""
    content = json.loads(raw.decode())
    if content.get("status") == "error":
        raise ReportedFailure(f"{step} on {server} failed")
    return Result(content)


def any_error_means_not_yet(error: Exception) -> bool:
    """Wait on whatever went wrong, as the loop of the incident did."""
    del error
    return True


def denylist(error: Exception) -> bool:
    """Wait on everything but the two endings that somebody thought of, and only if they come unwrapped."""
    return not isinstance(error, (StepError, ProtocolError))


def absent_only(error: Exception) -> bool:
    """Wait on an absent key alone: a store that is away for a moment ends the wait."""
    return isinstance(error, NotReady)


class FetchFailed(Exception):
    """A layer in between says where it happened; why it happened is its cause."""


def wrap_with_cause(fetch: Callable[[], Result]) -> Callable[[], Result]:
    """Wrap a final error and keep it as the cause: this one is no control."""

    def wrapped() -> Result:
        try:
            return fetch()
        except WaitEnded as error:
            raise FetchFailed("the result could not be fetched") from error

    return wrapped


def flatten(fetch: Callable[[], Result]) -> Callable[[], Result]:
    """Turn a final error into its text: what it was is gone."""

    def flattened() -> Result:
        try:
            return fetch()
        except WaitEnded as error:
            text = str(error)
        raise RuntimeError(text)

    return flattened


def lost_reply_as_unavailable(fetch: Callable[[], Result]) -> Callable[[], Result]:
    """File a lost reply under *unavailable*, as if nothing had been sent."""

    def filed() -> Result:
        try:
            return fetch()
        except ReplyLost as error:
            text = str(error)
        raise StoreUnavailable(text)

    return filed


def cancel_wins(
    fetch: Callable[[], Result],
    *clock: Any,
    token: CancelToken,
    step: str,
    server: str,
    **rest: Any,
) -> Result:
    """Wait as the lab does, but end without a last look once the token is cancelled."""

    def give_up_or_look() -> Result:
        if token.cancelled:
            raise Cancelled(step, server)
        return fetch()

    return wait_for_result(give_up_or_look, *clock, token=token, step=step, server=server, **rest)


class TwoStepStore(ResultStore):
    """Reads in one critical section and deletes in another: two consumers may read the same result."""

    def __init__(self, between: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._between = between

    def getdel(self, key: str) -> bytes | None:
        """Read, then delete."""
        raw = self.get(key)
        self._between()
        self.delete(key)
        return raw


class UnprotectedStore:
    """A record that writes whatever it is given, however often."""

    def __init__(self) -> None:
        self._writes = 0

    def apply_once(self, key: str, result: Result) -> bool:
        """Write again."""
        del key, result
        self._writes += 1
        return True

    def writes(self) -> int:
        """How often the world was changed."""
        return self._writes


def commit_in_the_look(commit: Callable[[Result], object]) -> Callable[[Any], Callable[[], Result]]:
    """Make the commit a part of the look: if it fails, the look is repeated, and finds nothing."""

    def around(fetch: Callable[[], Result]) -> Callable[[], Result]:
        def fetch_and_commit() -> Result:
            result = fetch()
            commit(result)
            return result

        return fetch_and_commit

    return around
