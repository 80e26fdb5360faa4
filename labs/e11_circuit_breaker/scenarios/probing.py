"""Probing: half-open has one slot, and whatever becomes of its probe, the slot comes back."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.controls import LooksOutsideLock
from labs.e11_circuit_breaker.errors import Cancelled
from labs.e11_circuit_breaker.permit import Permit
from labs.e11_circuit_breaker.scenarios.accounting import explicit
from labs.e11_circuit_breaker.trial import COOLDOWN_S, LEASE_S, Trial, together
from labs.kit.gate import Gate
from labs.kit.scenario import Observation


def slot_leak(through: Callable[..., Any]) -> Observation:
    """A probe that ends in an explicit failure closes the breaker: it answered, so it can be reached."""
    trial = Trial(through=through, permit_lease=None)  # nothing but a report brings the slot back
    trial.trip()
    trial.cool_down()
    trial.ask("probe", explicit("probe"))
    after_probe = trial.show_state()
    for number, seconds in enumerate((1, 10, 1_000), 1):
        trial.wait(seconds)
        trial.ask(f"later-{number}")
    return trial.observe(after_probe=after_probe)


def stale_permit(breaker: Callable[..., Breaker]) -> Observation:
    """What was admitted while closed and settles during somebody else's probe changes nothing."""
    trial = Trial(breaker=breaker)
    old = [trial.breaker.acquire() for _ in range(4)]
    trial.say("four slow calls are under way")
    trial.trip()
    trial.cool_down()
    probe = trial.breaker.acquire()
    trial.say("the probe is under way")
    trial.show_state()
    states = []
    for report, permit in zip(REPORTS, old, strict=True):
        trial.say(f"a slow call reports {report}")
        REPORTS[report](permit)
        states.append(trial.show_state())
    trial.knock()
    trial.say(f"another call is {trial.told()[-1]}")
    probe.success()
    return trial.observe(states=states)


REPORTS: dict[str, Callable[[Permit], None]] = {
    "success": Permit.success,
    "failure": Permit.failure,
    "release": Permit.release_probe_as_success,
    "nothing": Permit.abandon,
}


def cancelled_probe(through: Callable[..., Any]) -> Observation:
    """A cancelled probe frees the slot and leaves half-open as it was: our cancel proves nothing about them."""
    trial = Trial(through=through)
    trial.trip()
    trial.cool_down()
    trial.ask("probe", Cancelled("the caller went away"))
    after_cancel = trial.show_state()
    trial.ask("next-probe")
    return trial.observe(after_cancel=after_cancel)


def one_probe(breaker: Callable[..., Breaker], pinned: bool = False) -> Observation:
    """Two threads at the half-open door: exactly one passes, in every schedule."""
    pin = Gate()
    if pinned:
        breaker = partial(LooksOutsideLock, after_look=pin.wait)
    trial = Trial(breaker=breaker)
    trial.trip()
    trial.cool_down()

    def open_for_both() -> None:
        pin.await_arrival()
        pin.await_arrival()
        pin.open()

    together(trial.knock, trial.knock, *([open_for_both] if pinned else []))
    told = sorted(trial.told())
    trial.say(f"the two at the door: {told[0]}, {told[1]}")
    return trial.observe(told=told)


def exception_path(through: Callable[..., Any]) -> Observation:
    """A probe that raises anything, a bug or the end of its thread, gives its slot back, for a cooldown later."""
    trial = Trial(through=through, permit_lease=None)
    trial.trip()
    trial.cool_down()
    trial.ask("bug", ValueError("a bug in the caller's own code"))
    trial.wait(COOLDOWN_S - 1)
    trial.ask("too-early")
    trial.wait(1)
    trial.ask("exit", SystemExit("the thread is told to end"))
    trial.cool_down()
    trial.ask("good")
    return trial.observe()


def dead_owner(permit_lease: float | None) -> Observation:
    """A probe whose owner died gives its slot back when the lease is over, and its ghost is not heard."""
    trial = Trial(permit_lease=permit_lease)
    trial.trip()
    trial.cool_down()
    held: list[Permit] = []
    owner = Thread(target=lambda: held.append(trial.breaker.acquire()), name="owner")
    owner.start()
    owner.join()
    trial.say("the probe's owner has ended, unsettled")
    trial.show_state()
    trial.wait(LEASE_S - 1)
    trial.ask("before-lease-end")
    trial.wait(1)
    if (probe := trial.knock()) is not None:
        trial.say("a new probe; now the old one reports success")
        held[0].success()
        trial.say(f"which leaves the breaker {trial.show_state()}")
        probe.success()
    trial.wait(1_000)
    trial.ask("much-later")
    return trial.observe()
