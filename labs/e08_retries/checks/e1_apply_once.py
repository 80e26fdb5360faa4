"""What an answer of E08.1 must show: by key, by total, and by what the callers were told."""

from collections.abc import Iterator

from labs.kit.scenario import Claim, Json, Observation


def _world(run: Observation, written: dict[str, Json], told: list[str]) -> Iterator[Claim]:
    yield Claim("written", written, run.observed["written"])
    yield Claim("told", told, run.observed["told"])
    yield Claim("snapshot", _counted(written), run.observed["counted"])


def _counted(written: dict[str, Json]) -> dict[str, Json]:
    return {
        "total": sum(sum(amounts) for amounts in written.values()),
        "writes": sum(map(len, written.values())),
        "seen": sorted(written),
        "writes_by_key": {key: len(amounts) for key, amounts in written.items()},
    }


def redelivery(run: Observation) -> Iterator[Claim]:
    """A second delivery of the same operation changes nothing, and the caller is told so."""
    return _world(run, {"a": [7], "b": [3]}, ["applied", "duplicate", "applied"])


def conflict(run: Observation) -> Iterator[Claim]:
    """One key names one operation: another amount under it is refused, and the record stands."""
    return _world(run, {"a": [10]}, ["applied", "conflict a 10 25", "duplicate"])


def write_fails(run: Observation) -> Iterator[Claim]:
    """A write that fails leaves no record, so the next delivery writes."""
    return _world(run, {"a": [7]}, ["failed", "applied"])


def same_key_race(run: Observation) -> Iterator[Claim]:
    """Two threads with one operation write once, in every schedule."""
    return _world(run, {"a": [7]}, ["applied", "duplicate"])


def two_keys(run: Observation) -> Iterator[Claim]:
    """Two operations both happen, in every schedule."""
    return _world(run, {"a": [7], "b": [7]}, ["applied", "applied"])


def conflict_race(run: Observation) -> Iterator[Claim]:
    """Two threads that offer one key with two amounts: one is applied, the other refused, in every schedule."""
    first = run.observed["written"].get("a", [0])[0]
    other = 35 - first
    return _world(run, {"a": [first]}, ["applied", f"conflict a {first} {other}"])


def race_write_fails(run: Observation) -> Iterator[Claim]:
    """Two threads with one operation, and the first write fails: nobody is told of an effect that did not happen."""
    return _world(run, {"a": [7]}, ["applied", "failed"])


def snapshot_race(run: Observation) -> Iterator[Claim]:
    """A snapshot beside a write shows all of it or none of it, in every schedule."""
    yield from _world(run, {"a": [7]}, ["applied"])
    (read,) = run.observed["read"]
    yield Claim("read", _counted({"a": [7]} if read["total"] else {}), read)


CHECKS = {
    "redelivery": redelivery,
    "conflict": conflict,
    "write-fails": write_fails,
    "same-key-race": same_key_race,
    "two-keys": two_keys,
    "conflict-race": conflict_race,
    "race-write-fails": race_write_fails,
    "snapshot-race": snapshot_race,
}
