"""What an answer of E08.5 must show: an experiment that shows the fault in every schedule, and a store without it."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Observation


def _shows(run: Observation, writes: int) -> Iterator[Claim]:
    yield Claim("writes", [[writes]], run.observed["writes"])
    yield Claim("the experiment shows", writes, run.observed["shown"])
    yield Claim("threads that called", 2, run.observed["callers"])


def split(run: Observation) -> Iterator[Claim]:
    """On a split store the experiment brings about two writes and shows them, in every schedule."""
    return _shows(run, 2)


def repaired(run: Observation) -> Iterator[Claim]:
    """On a repaired store the experiment ends, and shows one write."""
    return _shows(run, 1)


def one_of_each(run: Observation) -> Iterator[Claim]:
    """Where one thread finds the key absent and the other is sent away, it ends and shows one write."""
    return _shows(run, 1)


def looks_twice(run: Observation) -> Iterator[Claim]:
    """Two threads that find the key absent are not yet two writes: the store looks once more, and writes once."""
    return _shows(run, 1)


def says_duplicate(run: Observation) -> Iterator[Claim]:
    """What counts is the writes: two are two, though both callers are told duplicate."""
    return _shows(run, 2)


def says_applied(run: Observation) -> Iterator[Claim]:
    """What counts is the writes: one is one, though both callers are told applied."""
    return _shows(run, 1)


def _store(run: Observation, written: dict[str, int], told: list[str]) -> Iterator[Claim]:
    changes = [f"{key} {amount}" for key, amount in written.items()]
    yield Claim("written", changes, run.observed["written"])
    yield Claim("the store counts", dict.fromkeys(written, 1), run.observed["counted"])
    yield Claim("total", sum(written.values()), run.observed["total"])
    yield Claim("told", told, run.observed["told"])
    yield Claim("calls of after_check", 0, run.observed["after_check"])


def in_turn(run: Observation) -> Iterator[Claim]:
    """The repaired store writes each key once and tells duplicate for the rest; it never calls after_check."""
    return _store(run, {"a": 7, "b": 3}, ["applied", "duplicate", "applied"])


def same_key_race(run: Observation) -> Iterator[Claim]:
    """Two threads with one key write once on the repaired store, in every schedule."""
    return _store(run, {"a": 7}, ["applied", "duplicate"])


def two_keys(run: Observation) -> Iterator[Claim]:
    """Two threads with a key each both write on the repaired store, in every schedule."""
    return _store(run, {"a": 7, "b": 7}, ["applied", "applied"])


def snapshot_race(run: Observation) -> Iterator[Claim]:
    """A snapshot of the repaired store beside a write shows all of it or none of it, in every schedule."""
    yield from _store(run, {"a": 7}, ["applied"])
    (read,) = run.observed["read"]
    yield Claim("total, writes, by key", [7, 1, {"a": 1}] if read[0] else [0, 0, {}], read)


def both(run: Observation) -> Iterator[Claim]:
    """The experiment ends on the repaired store of the same answer, and shows the one write there is."""
    yield Claim("writes", 1, len(run.observed["written"]))
    yield Claim("the experiment shows", 1, run.observed["shown"])


CHECKS = {
    "split": split,
    "repaired": repaired,
    "one-of-each": one_of_each,
    "looks-twice": looks_twice,
    "says-duplicate": says_duplicate,
    "says-applied": says_applied,
    "in-turn": in_turn,
    "same-key-race": same_key_race,
    "two-keys": two_keys,
    "snapshot-race": snapshot_race,
    "both": both,
}
