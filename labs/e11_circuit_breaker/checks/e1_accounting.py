"""What an answer of E11.1 must show: how the breaker stands, who was asked, and that each caller learns its own end."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation, brief

ALL_BACK = "{0} issued, {0} settled"


def _asked(run: Observation, *jobs: str) -> Claim:
    return Claim("asked", [f"asked {job}" for job in jobs], brief(run.events))


def _jobs(count: int) -> list[str]:
    return [f"job-{number}" for number in range(1, count + 1)]


def _stands(run: Observation, breaker: str, permits: int, told: list[str]) -> Iterator[Claim]:
    """How it all ended; each permit that was issued is settled."""
    yield Claim("told", told, run.observed["told"])
    yield Claim("breaker", breaker, run.observed["breaker"])
    yield Claim("permits", ALL_BACK.format(permits), run.observed["permits"])


def _kinds(run: Observation, **expected: dict[str, Json]) -> Iterator[Claim]:
    """The figures of each kind of end, and each permit settled."""
    for kind, figures in expected.items():
        for name, value in figures.items():
            permits = name == "permits"
            wanted = ALL_BACK.format(value) if permits else value
            yield Claim(f"{kind}, {name}", wanted, run.observed["kinds"][kind][name])


def result(run: Observation) -> Iterator[Claim]:
    """A result ends the streak of failures, and reaches the caller."""
    ill = ["ProtocolError"] * 2
    yield from _stands(run, "closed, streak 2", 5, [*ill, "its result", *ill])
    yield _asked(run, *_jobs(5))


def bad_inputs(run: Observation) -> Iterator[Claim]:
    """Jobs that the producer reports as failed do not take a healthy endpoint away from the next one."""
    yield from _stands(run, "closed, streak 0", 4, [*["StepError"] * 3, "its result"])
    yield _asked(run, *_jobs(4))


def streak(run: Observation) -> Iterator[Claim]:
    """A job that the producer reports as failed, between node failures, does not wipe them out."""
    told = ["ProtocolError", "ProtocolError", "StepError", "ProtocolError", "refused"]
    yield from _stands(run, "open", 4, told)
    yield _asked(run, *_jobs(4))


def _open(*kinds: str) -> dict[str, dict[str, Json]]:
    return {
        kind: {"told": [*[kind] * 3, "refused"], "breaker": "open", "permits": 3} for kind in kinds
    }


def node_failures(run: Observation) -> Iterator[Claim]:
    """What cannot be read, handed over or waited for any longer counts: three of a kind, and the node is left alone."""
    yield from _kinds(run, **_open("ProtocolError", "SubmitFailed", "HardCap"))
    yield _asked(run, *_jobs(3) * 3)


def other_errors(run: Observation) -> Iterator[Claim]:
    """What nobody has thought of is no sign of health, whatever it was raised from; each caller learns it unchanged."""
    yield from _kinds(run, **_open("ValueError", "KeyError", "CircuitOpen"))
    yield _asked(run, *_jobs(3) * 3)


def exits(run: Observation) -> Iterator[Claim]:
    """Neither is the end of the thread or of the program: it counts, and goes on to whom it is meant for."""
    yield from _kinds(run, **_open("SystemExit", "KeyboardInterrupt"))
    yield _asked(run, *_jobs(3) * 2)


def cancelled(run: Observation) -> Iterator[Claim]:
    """Our own cancel neither counts nor ends a streak, and its permit comes back."""
    stands: dict[str, Json] = {"told": "Cancelled", "breaker": "closed, streak 2", "permits": 3}
    yield from _kinds(run, Cancelled=stands)


def _probe(told: str, after: str, following: str, ends: str, permits: int) -> dict[str, Json]:
    return {
        "told": [told, following],
        "after_probe": after,
        "breaker": ends,
        "permits": permits,
    }


def probe_answered(run: Observation) -> Iterator[Claim]:
    """A probe that was answered closes the breaker, a job reported as failed among it."""
    closed = ("closed", "its result", "closed, streak 0", 5)
    yield from _kinds(
        run, result=_probe("its result", *closed), StepError=_probe("StepError", *closed)
    )


def probe_fails(run: Observation) -> Iterator[Claim]:
    """A probe that ends in a node failure, a bug or an exit opens the breaker again."""
    kinds = ("ProtocolError", "ValueError", "SystemExit")
    yield from _kinds(run, **{kind: _probe(kind, "open", "refused", "open", 4) for kind in kinds})
    yield _asked(run, *["probe"] * 3)


def probe_cancelled(run: Observation) -> Iterator[Claim]:
    """A cancelled probe proves nothing: half-open as before, and the next caller is the next probe."""
    stands = _probe("Cancelled", "half-open", "its result", "closed, streak 0", 5)
    yield from _kinds(run, Cancelled=stands)


def subclasses(run: Observation) -> Iterator[Claim]:
    """A more special error is still what its class is."""
    for kind in ("BadInput", "WentAway"):
        stands: dict[str, Json] = {"told": kind, "breaker": "closed, streak 2", "permits": 3}
        yield from _kinds(run, **{kind: stands})


def results(run: Observation) -> Iterator[Claim]:
    """Whatever is returned is a result: nothing, zero, an empty list, an error that was not raised."""
    for kind in ("None", "0", "a list", "an error"):
        stands: dict[str, Json] = {
            "told": "its result",
            "breaker": "closed, streak 0",
            "permits": 2,
        }
        yield from _kinds(run, **{kind: stands})


def refused(run: Observation) -> Iterator[Claim]:
    """While it is open the work is not begun and nothing is reported; after the cooldown a call goes through."""
    told = [*["ProtocolError"] * 3, "refused", "its result"]
    yield from _stands(run, "closed, streak 0", 4, told)
    yield _asked(run, *_jobs(3), "probe")


def slow(run: Observation) -> Iterator[Claim]:
    """A slow call keeps nobody waiting, and reports on its own permit: late, so that it changes nothing."""
    for kind, told in {"result": "its result", "ProtocolError": "ProtocolError"}.items():
        stands: dict[str, Json] = {
            "told": ["its result", told, "refused"],
            "after_slow": "half-open",
            "breaker": "closed, streak 0",
            "permits": 6,
        }
        yield from _kinds(run, **{kind: stands})


def beside(run: Observation) -> Iterator[Claim]:
    """Two calls at once, and each settles its own permit, in every schedule."""
    yield Claim("breaker", "closed, streak 1", run.observed["breaker"])
    yield Claim("permits", ALL_BACK.format(2), run.observed["permits"])
    yield Claim("asked", ["asked bad", "asked ill"], sorted(brief(run.events)))


CHECKS = {
    "result": result,
    "bad-inputs": bad_inputs,
    "streak": streak,
    "node-failures": node_failures,
    "other-errors": other_errors,
    "exits": exits,
    "cancelled": cancelled,
    "probe-answered": probe_answered,
    "probe-fails": probe_fails,
    "probe-cancelled": probe_cancelled,
    "subclasses": subclasses,
    "results": results,
    "refused": refused,
    "slow": slow,
    "beside": beside,
}
