"""Drives an answer of E09.4: looks that meet what a script says, whole trials, and a cancel from another thread."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.drives.scripted_looks import CAP_S, Script, World
from labs.e09_destructive_read.fetch import fetch
from labs.e09_destructive_read.outcomes import Result
from labs.e09_destructive_read.payloads import PAYLOADS
from labs.e09_destructive_read.result_store import Fault, ResultStore
from labs.e09_destructive_read.trial import KEY, SERVER, STEP, Trial
from labs.kit.history import History
from labs.kit.scenario import Observation

Drive = Callable[[Any], Observation]


def waits(**scripts: Script) -> Drive:
    """Each script is a wait of its own, one after the other."""

    def drive(answer: Any) -> Observation:
        history, ended = History(), {}
        for name, script in scripts.items():
            history.note("caller", f"── {name} ──")
            ended[name] = World(script, history).run(answer)
        return Observation.of(history, ended=ended)

    return drive


def trial(payload: str, *faults: Fault, lost_notice: bool) -> Drive:
    """A whole trial of the lab's: that payload is written at second 7, and a read deletes it."""

    def drive(answer: Any) -> Observation:
        played = Trial(ResultStore(faults))
        played.produce(7, PAYLOADS[payload], lost_notice)
        played.run(answer.wait_for_result, cap_s=CAP_S)
        return played.observe()

    return drive


def written_then_cancelled(answer: Any) -> Observation:
    """One thread waits, with time for two looks; another writes the result, and then cancels."""
    store, token, history = ResultStore(), CancelToken(), History()
    seconds, told = [0.0], []

    def pass_time(asked_s: float) -> bool:
        seconds[0] += asked_s
        return False

    def consume() -> None:
        look = partial(fetch, partial(store.getdel, KEY), lambda *_: Result({}), STEP, SERVER)
        try:
            answer.wait_for_result(
                look, pass_time, lambda: seconds[0], token=token, step=STEP, server=SERVER, cap_s=5
            )
        except Exception as error:  # noqa: BLE001 - recorded: the parent judges it
            told.append(type(error).__name__)
        else:
            told.append("Result")

    def produce() -> None:
        store.put(KEY, PAYLOADS["done"])
        token.cancel()

    threads = [Thread(target=consume, name="consumer"), Thread(target=produce, name="producer")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    left = store.holds(KEY)
    history.note("caller", f"is told {told[0]}, the result is {'left' if left else 'taken'}")
    return Observation.of(history, told=told[0], left=left)


def found_by(noticed: bool) -> Drive:
    """The second look finds what ends the wait, after a notice or by the timer."""
    kinds = ("failed", "unreadable", "a bug", "too deep", "timeout")
    scripts = {kind: Script(("absent", kind, "absent"), (noticed,)) for kind in kinds}
    return waits(**scripts)


def until(cap_s: float, *meets: str) -> Script:
    """A script with that cap, and no notice."""
    return Script(meets, options={"cap_s": cap_s})


TIMER, NOTICE = False, True

DRIVES = {
    "lost-notice": trial("error", lost_notice=True),
    "delivered": trial("done", Fault.REFUSED, lost_notice=False),
    "by-timer": found_by(TIMER),
    "by-notice": found_by(NOTICE),
    "at-once": waits(
        done=Script(("done",)), failed=Script(("failed", "absent")), bug=Script(("a bug", "absent"))
    ),
    "looks": waits(
        both=Script(("absent", "absent", "away", "done"), (NOTICE, TIMER, NOTICE)),
        away=Script(("away", "away", "done")),
        group=Script(("absent and away", "absent, failed elsewhere", "done")),
    ),
    "wrapped": waits(
        cause=Script(("wrapped", "absent")),
        group=Script(("absent", "grouped", "absent")),
        absent=Script(("absent, failed inside", "absent")),
    ),
    "cap": waits(even=until(20, "absent"), between=until(12, "absent"), away=until(10, "away")),
    "result-at-cap": waits(
        done=until(10, "absent", "absent", "done"), failed=until(7, "absent", "absent", "failed")
    ),
    "no-time": waits(done=until(0, "done"), absent=until(0, "absent")),
    "intervals": waits(
        default=Script(("absent",), passes={0: 25_190}, options={}),
        seven=Script(("absent",), options={"poll_s": 7, "cap_s": 20}),
        noticed=Script(("absent",), (NOTICE,) * 3, options={"cap_s": 6}),
    ),
    "overslept": waits(
        done=Script(("absent", "done"), passes={0: 99}),
        absent=Script(("absent",), passes={0: 99}),
    ),
    "cancelled": waits(
        done=Script(("absent", "done"), cancel_at_wait=0),
        failed=Script(("absent", "failed"), cancel_at_wait=0),
        absent=Script(("absent", "absent", "absent", "done"), cancel_at_wait=0),
        away=Script(("absent", "away", "done"), (NOTICE,), cancel_at_wait=0),
        at_the_cap=Script(("absent",), cancel_at_wait=0, options={"cap_s": 5}),
    ),
    "cancelled-first": waits(
        done=Script(("done",), cancelled=True), absent=Script(("absent", "done"), cancelled=True)
    ),
    "cancel-race": written_then_cancelled,
    "lost-noticed": waits(
        notice_first=Script(("absent", "lost", "absent", "done"), (NOTICE,)),
        lost_first=Script(("lost", "absent", "absent", "done"), (TIMER, NOTICE)),
        away_between=Script(("absent", "lost", "away", "absent", "done"), (NOTICE,)),
        lost_twice=Script(("lost", "another lost", "absent", "done"), (NOTICE,)),
    ),
    "lost-silent": waits(
        absent=until(10, "lost", "absent"),
        away=until(10, "absent", "lost", "away"),
        at_the_cap=until(5, "absent", "lost"),
        in_a_group=until(5, "lost and away", "absent"),
    ),
    "lost-found": waits(
        at_once=Script(("lost", "done"), (NOTICE,)),
        later=Script(("lost", "absent", "done")),
        failed=Script(("lost", "away", "failed"), (NOTICE,)),
    ),
    "noticed-only": waits(
        absent=Script(("absent", "absent", "absent", "done"), (NOTICE, NOTICE)),
        to_the_cap=Script(("absent",), (NOTICE,), options={"cap_s": 6}),
    ),
    "cancelled-in-doubt": waits(
        silent=Script(("lost", "absent", "done"), cancel_at_wait=0),
        lost_again=Script(("lost", "another lost", "done"), cancel_at_wait=0),
        noticed=Script(("lost", "absent", "done"), (NOTICE,), cancel_at_wait=0),
    ),
    "no-memory": waits(
        one=Script(("lost", "done"), (NOTICE,)),
        other=Script(("absent", "absent", "done"), (NOTICE,)),
    ),
    "interrupts": waits(
        interrupt=Script(("absent", "an interrupt", "done")),
        exit=Script(("an exit", "done")),
        from_failed=Script(("an exit, failed inside", "done")),
    ),
}
