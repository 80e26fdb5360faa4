"""The worker: one thread over a queue, a door that shuts, an orderly end, and a caller who learns of every bug."""

import threading
from collections import Counter
from queue import Queue

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.e08_retries.cancel_token import CancelToken
from labs.e08_retries.controls import Order
from labs.e08_retries.effect_store import EffectStore
from labs.e08_retries.jobs import Job
from labs.e08_retries.retry import Retryable
from labs.e08_retries.worker import Closed, Worker, WorkerFailed, _EndMark
from labs.kit.clock import VirtualClock
from labs.kit.gate import Gate
from labs.kit.history import Event, History
from labs.kit.scenario import brief
from tests.telling import TellingLock, TellingQueue

BUGS = [ValueError, OSError, SystemExit, KeyboardInterrupt, GeneratorExit]


def story(worker: Worker) -> list[str]:
    """Tell the worker's events in brief."""
    return brief([event.as_dict() for event in worker.history.events()])


def worked_off(*jobs: Job, **options) -> Worker:
    """Queue the jobs on a worker of their own, and wait until it has ended."""
    worker = Worker(EffectStore().apply_once, **options)
    for job in jobs:
        worker.submit(job)
    with worker:
        pass
    return worker


def fails_on(key: str, error: BaseException):
    """Make a hook that raises that error for the job under that key."""

    def hook(job: Job) -> None:
        if job.key == key:
            raise error

    return hook


def crashed(*jobs: Job, error: BaseException | None = None) -> Worker:
    """Let a bug in the job under key a end a worker that has these jobs queued; it is not joined."""
    hook = fails_on("a", error or ValueError("a bug"))
    worker = Worker(EffectStore().apply_once, before_effect=hook)
    for job in jobs:
        worker.submit(job)
    worker.start()
    worker.close()
    return worker


# --- starting and submitting


@pytest.mark.parametrize("attempts", [0, -1, True, 1.0, "3", None])
def test_refuses_a_limit_below_one(attempts: object) -> None:
    """A limit of attempts is an int of 1 or more: zero is refused, and never taken for unset."""
    with pytest.raises(ValueError, match=r"^max_attempts: got .*, takes an int of 1 or more$"):
        Worker(EffectStore().apply_once, max_attempts=attempts)


def test_three_attempts_unless_told_otherwise() -> None:
    """Without a limit of its own a worker makes three attempts."""
    clock = VirtualClock()
    worker = worked_off(Job("a", 7, fail_before=9), sleep=clock.sleep)

    assert clock.waits() == [1, 2]
    assert story(worker) == ["retry a", "retry a", "dead a none"]


def test_one_attempt_has_no_wait() -> None:
    """A limit of 1 means one attempt and no wait."""
    clock = VirtualClock()
    worker = worked_off(Job("a", 7, fail_before=9), max_attempts=1, sleep=clock.sleep)

    assert (story(worker), clock.waits()) == (["dead a none"], [])


def test_jobs_wait_for_the_start() -> None:
    """A job that was submitted before the start is queued, and worked off after it."""
    worker = Worker(EffectStore().apply_once)
    worker.submit(Job("a", 7))
    before = story(worker)

    with worker:
        worker.submit(Job("b", 3))

    assert (before, story(worker)) == ([], ["acked a applied", "acked b applied"])


def test_jobs_keep_their_order() -> None:
    """One queue, one order: a job that is retried is worked off before the next one begins."""
    worker = worked_off(Job("a", 7, lose_ack=1), Job("b", 3), Job("a", 7))

    assert story(worker) == ["retry a", "acked a duplicate", "acked b applied", "acked a duplicate"]


def test_one_thread_does_it_all() -> None:
    """Every job runs in one and the same thread, which is neither the caller's nor a daemon."""
    threads = set()
    worked_off(
        Job("a", 7), Job("b", 3), before_effect=lambda _job: threads.add(threading.current_thread())
    )
    (thread,) = threads

    assert thread is not threading.current_thread()
    assert not thread.daemon


@pytest.mark.parametrize("ended", [False, True])
def test_a_second_start_is_an_error(ended: bool) -> None:
    """A worker is started once, whether or not it has ended; the first start is not disturbed."""
    worker = Worker(EffectStore().apply_once)
    worker.start()
    if ended:
        worker.close()
        worker.join()

    with pytest.raises(RuntimeError, match="started before"):
        worker.start()

    worker.close()
    worker.join()
    assert worker.history.events() == [Event("closed")]


class Special(Job):
    """A job that is not exactly one."""


@pytest.mark.parametrize(
    "thing", [None, 0, "", "a", ("a", 7), {"key": "a"}, Order("a", 7), Special("a", 7), _EndMark()]
)
def test_only_a_job_is_queued(thing: object) -> None:
    """Whatever is not exactly a job is refused and not queued: None, a look-alike, a subclass, the end mark."""
    worker = Worker(EffectStore().apply_once)

    with pytest.raises(TypeError, match=r"^submit: got .*, takes exactly a Job$"):
        worker.submit(thing)

    assert worker._queue.qsize() == 0


def test_no_job_equals_the_end_mark() -> None:
    """The end mark is a private object outside the space of legal jobs."""
    worker = Worker(EffectStore().apply_once)
    worker.close()
    mark = worker._queue.get()

    assert not isinstance(mark, Job)
    assert mark != Job("a", 7)
    assert mark is not None


def test_submitting_takes_a_snapshot() -> None:
    """Nothing the caller does to its job afterwards reaches the queued one, not even by force."""
    worker = Worker(EffectStore().apply_once)
    job = Job("a", 7)
    worker.submit(job)

    for field, value in [("key", "b"), ("amount", 99), ("lose_ack", 3)]:
        object.__setattr__(job, field, value)
    with worker:
        pass

    assert story(worker) == ["acked a applied"]


def test_a_spoilt_job_is_refused() -> None:
    """A job that was made illegal by force before it was submitted is refused and not queued."""
    worker = Worker(EffectStore().apply_once)
    job = Job("a", 7)
    object.__setattr__(job, "amount", 0)

    with pytest.raises(ValueError, match=r"^amount: got 0"):
        worker.submit(job)

    assert worker._queue.qsize() == 0
    worker.submit(Job("b", 3))


# --- closing


@pytest.mark.parametrize("drain", [True, False])
@pytest.mark.parametrize("started", [True, False])
def test_after_close_nothing_gets_in(drain: bool, started: bool) -> None:
    """A submit after close is refused with `Closed`, which names the job, and nothing is queued."""
    worker = Worker(EffectStore().apply_once)
    if started:
        worker.start()
    worker.close(drain=drain)
    if started:
        worker.join()
    before = worker._queue.qsize()

    with pytest.raises(Closed, match="'late'"):
        worker.submit(Job("late", 1))

    assert worker._queue.qsize() == before
    assert "late" not in {event.key for event in worker.history.events()}


def test_submit_and_close_share_a_lock() -> None:
    """A job and the end mark are both queued under the door's lock, so no job can come behind the end mark."""
    worker = Worker(EffectStore().apply_once)
    worker._door = TellingLock()
    worker._queue = TellingQueue(worker._door)

    worker.submit(Job("a", 7))
    worker.close()

    assert worker._queue.held_at_put == [True, True]


def test_a_draining_close_works_off_the_queue() -> None:
    """Draining works off what is queued, bounded retries included."""
    worker = Worker(EffectStore().apply_once)
    worker.submit(Job("a", 7, lose_ack=1))
    worker.submit(Job("poison", 9, fail_before=9))
    worker.submit(Job("b", 3))
    worker.close()
    worker.start()
    worker.join()

    assert story(worker) == [
        "retry a",
        "acked a duplicate",
        "retry poison",
        "retry poison",
        "dead poison none",
        "acked b applied",
    ]


def test_a_close_without_drain_cancels() -> None:
    """Without draining, what has not passed its last checkpoint is cancelled, and the token is set."""
    token = CancelToken()
    worker = Worker(EffectStore().apply_once, token=token)
    worker.submit(Job("a", 7))
    worker.submit(Job("b", 3))

    worker.close(drain=False)
    worker.start()
    worker.join()

    assert token.cancelled
    assert story(worker) == ["cancelled a none", "cancelled b none"]


def test_a_shared_token_stops_all() -> None:
    """A close without drain sets the token, and a shared token stops all who share it."""
    token = CancelToken()
    one, other = (Worker(EffectStore().apply_once, token=token) for _ in range(2))
    other.submit(Job("b", 3))

    one.close(drain=False)
    with other:
        pass

    assert story(other) == ["cancelled b none"]


def test_workers_share_no_token_unasked() -> None:
    """Workers that were given no token do not stop one another."""
    one, other = (Worker(EffectStore().apply_once) for _ in range(2))
    other.submit(Job("b", 3))

    one.close(drain=False)
    with other:
        pass

    assert story(other) == ["acked b applied"]


def test_closing_twice_is_harmless() -> None:
    """The second close adds no second end mark, before the start, while it runs and after the end."""
    worker = Worker(EffectStore().apply_once)
    worker.close()
    worker.close()
    marks = worker._queue.qsize()

    worker.start()
    worker.close()
    worker.join()
    worker.close()
    worker.join()

    assert (marks, worker._queue.qsize(), worker.history.events()) == (1, 0, [Event("closed")])


@pytest.mark.parametrize(
    ("closes", "told"),
    [
        ([True, False], ["cancelled a none"]),
        ([False, True], ["cancelled a none"]),
        ([True, True], ["acked a applied"]),
    ],
)
def test_a_second_close_may_only_escalate(closes: list[bool], told: list[str]) -> None:
    """`close(drain=False)` after `close()` escalates; the other way round changes nothing."""
    worker = Worker(EffectStore().apply_once)
    worker.submit(Job("a", 7))

    for drain in closes:
        worker.close(drain=drain)
    worker.start()
    worker.join()

    assert story(worker) == told


def test_close_does_not_wait() -> None:
    """Close returns while a job is in hand, and so does the one that escalates; the job in hand still writes."""
    gate, store = Gate(), EffectStore()

    def at_the_door(key: str, amount: int):
        gate.wait()
        return store.apply_once(key, amount)

    worker = Worker(at_the_door)
    worker.submit(Job("a", 7))
    worker.submit(Job("b", 3))
    with gate:
        worker.start()
        gate.await_arrival()
        worker.close()
        worker.close(drain=False)
        while_in_hand = story(worker)
    worker.join()

    assert while_in_hand == []
    assert story(worker) == ["acked a applied", "cancelled b none"]


# --- joining


def test_join_waits_for_the_end() -> None:
    """After join the thread has ended and `closed` is there."""
    worker = Worker(EffectStore().apply_once)
    worker.start()
    worker.close()
    worker.join()

    assert not worker._thread.is_alive()
    assert worker.history.events() == [Event("closed")]


def test_joining_twice_is_harmless() -> None:
    """A second join returns at once and changes nothing."""
    worker = worked_off(Job("a", 7))

    worker.join()

    assert story(worker) == ["acked a applied"]


def test_join_before_the_start_is_an_error() -> None:
    """A join before the start is an error and not a hang, closed or not."""
    worker = Worker(EffectStore().apply_once)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="start and close"):
            worker.join()
        worker.close()


def test_join_before_close_is_an_error() -> None:
    """A join before close is an error and not a hang."""
    worker = Worker(EffectStore().apply_once)
    with worker, pytest.raises(RuntimeError, match="start and close"):
        worker.join()


@pytest.mark.parametrize("closed", [True, False])
def test_join_from_its_own_thread_is_an_error(closed: bool) -> None:
    """A join from the worker's own thread is an error and not a hang, and a bug like any other if it goes uncaught."""

    def hook(_job: Job) -> None:
        if closed:
            worker.close()
        worker.join()

    worker = Worker(EffectStore().apply_once, before_effect=hook)
    worker.submit(Job("a", 7))
    worker.start()
    worker._thread.join()
    with pytest.raises(WorkerFailed) as failure:
        worker.join()

    assert type(failure.value.__cause__) is RuntimeError
    assert ("own thread" in str(failure.value.__cause__)) == closed


# --- bugs


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_reaches_the_caller(bug: type[BaseException]) -> None:
    """Any other exception, `BaseException` included, is raised by each join as `WorkerFailed` from the original."""
    original = bug("a bug")
    worker = crashed(Job("a", 7), error=original)

    failures = []
    for _ in range(3):
        with pytest.raises(WorkerFailed, match="'a'") as failure:
            worker.join()
        failures.append(failure.value)

    assert [failure.__cause__ for failure in failures] == [original] * 3
    assert [failure.job for failure in failures] == [Job("a", 7)] * 3


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_abandons_the_queue(bug: type[BaseException]) -> None:
    """After a bug: crashed with attempt and effect, what was queued abandoned in order, then closed."""
    worker = crashed(Job("a", 7), Job("b", 3), Job("b", 3), error=bug("a bug"))
    with pytest.raises(WorkerFailed):
        worker.join()

    assert worker.history.events() == [
        Event("crashed", "a", 1, effect="none"),
        Event("abandoned", "b"),
        Event("abandoned", "b"),
        Event("closed"),
    ]
    assert worker._queue.qsize() == 0


def test_a_bug_is_not_retried() -> None:
    """A bug ends the job on its attempt: the hook is entered once and nothing is waited for."""
    entered, clock = [], VirtualClock()

    def hook(job: Job) -> None:
        entered.append(job.key)
        raise ValueError("a bug")

    worker = Worker(EffectStore().apply_once, before_effect=hook, sleep=clock.sleep)
    worker.submit(Job("a", 7))
    worker.submit(Job("b", 3))
    with pytest.raises(WorkerFailed), worker:
        pass

    assert (entered, clock.waits()) == (["a"], [])


def test_a_sleeper_that_raises_is_a_bug() -> None:
    """`Retryable` from the sleeper is a bug: crashed, and the effect that was applied is stated."""

    def sleep(_seconds: float) -> None:
        raise Retryable("the sleeper is broken")

    worker = Worker(EffectStore().apply_once, sleep=sleep)
    worker.submit(Job("a", 7, lose_ack=1))
    with pytest.raises(WorkerFailed) as failure, worker:
        pass

    assert type(failure.value.__cause__) is Retryable
    assert worker.history.events() == [
        Event("retry", "a", 1, "acknowledgement lost"),
        Event("crashed", "a", 1, effect="applied"),
        Event("closed"),
    ]


def test_a_crash_shuts_the_door_first() -> None:
    """When `crashed` is recorded the door is shut already: nobody gets in behind what is being abandoned."""
    refused = []

    class Watching(History):
        """A history that tries to submit at each event."""

        def record(self, event: str, *details) -> None:
            """Record, and try the door."""
            try:
                worker.submit(Job("late", 1))
            except Closed:
                refused.append(event)
            super().record(event, *details)

    worker = Worker(
        EffectStore().apply_once,
        before_effect=fails_on("a", ValueError("a bug")),
        history=Watching(),
    )
    worker.submit(Job("a", 7))
    with pytest.raises(WorkerFailed), worker:
        pass

    assert refused == ["crashed", "closed"]


def test_the_crash_shuts_it_under_the_lock() -> None:
    """The door is shut under the lock that submit takes."""
    held = []

    class Watched(Worker):
        """A worker that tells whether the lock was held when its door was shut."""

        @property
        def _closed(self) -> bool:
            return self._shut

        @_closed.setter
        def _closed(self, shut: bool) -> None:
            held.append(self._door.locked())
            self._shut = shut

    worker = Watched(EffectStore().apply_once, before_effect=fails_on("a", ValueError("a bug")))
    worker.submit(Job("a", 7))
    worker.start()
    worker._thread.join()

    assert held == [False, True]  # when it was made, and by the crash


def test_after_a_crash_the_door_is_shut() -> None:
    """After a crash a submit is refused, and close and join need nothing more."""
    worker = Worker(EffectStore().apply_once, before_effect=fails_on("a", ValueError("a bug")))
    worker.submit(Job("a", 7))
    worker.start()
    worker._thread.join()

    with pytest.raises(WorkerFailed):
        worker.join()
    with pytest.raises(Closed):
        worker.submit(Job("b", 3))
    worker.close()
    worker.close(drain=False)

    assert story(worker) == ["crashed a none"]


# --- with


def test_with_starts_closes_and_joins() -> None:
    """The context manager starts, closes draining, and joins."""
    worker = Worker(EffectStore().apply_once)
    with worker as entered:
        worker.submit(Job("a", 7))

    assert entered is worker
    assert not worker._thread.is_alive()
    assert story(worker) == ["acked a applied"]


def test_with_raises_the_workers_error() -> None:
    """A bug in the worker is raised on the way out of a body that went well."""
    worker = Worker(EffectStore().apply_once, before_effect=fails_on("a", SystemExit(0)))
    worker.submit(Job("a", 7))

    with pytest.raises(WorkerFailed), worker:
        pass


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_the_bodys_error_wins(error: type[BaseException]) -> None:
    """An error in the body wins, and the worker's own is attached to it."""
    worker = Worker(EffectStore().apply_once, before_effect=fails_on("a", ValueError("a bug")))
    worker.submit(Job("a", 7))

    with pytest.raises(error, match="the body") as raised, worker:
        raise error("the body")

    assert raised.value.__notes__ == ["the worker ended on a bug in job 'a': ValueError('a bug')"]


def test_a_failing_body_stops_no_job() -> None:
    """An error in the body closes draining: what was queued is worked off, and the error stays as it was."""
    worker = Worker(EffectStore().apply_once)
    worker.submit(Job("a", 7))

    with pytest.raises(ZeroDivisionError) as raised, worker:
        raise ZeroDivisionError

    assert not hasattr(raised.value, "__notes__")
    assert story(worker) == ["acked a applied"]


def test_a_failing_body_never_hangs() -> None:
    """A gate inside the body is opened on the way out, before the worker is joined."""
    gate = Gate()
    worker = Worker(EffectStore().apply_once, before_effect=lambda _job: gate.wait())
    worker.submit(Job("a", 7))

    def body() -> None:
        with worker, gate:
            gate.await_arrival()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        body()

    assert story(worker) == ["acked a applied"]


# --- the whole


def test_an_idle_worker_ends() -> None:
    """A worker that waits at an empty queue is woken by close, and ends."""
    worker = Worker(EffectStore().apply_once)
    worker._queue = TellingQueue(TellingLock())
    with worker:
        worker._queue.getters.get()

    assert worker.history.events() == [Event("closed")]


def test_a_given_history_is_used_though_empty() -> None:
    """A history that is empty, and so false to a reader who asks it that way, is used and not replaced."""

    class Sized(History):
        """A history that knows its length."""

        def __len__(self) -> int:
            """Answer how much was recorded."""
            return len(self.story())

    history = Sized()
    worked_off(Job("a", 7), history=history)

    assert [event.event for event in history.events()] == ["acked", "closed"]


JOBS = st.builds(
    Job, key=st.sampled_from("abc"), amount=st.integers(1, 2),
    fail_before=st.integers(0, 3), lose_ack=st.integers(0, 3),
)  # fmt: skip


@settings(derandomize=True, database=None, deadline=None, max_examples=100)
@given(
    jobs=st.lists(JOBS, max_size=6),
    cancel_at=st.none() | st.integers(0, 8),
    crash_at=st.none() | st.integers(0, 8),
)
def test_every_submission_is_accounted_for(
    jobs: list[Job], cancel_at: int | None, crash_at: int | None
) -> None:
    """Whatever happens, submitted = acked + dead + cancelled + abandoned + crashed, by key, and `closed` is last."""
    store, token, entered = EffectStore(), CancelToken(), []

    def hook(job: Job) -> None:
        entered.append(job)
        if len(entered) - 1 == cancel_at:
            token.cancel()
        if len(entered) - 1 == crash_at:
            raise OSError("a bug")

    worker = Worker(store.apply_once, token=token, before_effect=hook)
    for job in jobs:
        worker.submit(job)
    worker.start()
    worker.close()
    try:
        worker.join()
    except WorkerFailed:
        assert len(entered) - 1 == crash_at

    *events, last = worker.history.events()
    ends = [event for event in events if event.event != "retry"]
    assert last == Event("closed")
    assert Counter(event.key for event in ends) == Counter(job.key for job in jobs)
    assert {event.event for event in ends} <= {"acked", "dead", "cancelled", "abandoned", "crashed"}
    snapshot = store.snapshot()
    assert set(snapshot.writes_by_key.values()) <= {1}
    written = {event.key for event in ends if event.effect in ("applied", "duplicate")}
    assert written == snapshot.seen


def test_two_equal_jobs_are_two() -> None:
    """Accounting is by submission: two equal jobs end twice."""
    worker = worked_off(Job("a", 7), Job("a", 7))

    assert story(worker) == ["acked a applied", "acked a duplicate"]


def test_racing_submitters_are_accounted_for() -> None:
    """Jobs that race a close are accepted and end, or are refused; none is lost between."""
    accepted, start = Queue(), Gate()
    worker = Worker(EffectStore().apply_once)

    def submit(caller: int) -> None:
        start.wait()
        for number in range(50):
            try:
                worker.submit(Job(f"{caller}-{number}", 1))
            except Closed:
                return
            accepted.put(number)

    threads = [threading.Thread(target=submit, args=(caller,)) for caller in range(2)]
    with worker, start:
        for thread in threads:
            thread.start()
            start.await_arrival()
        start.open()
        worker.close()
    for thread in threads:
        thread.join()

    assert len(story(worker)) == accepted.qsize()
