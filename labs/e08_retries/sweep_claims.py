"""What must be true of every combination of the sweep, in every schedule; and how many of them strike in full."""

from collections.abc import Iterator

from labs.e08_retries.trial import ENDS
from labs.kit.scenario import Claim, Json, Observation

AMOUNTS = {"a": 7, "b": 3}
# In so many combinations everything planned can happen. Without a cancel the faults must fit in three attempts: 10
# pairs. With one in attempt n they must be exactly the n - 1 attempts before it: 1 + 2 + 3 pairs, at either checkpoint.
# That is 22, for each way to close and each choice of keys.
STRUCK = 22 * 2 * 2
STRUCK_MEANS = "in full; else the attempts ran out or the cancel came first"


def judge_sweep(spec: dict[str, Json], run: Observation) -> Iterator[Claim]:
    """The invariants of the lab, as figures."""
    del spec
    seen = run.observed
    accounting = dict(seen["accounting"])
    yield Claim("submitted", 2, accounting.pop("submitted"))
    yield Claim("accounted for", 2, sum(accounting.values()))
    yield Claim("most writes of a key", True, max(seen["writes_by_key"].values(), default=0) <= 1)
    yield Claim("total", sum(AMOUNTS[key] for key in seen["writes_by_key"]), seen["total"])
    retries = [event["attempt"] for event in run.events if event["event"] == "retry"]
    yield Claim("waits", [2 ** (attempt - 1) for attempt in retries], seen["waits"])
    yield Claim("effects told truly", [], list(_lies(run)))
    yield Claim("last event", "closed", run.events[-1]["event"])


def _lies(run: Observation) -> Iterator[str]:
    """Events that tell of an effect that the store did not answer, or hide one that it did."""
    answered = False
    for line in run.story:
        if line["lane"] == "store":
            answered = True
        elif line.get("event") in ENDS:
            if answered != (line["effect"] != "none"):
                yield f"{line['event']} {line['key']} {line['effect']}"
            answered = False


def struck(spec: dict[str, Json], run: Observation) -> bool:
    """True if all that was planned for the first job happened to it in this run."""
    first = _first_submission(run)
    answers = sum(line["lane"] == "store" for line in first)
    end = first[-1]
    cancelled_at = end["attempt"] if end["event"] == "cancelled" else 0
    finished = end["attempt"] - (cancelled_at > 0)
    return all(
        (
            finished >= spec["fail_before"] + spec["lose_ack"],
            answers >= spec["lose_ack"],
            cancelled_at == (spec["cancel_at_look"] + 1) // 2,
        )
    )


def _first_submission(run: Observation) -> list[dict[str, Json]]:
    lines = []
    for line in run.story:
        lines.append(line)
        if line.get("event") in ENDS:
            break
    return lines
