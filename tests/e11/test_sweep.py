"""The sweep: it visits every cell of the outcome table, and each way to break the breaker is noticed."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from labs.e11_circuit_breaker import controls, sweep
from labs.e11_circuit_breaker.breaker import Breaker
from labs.e11_circuit_breaker.permit import Permit, State
from labs.e11_circuit_breaker.sweep import combinations, drive
from labs.e11_circuit_breaker.sweep_claims import (
    COLUMNS,
    EFFECTS,
    STRUCK,
    judge_sweep,
    play,
    struck,
)

SHORT = 4  # letters
TO_OPEN = "nn"  # two node failures open the sweep's breaker


def some() -> Iterator[dict[str, Any]]:
    """All short sequences, and of the long ones those that open at once; the whole sweep is a command of its own."""
    for spec in combinations():
        if len(spec["sequence"]) <= SHORT or spec["sequence"].startswith(TO_OPEN):
            yield spec


def unheld(spec: dict[str, Any]) -> list[str]:
    """The claims that do not hold for that sequence, by name."""
    return [claim.name for claim in judge_sweep(spec, drive(**spec)) if not claim.held]


def test_how_many() -> None:
    """All sequences of 1 to 6 of five ends and a cooldown, each with both lags, and none twice."""
    specs = [json.dumps(spec) for spec in combinations()]

    assert len(specs) == len(set(specs)) == 2 * sum(6**length for length in range(1, 7)) == 111_972


def test_these_hold() -> None:
    """Every sequence of up to four letters, and every one that opens at once, runs as the model has it."""
    runs = list(some())

    assert len(runs) == 6_132
    assert [spec for spec in runs if unheld(spec)] == []


def test_every_cell_is_met() -> None:
    """These sequences settle calls in all fifteen cells of the table, so many in each column."""
    cells = Counter(cell for spec in some() for cell in play(spec)[1].cells)

    assert set(cells) == {(end, column) for end in EFFECTS for column in COLUMNS}
    columns = Counter(dict.fromkeys(COLUMNS, 0))
    for (_, column), met in cells.items():
        columns[column] += met
    assert columns == {"call": 15_298, "probe": 1_030, "late": 1_810}


# A streak of two, then refusals or nothing, a cooldown, and a caller. With lag 1 the second failure
# is settled when one more caller has been at the door.
TO_A_PROBE = {0: r"[nx][ecw]*[nx][^w]*w+[^w]", 1: r"[nx][ecw]*[nx]w*[^w]+w+[^w]"}


def test_how_many_strike() -> None:
    """So many of all sequences read like a way to a probe, and of these here the very ones strike."""
    ways = [spec for spec in combinations() if re.search(TO_A_PROBE[spec["lag"]], spec["sequence"])]

    assert len(ways) == STRUCK
    assert [spec for spec in some() if struck(spec, drive(**spec))] == [
        spec for spec in some() if spec in ways
    ]


class KeepsOldCooldown(Breaker):
    """A failed probe opens it again, and the cooldown counts from the first opening."""

    def _enter(self, state: State, now: float) -> None:
        by_probe = self._state is State.HALF_OPEN
        super()._enter(state, self._opened_at if by_probe else now)


class LateFailureCounts(Breaker):
    """Takes a late failure for a new one."""

    def _is_late(self, permit: Permit) -> bool:
        return self._state is not State.OPEN and super()._is_late(permit)


class TwoProbes(Breaker):
    """Forgets at every knock that the slot is taken."""

    def acquire(self) -> Permit:
        """A permit, whoever has the slot."""
        with self._lock:
            self._probe = None
        return super().acquire()


class FreesTwice(Breaker):
    """Frees the slot at every settle, whoever settles."""

    def _give_back(self, number: int) -> None:
        super()._give_back(number)
        self._probe = None


class LosesCount(Breaker):
    """Does not count what was given back."""

    def _give_back(self, number: int) -> None:
        super()._give_back(number)
        self._settled = 0


@pytest.mark.parametrize(
    "broken",
    [
        controls.ForgetsIssue,
        KeepsOldCooldown,
        LateFailureCounts,
        TwoProbes,
        FreesTwice,
        LosesCount,
    ],
)
def test_a_broken_breaker_is_noticed(
    broken: type[Breaker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A breaker with one rule taken out fails in some of these sequences."""
    monkeypatch.setattr(sweep, "Breaker", broken)

    assert any(unheld(spec) for spec in some())


@pytest.mark.parametrize(
    "settle",
    [
        controls.counts_explicit_failures,
        controls.trusts_unreadable_answers,
        controls.explicit_failure_as_success,
        controls.skips_explicit_failures,
        controls.cancel_as_success,
    ],
)
def test_a_broken_accounting_is_noticed(
    settle: Callable[[Permit, BaseException | None], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An accounting with one row of the table changed fails in some of these sequences."""
    monkeypatch.setattr(sweep, "settle", settle)

    assert any(unheld(spec) for spec in some())
