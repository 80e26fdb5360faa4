"""What may go wrong: every scenario by name, the protected run beside its control.

A control is the same scenario with one protection taken out. Where the control is a race, `pinned` forces the losing
order with a barrier, for runs on free threads; the explorer finds it without one.
"""

from functools import partial

from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.calls import call
from labs.e11_circuit_breaker.controls import (
    ForgetsIssue,
    LooksOutsideLock,
    cancel_as_success,
    counts_explicit_failures,
    explicit_failure_as_success,
    settles_results_only,
    skips_explicit_failures,
    trusts_unreadable_answers,
)
from labs.e11_circuit_breaker.scenarios import accounting, probing
from labs.e11_circuit_breaker.trial import LEASE_S
from labs.kit.scenario import Drive

DRIVES = {
    "bad-inputs": Drive(
        accounting.bad_inputs,
        {"through": call},
        {"through": partial(call, settle=counts_explicit_failures)},
    ),
    "protocol-counts": Drive(
        accounting.protocol_counts,
        {"through": call},
        {"through": partial(call, settle=trusts_unreadable_answers)},
    ),
    "streak": Drive(
        accounting.streak,
        {"through": call},
        {"through": partial(call, settle=explicit_failure_as_success)},
    ),
    "slot-leak": Drive(
        probing.slot_leak,
        {"through": call},
        {"through": partial(call, settle=skips_explicit_failures)},
    ),
    "stale-permit": Drive(probing.stale_permit, {"breaker": Breaker}, {"breaker": ForgetsIssue}),
    "cancelled-probe": Drive(
        probing.cancelled_probe,
        {"through": call},
        {"through": partial(call, settle=cancel_as_success)},
    ),
    "one-probe": Drive(
        probing.one_probe,
        {"breaker": Breaker},
        {"breaker": LooksOutsideLock},
        pinned={"breaker": LooksOutsideLock, "pinned": True},
    ),
    "exception-path": Drive(
        probing.exception_path, {"through": call}, {"through": settles_results_only}
    ),
    "dead-owner": Drive(probing.dead_owner, {"permit_lease": LEASE_S}, {"permit_lease": None}),
}
