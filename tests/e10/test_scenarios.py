"""Every scenario keeps its promise and shows its figures; every control breaks the promise it is named for."""

import pytest

from labs.e10_retry_budget.claims import EXPECTED
from labs.e10_retry_budget.scenarios import DRIVES
from labs.kit.manifest import LABS, read

LAB = read(LABS / "e10_retry_budget" / "lab.toml")


def test_the_manifest_lists_them_all() -> None:
    """Manifest, drives and figures name the same scenarios, in one order."""
    assert list(DRIVES) == list(EXPECTED) == LAB.scenarios


@pytest.mark.parametrize("name", DRIVES)
def test_protected(name: str) -> None:
    """On free threads the protected run keeps the promise, its fault strikes, and every figure is met."""
    expected, run = EXPECTED[name], DRIVES[name].run("protected", free=True)

    assert [claim for claim in expected.figures(expected.protected, run) if not claim.held] == []
    assert (expected.invariant.holds(run), expected.struck(run)) == (True, True)


@pytest.mark.parametrize("name", DRIVES)
def test_control(name: str) -> None:
    """On free threads the control breaks the promise, by the same fault and with its own figures."""
    expected, run = EXPECTED[name], DRIVES[name].run("control", free=True)

    assert [claim for claim in expected.figures(expected.control, run) if not claim.held] == []
    assert (expected.invariant.holds(run), expected.struck(run)) == (False, True)


@pytest.mark.parametrize("name", DRIVES)
def test_two_runs_are_one(name: str) -> None:
    """Each run starts from fresh state: two runs leave the same behind."""
    for side in ("protected", "control"):
        assert DRIVES[name].run(side, free=True) == DRIVES[name].run(side, free=True)
