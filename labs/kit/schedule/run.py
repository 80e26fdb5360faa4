"""One run of the code under test: its lanes, what each announced, and who went when."""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Callable
from contextvars import Context
from typing import Protocol

from labs.kit.schedule import verdict, workers
from labs.kit.schedule.lanes import Lane, Ready, Unwind
from labs.kit.schedule.names import Names
from labs.kit.schedule.replay import written
from labs.kit.schedule.steps import ENDS, LIFE, Choice, Step, Target
from labs.kit.schedule.waits import told_error, told_wait


class Decider(Protocol):
    """Who goes next, and what a choice answers; a search, a replay or a guided run."""

    def lane(self, run: Run, able: list[Lane]) -> Lane | None: ...

    def value(self, run: Run, of: int, label: str) -> int: ...


class Run:
    """The state of one run; everything here is touched only by the holder of the baton."""

    def __init__(
        self,
        decider: Decider,
        *,
        steps_max: int,
        idle: bool = False,
        timed: bool = False,
        halts: bool = True,
        locate: Callable[[], str] | None = None,
    ) -> None:
        self.decider, self.steps_max, self.idle, self.timed = decider, steps_max, idle, timed
        self.halts = halts  # at the first uncaught exception; else the other lanes run on
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
        self.learned = False  # of an access that was not announced so far: begin again
        self.threads_named = 0
        self.verdict = ""
        self.reason = ""
        self.error: BaseException | None = None
        self.outcome: object = None
        self.notes: list[str] = []
        self.waits: list[str] = []  # who waits for what, if nobody could go on
        self.report = ""
        self.lost = ""  # which thread could not be ended, and why: no further run can be trusted
        self.strangers = False  # whether a thread that is no lane took a step
        self.names = Names()
        self.over = allocate_lock()  # given back when the run, or the unwinding of a lane, is over
        self.over.acquire()

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
            self._fail(lane, error)
        self._leave(lane)

    def _fail(self, lane: Lane, error: BaseException) -> None:
        if self.verdict or lane.unwinding:
            return
        if self.error is None:
            self.error = error
            lane.quiet += 1  # the error's own text may be code under test
            self.reason = f"{lane.name}: {told_error(error)}"
            lane.quiet -= 1
        if self.halts:
            self.finish(verdict.BROKEN)
        else:
            self._end(lane)

    def _live(self, lane: Lane) -> None:
        if lane.unwinding:
            raise Unwind
        answer = lane.job()
        if lane.index == 0:
            self.outcome = answer
        self._end(lane)

    def _end(self, lane: Lane) -> None:
        if self.verdict:
            return
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
        (following.worker.baton if following else self.over).release()

    # -- steps ---------------------------------------------------------------------------

    def take(
        self,
        lane: Lane,
        action: str,
        target: Target,
        writes: bool,
        ready: Ready | None = None,
        deadline: float | None = None,
        also: tuple[tuple[Target, bool], ...] = (),
    ) -> None:
        """Announce one step of the lane and come back when it is to be taken."""
        self.steps += 1
        if len(self.lanes) == 1 and self.steps < self.steps_max and (ready is None or ready()):
            return
        lane.step = Step(lane.index, action, target, writes, ready is not None, lane.daemon, also)
        lane.ready, lane.deadline = ready, deadline
        if self.locate is not None:
            lane.where = self.locate()
        following = self._pick()
        if following is not lane:
            (following.worker.baton if following else self.over).release()
            lane.worker.baton.acquire()
            if self.verdict:
                raise Unwind

    def _pick(self) -> Lane | None:
        if self.verdict:
            return None
        if self.steps >= self.steps_max:
            self._note_unfair()
            self.finish(verdict.ENDLESS, f"no end within {self.steps_max} steps")
            return None
        able = self._able()
        if not able:
            self.waits = [told_wait(self, lane) for lane in self.alive]
            if self.lanes[0].done:
                self.finish(verdict.LEAKED, "a thread cannot end after the body has returned")
            else:
                self.finish(verdict.DEADLOCK, "nobody can go on")
            return None
        lane = self.decider.lane(self, able)
        if lane is None:
            self.finish(verdict.BLOCKED)
            return None
        self.trace.append(lane.step)
        if self.locate is not None:
            self.places.append(lane.where)
        self.current = lane
        self.ident = lane.worker.ident
        return lane

    def _note_unfair(self) -> None:
        waiting = [lane.name for lane in self._able() if lane is not self.current]
        if waiting:
            self.notes.append(
                f"{', '.join(waiting)} could have gone on; a loop that polls ends with timeouts=idle"
            )

    def _able(self) -> list[Lane]:
        able = [lane for lane in self.alive if lane.ready is None or lane.can_go(self.now)]
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

    # -- the end -------------------------------------------------------------------------

    @property
    def schedule(self) -> str:
        """The decisions so far, as a string to replay."""
        return written(self.trace)

    def finish(self, how: str, reason: str = "") -> None:
        """Settle the verdict; the first one counts."""
        if self.verdict:
            return
        self.cut()
        broken = self.error is not None and how in verdict.OF_THE_CODE
        self.verdict = verdict.BROKEN if broken else how
        self.reason = self.reason if broken else reason

    def spoil(self, reason: str) -> None:
        """Take a verdict back that the run cannot answer for; a failure stays one."""
        if self.verdict in ("", verdict.HOLDS, verdict.BLOCKED):
            self.verdict, self.reason = verdict.INCOMPLETE, reason
