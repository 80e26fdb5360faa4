"""One run of the code under test: its lanes, what each announced, and who went when."""

from __future__ import annotations

import sys
from _thread import allocate_lock
from collections.abc import Callable
from contextvars import Context
from typing import NoReturn, Protocol

from labs.kit.schedule import verdict, workers
from labs.kit.schedule.replay import written
from labs.kit.schedule.steps import BEGINS, ENDS, LIFE, NOTHING, Choice, Name, Step, Target

Ready = Callable[[], bool]

CLOCK: Target = ("the clock", "")
STUCK_AFTER_S = 2.0


class Unwind(BaseException):
    """Ends a lane whose run is over; code under test must let it pass."""


class Decider(Protocol):
    """Who goes next, and what a choice answers; a search, a replay or a guided run."""

    def lane(self, run: Run, able: list[Lane]) -> Lane | None: ...

    def value(self, run: Run, of: int, label: str) -> int: ...


class Lane:
    """One thread of the run."""

    __slots__ = (
        "daemon", "deadline", "done", "index", "insisted", "job", "local", "name", "quiet",
        "ready", "step", "thread", "unwinding", "where", "worker",
    )  # fmt: skip

    def __init__(self, index: int, name: str, daemon: bool, job: Callable[[], object]) -> None:
        self.index, self.name, self.daemon, self.job = index, name, daemon, job
        self.step = Step(index, BEGINS, NOTHING, False, False, daemon)
        self.ready: Ready | None = None
        self.deadline: float | None = None
        self.done = self.unwinding = False
        self.quiet = self.insisted = 0
        self.where = ""
        self.local: dict[int, tuple[object, dict[str, object]]] = {}
        self.thread: object = None
        self.worker: workers.Worker = workers.hire()


class Run:
    """The state of one run; everything here is touched only by the holder of the baton."""

    def __init__(
        self,
        decider: Decider,
        *,
        steps_max: int,
        idle: bool = False,
        timed: bool = False,
        locate: Callable[[], str] | None = None,
    ) -> None:
        self.decider, self.steps_max, self.idle, self.timed = decider, steps_max, idle, timed
        self.locate = locate
        self.lanes: list[Lane] = []
        self.alive: list[Lane] = []
        self.ident = 0
        self.current: Lane
        self.steps = 0
        self.trace: list[Step | Choice] = []
        self.places: list[str] = []  # where each step of the trace stands, if `locate` is given
        self.born: list[int] = []  # by lane: the step that started it
        self.after: dict[int, int] = {}  # a step of a queue, and the step that made it possible
        self.cuts: list[tuple[int, list[Step]]] = []  # what was pending when nothing could run
        self.now = 0.0
        self.clock_read = False
        self.threads_named = 0
        self.verdict = ""
        self.reason = ""
        self.error: BaseException | None = None
        self.outcome: object = None
        self.notes: list[str] = []
        self.waits: list[str] = []  # who waits for what, if nobody could go on
        self.report = ""
        self.parked: list[str] = []
        self._numbers: dict[str, int] = {}
        self._names: dict[int, tuple[Name, object]] = {}
        self._over = allocate_lock()
        self._over.acquire()

    # -- lanes ---------------------------------------------------------------------------

    def spawn(self, name: str, daemon: bool, job: Callable[[], object]) -> Lane:
        """Add a lane that will run `job` once it is chosen."""
        lane = Lane(len(self.lanes), name, daemon, job)
        lane.worker.job = lambda: self._serve(lane)
        self.born.append(len(self.trace) - 1)
        self.lanes.append(lane)
        self.alive.append(lane)
        return lane

    def _serve(self, lane: Lane) -> None:
        try:
            Context().run(self._live, lane)
        except Unwind:
            pass
        except SystemExit:
            self.notes.append(f"{lane.name} ended by SystemExit")
            self._end(lane)
        except BaseException as error:  # noqa: BLE001 - recorded: it is the verdict
            self.error = error
            self.finish(verdict.BROKEN, f"{lane.name}: {type(error).__name__}: {error}")
        self._leave(lane)

    def _live(self, lane: Lane) -> None:
        if lane.unwinding:
            raise Unwind
        answer = lane.job()
        if lane.index == 0:
            self.outcome = answer
        if not lane.unwinding:
            self._end(lane)

    def _end(self, lane: Lane) -> None:
        try:
            self.take(lane, ENDS, (lane.name, LIFE), True)
        except Unwind:
            return
        lane.done = True

    def _leave(self, lane: Lane) -> None:
        lane.done = True
        self.alive.remove(lane)
        following = None
        if not self.verdict:
            if all(other.daemon for other in self.alive):
                self.finish(verdict.HOLDS)
            else:
                following = self._pick()
        workers.dismiss(lane.worker)
        (following.worker.baton if following else self._over).release()

    # -- steps ---------------------------------------------------------------------------

    def take(
        self,
        lane: Lane,
        action: str,
        target: Target,
        writes: bool,
        ready: Ready | None = None,
        deadline: float | None = None,
    ) -> None:
        """Announce one step of the lane and come back when it is to be taken."""
        self.steps += 1
        if len(self.lanes) == 1 and self.steps < self.steps_max and (ready is None or ready()):
            return
        lane.step = Step(lane.index, action, target, writes, ready is not None, lane.daemon)
        lane.ready, lane.deadline = ready, deadline
        if self.locate is not None:
            lane.where = self.locate()
        following = self._pick()
        if following is not lane:
            (following.worker.baton if following else self._over).release()
            lane.worker.baton.acquire()
            if self.verdict:
                raise Unwind

    def _pick(self) -> Lane | None:
        if self.steps >= self.steps_max:
            self.finish(verdict.ENDLESS, f"no end within {self.steps_max} steps")
            return None
        able = self._able()
        if not able:
            self.waits = [self._wait_of(lane) for lane in self.alive]
            self.finish(verdict.DEADLOCK if not self.lanes[0].done else verdict.LEAKED)
            return None
        lane = self.decider.lane(self, able)
        if lane is None:
            self.finish(self.verdict or verdict.BLOCKED)
            return None
        self.trace.append(lane.step)
        if self.locate is not None:
            self.places.append(lane.where)
        self.current = lane
        self.ident = lane.worker.ident
        return lane

    def _able(self) -> list[Lane]:
        now = self.now
        able = [
            lane
            for lane in self.alive
            if lane.ready is None
            or lane.ready()
            or (lane.deadline is not None and lane.deadline <= now)
        ]
        if able:
            return able
        deadlines = [lane.deadline for lane in self.alive if lane.deadline is not None]
        if not deadlines:
            return []
        self.cut()
        self.now = min(deadlines)
        return self._able()

    def cut(self) -> None:
        """Remember what is pending here: it belongs to the races of what came before."""
        self.cuts.append((len(self.trace), [lane.step for lane in self.alive]))

    def correct(self, action: str) -> None:
        """Call the step just taken something else: what it did is known only now."""
        step = self.trace[-1] if self.trace else None
        if isinstance(step, Step) and step.lane == self.current.index:
            self.trace[-1] = step._replace(action=action)

    def choose(self, of: int, label: str) -> int:
        """Answer a choice; its lane goes on at once."""
        value = self.decider.value(self, of, label)
        self.trace.append(Choice(self.current.index, value, of, label))
        if self.locate is not None:
            self.places.append(self.locate())
        return value

    def operate(
        self, action: str, target: Target, writes: bool, ready: Ready | None, timeout: float | None
    ) -> bool:
        """Take one step that may have to wait, by the rule for timeouts of this run."""
        lane = self.current
        if ready is None or timeout is None:
            self.take(lane, action, target, writes, ready)
            return True
        if timeout <= 0:
            self.take(lane, action + "?", target, writes)
            return ready()
        if self.idle:
            self.take(lane, action + "?", target, writes, ready, self.now + timeout)
            return ready()
        deadline = (self.read_clock() if self.timed else self.now) + timeout
        self.take(lane, action + "?", target, writes)
        if ready():
            return True
        if self.timed:
            self.take(lane, "time out", CLOCK, True)
        self._advance(deadline)
        return False

    # -- the clock -----------------------------------------------------------------------

    def read_clock(self) -> float:
        """Seconds of the virtual clock, which is read by a step where reading it matters."""
        if not self.idle and len(self.lanes) > 1:
            self.clock_read = True
            self.take(self.current, "read", CLOCK, False)
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let at least so many seconds of the virtual clock pass."""
        lane = self.current
        if self.idle:
            self.take(lane, "sleep", CLOCK, False, _never, self.now + seconds)
            return
        deadline = (self.read_clock() if self.timed else self.now) + seconds
        target = CLOCK if self.timed else (lane.name, "sleep")
        self.take(lane, "sleep", target, True)
        self._advance(deadline)

    def _advance(self, moment: float) -> None:
        """Let time pass, unless nobody reads it: then no order of time-outs may matter."""
        if self.timed or len(self.lanes) == 1:
            self.now = max(self.now, moment)

    # -- names ---------------------------------------------------------------------------

    def name_of(self, thing: object, title: str = "") -> Name:
        """Type and number by first sight, or a title of its own; the object lives as long as the run."""
        known = self._names.get(id(thing))
        if known is not None:
            return known[0]
        kind = title or (thing.__qualname__ if isinstance(thing, type) else type(thing).__name__)
        number = self._numbers[kind] = self._numbers.get(kind, 0) + 1
        name = kind if title and number == 1 else f"{kind} {number}"
        self._names[id(thing)] = (name, thing)
        return name

    # -- the end -------------------------------------------------------------------------

    @property
    def schedule(self) -> str:
        """The decisions so far, as a string to replay."""
        return written(self.trace)

    def _wait_of(self, lane: Lane) -> str:
        name = lane.step.target[0]
        things = [thing for known, thing in self._names.values() if known == name]
        owner = getattr(things[0], "owner", None) if things else None
        held = ""
        if isinstance(owner, Lane):
            held = f", held by {owner.name}{self._since(name, owner)}"
        where = f" at {lane.where}" if lane.where else ""
        return f"{lane.name} waits{where}: {lane.step.action} {name}{held}"

    def _since(self, name: Name, owner: Lane) -> str:
        if self.locate is None:
            return ""
        for entry, place in zip(reversed(self.trace), reversed(self.places), strict=True):
            if isinstance(entry, Step) and entry.lane == owner.index and entry.target[0] == name:
                return f" since {place}"
        return ""

    def finish(self, how: str, reason: str = "") -> None:
        """Settle the verdict; the first one counts."""
        if not self.verdict:
            self.cut()
            self.verdict, self.reason = how, reason

    def incomplete(self, reason: str) -> None:
        """End the run without a verdict on the code."""
        self.finish(verdict.INCOMPLETE, reason)

    def spoil(self, reason: str) -> None:
        """Take a verdict back that the run cannot answer for; a failure stays one."""
        if self.verdict in (verdict.HOLDS, verdict.BLOCKED):
            self.verdict, self.reason = verdict.INCOMPLETE, reason

    def insist(self, lane: Lane) -> None:
        """Unwind once more a lane that swallowed the unwinding; the third time, park it for good."""
        if _handles_unwind(sys.exception()):
            return
        lane.insisted += 1
        if lane.insisted > 1:
            self._park(lane)
        raise Unwind

    def _park(self, lane: Lane) -> NoReturn:
        self.parked.append(lane.name)
        lane.done = True
        self.ident = 0
        grave = allocate_lock()
        grave.acquire()
        self._over.release()
        grave.acquire()
        raise AssertionError("unreachable")

    def go(self, body: Callable[[], object]) -> None:
        """Run the body as lane 0 to a verdict, then end every lane that is left."""
        first = self.spawn("main", False, body)
        self.current, self.ident = first, first.worker.ident
        first.worker.baton.release()
        if not self._wait():
            return
        for lane in self.lanes:
            if not lane.done:
                lane.unwinding = True
                self.current, self.ident = lane, lane.worker.ident
                lane.worker.baton.release()
                if not self._wait():
                    return

    def _wait(self) -> bool:
        """Wait for the baton to come back; False if a lane took no step for two seconds."""
        before = -1
        while not self._over.acquire(timeout=STUCK_AFTER_S):
            if before == self.steps:
                self.verdict = verdict.INCOMPLETE
                self.reason = self._stuck()
                return False
            before = self.steps
        return True

    def _stuck(self) -> str:
        frame = sys._current_frames().get(self.ident)  # noqa: SLF001 - where a foreign thread stands
        where = f" at {frame.f_code.co_filename}:{frame.f_lineno}" if frame else ""
        return f"{self.current.name} took no step for {STUCK_AFTER_S:.0f} s{where}"


def _never() -> bool:
    return False


def _handles_unwind(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, Unwind):
            return True
        error = error.__context__
    return False
