"""Telling the outcomes apart: not yet, not now, and never again."""

from collections.abc import Callable

from labs.e09_destructive_read.fetch import Decode
from labs.e09_destructive_read.outcomes import ProtocolError, StepError
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import Fault, ResultStore
from labs.e09_destructive_read.trial import SERVER, STEP, Fetch, Trial
from labs.kit.history import History
from labs.kit.scenario import Observation

SEEN_S = 7_320
SHORT_CAP_S = 20  # where a scenario is not about how long the cap is

MayWait = Callable[[Exception], bool]


def hang(decode: Decode, may_wait: MayWait) -> Observation:
    """A failure that was read ends the wait at once, with the producer's own reason."""
    trial = Trial()
    seen: list[str] = []

    def user_looks() -> None:
        seen.append(trial.status)
        trial.say("user", f"looks, sees {trial.status}")

    trial.produce(0, PAYLOADS["error"])
    trial.timeline.at(SEEN_S, user_looks)
    trial.run(decode=decode, may_wait=may_wait)
    trial.timeline.run_until(SEEN_S)
    return trial.observe(seen_at_7320=seen[0])


def payloads(decode: Decode, may_wait: MayWait) -> Observation:
    """Whatever was read ends the wait at once: as a result only if it says so, else by the name of what is wrong."""
    history = History()
    rows = {}
    for name, raw in PAYLOADS.items():
        trial = Trial()
        trial.produce(0, raw)
        trial.run(decode=decode, may_wait=may_wait, cap_s=SHORT_CAP_S)
        rows[name] = [_decoded(decode, raw), _ended(trial)]
        history.note("payload", f"{name}: {', '.join(rows[name])}")
    return Observation.of(history, rows=rows)


def _decoded(decode: Decode, raw: bytes) -> str:
    try:
        decode(raw, STEP, SERVER)
    except StepError as error:
        return f"StepError: {error.message}"
    except ProtocolError as error:
        return error.reason
    except Exception as error:  # noqa: BLE001 - recorded: a row of the table
        return "error" if type(error).__name__ == "ReportedFailure" else "raises"
    return "success"


def _ended(trial: Trial) -> str:
    if trial.result is not None:
        return "delivered"
    return "waits to the cap" if trial.told == "HardCap" else "ended"


def transient(may_wait: MayWait) -> Observation:
    """A store that is away for two looks loses nothing: the third look delivers."""
    trial = Trial(ResultStore([Fault.REFUSED, Fault.REFUSED]))
    trial.produce(0, PAYLOADS["done"])
    trial.run(may_wait=may_wait)
    return trial.observe()


def lost_notice(poll_s: float) -> Observation:
    """When the notice is lost, the timer finds the result within one interval."""
    trial = Trial()
    trial.produce(7, PAYLOADS["done"], lost_notice=True)
    trial.run(poll_s=poll_s)
    return trial.observe()


def wrapped(around: Callable[[Fetch], Fetch], may_wait: MayWait) -> Observation:
    """A reason inside a wrapping still ends the wait, and is told as it was."""
    trial = Trial()
    trial.produce(0, PAYLOADS["error"])
    trial.run(around=around, may_wait=may_wait, cap_s=SHORT_CAP_S)
    return trial.observe()


def lost_reply(around: Callable[[Fetch], Fetch]) -> Observation:
    """After a lost reply an absent key is no *not yet*: the wait says that the outcome is unknown."""
    noticed = Trial(ResultStore([Fault.NONE, Fault.REPLY_LOST]))
    noticed.produce(3, PAYLOADS["done"])
    silent = Trial(ResultStore([Fault.NONE, Fault.REPLY_LOST]))
    silent.produce(3, PAYLOADS["done"], lost_notice=True)
    survived = Trial(ResultStore([Fault.NONE, Fault.REQUEST_LOST]))
    survived.produce(3, PAYLOADS["done"])
    for trial in (silent, survived, noticed):
        trial.run(around=around, cap_s=SHORT_CAP_S)
    return noticed.observe(
        without_notice=[silent.told, silent.ended_s],
        still_there=[survived.told, survived.ended_s],
    )
