"""Waiting: a look at once, one after each notice or interval, and an end that is never the wrong one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.outcomes import (
    Cancelled,
    HardCap,
    NotReady,
    OutcomeUnknown,
    ProtocolError,
    Result,
    StepError,
)
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable
from labs.e09_destructive_read.wait import CAP_S, POLL_S, wait_for_result

DONE = Result({"status": "done"})
FAILED = StepError("render", "gpu-7", "out of memory")
ABSENT, AWAY, LOST = NotReady("no result yet"), StoreUnavailable("refused"), ReplyLost("no reply")
Met = Result | BaseException


@dataclass
class World:
    """What each look meets (the last again and again), after which waits a notice comes, and when somebody cancels."""

    meets: Sequence[Met]
    notices: Sequence[bool] = ()
    cancel_at_wait: int | None = None
    token: CancelToken = field(default_factory=CancelToken)
    waits: list[float] = field(default_factory=list)
    looks: int = 0
    now_s: float = 1000

    def fetch(self) -> Result:
        """Look once."""
        met = self.meets[min(self.looks, len(self.meets) - 1)]
        self.looks += 1
        if isinstance(met, BaseException):
            raise met
        return met

    def wait(self, seconds: float) -> bool:
        """Let a second pass if a notice comes, else all of them."""
        number = len(self.waits)
        noticed = number < len(self.notices) and self.notices[number]
        self.waits.append(seconds)
        self.now_s += min(seconds, 1) if noticed else seconds
        if number == self.cancel_at_wait:
            self.token.cancel()
        return noticed

    def run(self, **options: float) -> Result:
        """Wait for the result."""
        return wait_for_result(
            self.fetch,
            self.wait,
            lambda: self.now_s,
            token=self.token,
            step="render",
            server="gpu-7",
            **options,
        )


def ended(world: World, **options: float) -> Exception:
    """The error that the wait ended with."""
    try:
        result = world.run(**options)
    except Exception as error:  # noqa: BLE001 - handed to the test, which says what it must be
        return error
    raise AssertionError(f"expected an error, got {result}")


def test_what_is_there_is_taken_at_once() -> None:
    """The first look comes before any wait."""
    world = World([DONE])

    assert (world.run(), world.looks, world.waits) == (DONE, 1, [])


def test_every_notice_and_interval_is_a_look() -> None:
    """Both ways lead to a look, and each wait is one interval long at most."""
    world = World([ABSENT, ABSENT, AWAY, DONE], [True, False, True])

    assert (world.run(), world.looks, world.waits) == (DONE, 4, [POLL_S] * 3)


@pytest.mark.parametrize("notices", [[True], [False]], ids=["notice", "timer"])
@pytest.mark.parametrize(
    "error",
    [FAILED, ProtocolError("render", "gpu-7", "invalid_json"), RecursionError(), KeyError("bug")],
    ids=repr,
)
def test_a_final_error_ends_it_on_either_path(error: Exception, notices: list[bool]) -> None:
    """Found by notice or by timer, what may not be waited on ends the wait as it is."""
    world = World([ABSENT, error], notices)

    assert ended(world) is error
    assert world.looks == 2


def test_a_wrapped_reason_is_told_as_it_was() -> None:
    """Out of a wrapping or a group comes the very error of the producer, without the wrapping around it."""
    wrapper = RuntimeError("fetch failed")
    wrapper.__cause__ = FAILED

    assert ended(World([wrapper])) is FAILED
    assert ended(World([ExceptionGroup("g", [AWAY, FAILED])])) is FAILED
    assert FAILED.__cause__ is None


def test_an_interrupt_is_nobodys_result() -> None:
    """What is no Exception passes through at once."""
    with pytest.raises(KeyboardInterrupt):
        World([KeyboardInterrupt()]).run()


def test_transient_loses_nothing() -> None:
    """Two refused looks and then a result: delivered at the third look."""
    world = World([AWAY, AWAY, DONE])

    assert (world.run(), world.looks, world.waits) == (DONE, 3, [5, 5])


@pytest.mark.parametrize(
    ("met", "says"), [(ABSENT, "no result yet"), (AWAY, "refused")], ids=["absent", "away"]
)
def test_the_cap_names_what_it_met(met: Exception, says: str) -> None:
    """At the cap the wait ends, and tells what the last look met: an absent key, or a store that was away."""
    world = World([met])
    error = ended(world)

    assert isinstance(error, HardCap)
    assert (error.cap_s, error.met, error.__cause__) == (CAP_S, says, met)
    assert (world.now_s, world.looks) == (1000 + CAP_S, CAP_S // POLL_S + 1)


def test_the_last_wait_ends_at_the_cap() -> None:
    """A cap between two intervals shortens the last wait, and one look follows it."""
    world = World([ABSENT])

    assert isinstance(ended(world, cap_s=12), HardCap)
    assert (world.waits, world.looks) == ([5, 5, 2], 4)


def test_a_result_at_the_cap_is_taken() -> None:
    """The look at the cap is one like any other."""
    world = World([ABSENT, ABSENT, DONE])

    assert (world.run(cap_s=10), world.waits) == (DONE, [5, 5])


def test_no_time_is_one_look() -> None:
    """A cap of 0 means one look and no wait; it does not mean that there is no cap."""
    there, absent = World([DONE]), World([ABSENT])

    assert there.run(cap_s=0) == DONE
    assert isinstance(ended(absent, cap_s=0), HardCap)
    assert (absent.looks, absent.waits) == (1, [])


@pytest.mark.parametrize("last", [DONE, FAILED], ids=["result", "failure"])
def test_the_last_look_wins_over_a_cancel(last: Met) -> None:
    """Cancelled during a wait, the wait looks once more: what is there is told."""
    world = World([ABSENT, last], cancel_at_wait=0)

    if isinstance(last, Result):
        assert world.run() is last
    else:
        assert ended(world) is last
    assert (world.looks, world.waits) == (2, [5])


@pytest.mark.parametrize("met", [ABSENT, AWAY, LOST], ids=repr)
def test_cancelled_with_nothing_there(met: Exception) -> None:
    """With nothing there it ends as cancelled, without another wait; the cause is what the last look met."""
    world = World([ABSENT, met, DONE], cancel_at_wait=0)
    error = ended(world)

    assert (type(error), error.__cause__) == (Cancelled, met)
    assert (world.looks, world.waits) == (2, [5])


def test_cancelled_in_doubt() -> None:
    """A reply lost earlier is the cause of the cancelled wait: the caller can learn that the result may be gone."""
    error = ended(World([LOST, ABSENT], cancel_at_wait=0))

    assert (type(error), error.__cause__) == (Cancelled, LOST)


def test_cancelled_before_it_began() -> None:
    """A wait that is cancelled from the start still looks once."""
    world = World([DONE])
    world.token.cancel()

    assert world.run() == DONE


@pytest.mark.parametrize(
    ("meets", "notices", "looks"),
    [
        ([ABSENT, LOST, ABSENT], [True, False], 3),
        ([LOST, ABSENT, ABSENT], [False, True], 3),
        ([ABSENT, LOST, AWAY, ABSENT], [True, False, False], 4),
        ([ABSENT, AWAY, LOST, ABSENT], [True, False, False], 4),
    ],
    ids=["notice, then lost", "lost, then notice", "away in between", "notice long before"],
)
def test_lost_and_noticed(meets: list[Met], notices: list[bool], looks: int) -> None:
    """A lost reply, a notice in any order, and then an absent key: unknown, at once."""
    world = World(meets, notices)
    error = ended(world)

    assert (type(error), error.__cause__, world.looks) == (OutcomeUnknown, LOST, looks)


def test_lost_and_silent() -> None:
    """Without a notice it goes on, and at the cap the outcome is unknown and no timeout, whatever the last look met."""
    for met in (ABSENT, AWAY, LOST):
        error = ended(World([LOST, ABSENT, met]), cap_s=10)
        assert (type(error), error.__cause__) == (OutcomeUnknown, LOST)


def test_lost_and_found() -> None:
    """A result that is found after a lost reply is delivered, notice or not."""
    assert World([LOST, ABSENT, DONE]).run() == DONE
    assert World([LOST, DONE], [True]).run() == DONE
    assert World([LOST, AWAY, DONE], [True, False]).run() == DONE


def test_a_notice_alone_is_no_doubt() -> None:
    """A notice and an absent key, with no reply lost, is no reason to give up."""
    assert World([ABSENT, ABSENT, DONE], [True, True]).run() == DONE


MEETS = st.lists(st.sampled_from([ABSENT, AWAY, LOST, DONE, FAILED]), min_size=1, max_size=8)


@given(MEETS, st.lists(st.booleans(), max_size=8), st.none() | st.integers(0, 6))
@settings(derandomize=True, max_examples=500, deadline=None)
def test_any_course(meets: list[Met], notices: list[bool], cancel_at_wait: int | None) -> None:
    """Whatever comes in which order, the wait ends as the rules say, after as many looks."""
    world = World([*meets, ABSENT], notices, cancel_at_wait)
    try:
        met: object = world.run(cap_s=30)
    except (StepError, OutcomeUnknown, Cancelled, HardCap) as error:
        met = error if error is FAILED else type(error)

    assert (met, world.looks) == by_the_rules(world.meets, notices, cancel_at_wait)


def by_the_rules(
    meets: Sequence[Met], notices: Sequence[bool], cancel_at_wait: int | None
) -> tuple[object, int]:
    """How the wait must end, told from each look's past and not by going along."""
    arrives = [0]
    for number in range(60):
        noticed = number < len(notices) and notices[number]
        arrives.append(min(arrives[-1] + (1 if noticed else POLL_S), 30))
    for look, second in enumerate(arrives):
        past = [meets[min(number, len(meets) - 1)] for number in range(look + 1)]
        for ends, how in rules(past, any(notices[:look]), second, cancel_at_wait, look):
            if ends:
                return how, look + 1
    raise AssertionError("no end within 60 looks")


def rules(
    past: Sequence[Met], noticed: bool, second: float, cancel_at_wait: int | None, look: int
) -> list[tuple[bool, object]]:
    """The reasons to end at this look, the first that holds is the one."""
    at_the_cap = second >= 30
    return [
        (past[-1] is DONE, DONE),
        (past[-1] is FAILED, FAILED),
        (LOST in past and noticed and past[-1] is ABSENT, OutcomeUnknown),
        (LOST in past and at_the_cap, OutcomeUnknown),
        (cancel_at_wait is not None and look > cancel_at_wait, Cancelled),
        (at_the_cap, HardCap),
    ]


def test_another_predicate_is_used_for_both_paths() -> None:
    """The predicate is an argument, and the only one that judges: with it a control waits on what is final."""

    def all_of_it(error: Exception) -> bool:
        seen.append(error)
        return True

    seen: list[Exception] = []
    world = World([FAILED, FAILED, ABSENT, DONE], [True, False])
    judge: dict[str, Callable[[Exception], bool]] = {"may_wait": all_of_it}

    assert world.run(**judge) == DONE  # type: ignore[arg-type]
    assert seen == [FAILED, FAILED, ABSENT]
