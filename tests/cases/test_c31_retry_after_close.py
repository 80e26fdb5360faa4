"""C31: a retry timer fired after the shutdown and tried to submit, and the error blew up in the timer's thread.

Source: https://github.com/rohanpm/more-executors/issues/144. What was due and is withdrawn is `abandoned` here.
"""

from collections import Counter
from dataclasses import dataclass, field

from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.worker import Closed, Worker
from labs.kit.history import Event, History


@dataclass
class Retrier:
    """Keeps failed jobs until their retry is due, in virtual seconds."""

    withdraws: bool
    history: History = field(default_factory=History)
    due: list[tuple[float, Job, int]] = field(default_factory=list)
    uncaught: list[Exception] = field(default_factory=list)
    closed: bool = False

    def failed(self, at_s: float, job: Job, attempt: int) -> None:
        """Plan the retry of a job whose attempt failed."""
        self.due.append((at_s + 1, job, attempt))

    def submit(self, job: Job) -> None:
        """Take a job, unless the door is shut."""
        if self.closed:
            raise Closed(job.key)

    def close(self) -> None:
        """Shut the door, and withdraw what is due or leave it to its timer."""
        self.closed = True
        while self.withdraws and self.due:
            _, job, attempt = self.due.pop()
            self.history.record("abandoned", job.key, attempt, "failed before the effect")

    def fire(self, now_s: float) -> None:
        """Let the timers fire that are due."""
        for at_s, job, _attempt in self.due:
            try:
                if at_s <= now_s:
                    self.submit(job)
            except Closed as error:
                self.uncaught.append(error)


def closed_in_the_wait(*, withdraws: bool) -> Retrier:
    """Fail attempt 1 at t=0, close at t=0.5, and let the timer fire at t=1."""
    retrier = Retrier(withdraws)
    retrier.failed(0, Job("j1", 7), 1)
    retrier.close()
    retrier.fire(1)
    return retrier


def test_wrong_the_timer_blows_up() -> None:
    """Wrong: one error that nobody catches, and the job is in no account."""
    retrier = closed_in_the_wait(withdraws=False)

    assert [type(error) for error in retrier.uncaught] == [Closed]
    assert retrier.history.events() == []


def test_right_close_withdraws_what_is_due() -> None:
    """Right: the job is accounted for with its attempt and its reason, and no error goes uncaught."""
    retrier = closed_in_the_wait(withdraws=True)

    assert retrier.uncaught == []
    assert retrier.history.events() == [
        Event("abandoned", "j1", 1, "failed before the effect"),
    ]


def test_right_our_wait_is_the_workers_own() -> None:
    """Right: our worker waits itself, so a close in its wait lets no timer fire and ends the job once, unwritten."""
    store = EffectStore()
    worker = Worker(store.apply_once, sleep=lambda _seconds: worker.close(drain=False))
    worker.submit(Job("j1", 7, fail_before=1))
    with worker:
        pass

    ends = Counter(event.event for event in worker.history.events() if event.event != "retry")
    assert (ends, store.snapshot().writes) == ({"cancelled": 1, "closed": 1}, 0)
