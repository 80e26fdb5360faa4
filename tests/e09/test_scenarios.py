"""Every scenario keeps its promise and shows its figures; every control breaks the promise it is named for."""

import pytest

from labs.e09_destructive_read.claims import EXPECTED
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.scenarios import DRIVES
from labs.kit.manifest import LABS, read

LAB = read(LABS / "e09_destructive_read" / "lab.toml")


def test_the_manifest_lists_them_all() -> None:
    """Manifest and drives name the same scenarios in one order, and the figures name them too."""
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


def test_every_payload_has_its_row() -> None:
    """The table shows each payload of the lab, in the order in which they are listed."""
    for side in ("protected", "control"):
        assert list(DRIVES["payloads"].run(side, free=True).observed["rows"]) == list(PAYLOADS)


def test_the_incident_has_its_marks() -> None:
    """The story of `hang` stands at 0, 7,320 and 25,200 seconds without the protection, and ends at 0 with it."""
    drive = DRIVES["hang"]
    stories = {
        side: [line["text"] for line in drive.run(side, free=True).story if "text" in line]
        for side in ("control", "protected")
    }

    assert stories["control"] == [
        "t=0 writes the result",
        "t=0 read and deleted, 47 bytes",
        "t=0 absent",
        "t=7320 looks, sees in progress",
        "t=25200 sees failed: timeout after 25200 s, at the last look: no result yet",
    ]
    assert stories["protected"] == [
        "t=0 writes the result",
        "t=0 read and deleted, 47 bytes",
        "t=0 sees failed: out of memory",
        "t=7320 looks, sees failed: out of memory",
    ]


def test_lines_fit_their_lanes() -> None:
    """But for a reason that is quoted, a line of the story has at most 66 characters."""
    for drive in DRIVES.values():
        for side in ("protected", "control"):
            lines = [line.get("text", "") for line in drive.run(side, free=True).story]
            long = [line for line in lines if len(line) > 66 and "failed:" not in line]
            assert long == []
