"""Plays a script to one wait of E09.4: what each look meets, when a notice comes, and when somebody cancels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from labs.e09_destructive_read.cancel_token import CancelToken
from labs.e09_destructive_read.outcomes import NotReady, ProtocolError, Result, StepError
from labs.e09_destructive_read.result_store import ReplyLost, StoreUnavailable
from labs.e09_destructive_read.trial import SERVER, STEP
from labs.kit.history import History
from labs.kit.scenario import Json

CAP_S = 20
BEGIN_S = 1000
RAISED = (Exception, KeyboardInterrupt, SystemExit)  # all that a script makes a look end in


def caused(error: BaseException, cause: BaseException) -> BaseException:
    """The error, as `raise error from cause` leaves it."""
    error.__cause__ = cause
    return error


def while_handling(error: Exception, context: Exception) -> Exception:
    """The error, as raised without a `from` while another one was being handled."""
    error.__context__ = context
    return error


MADE: dict[str, Callable[[Exception], BaseException]] = {  # what a look may raise, by its name
    "failed": lambda failed: failed,
    "absent": lambda _: NotReady("no result yet"),
    "away": lambda _: StoreUnavailable("refused by\n/srv/store"),
    "lost": lambda _: ReplyLost("no reply came"),
    "another lost": lambda _: ReplyLost("no reply came"),
    "unreadable": lambda _: ProtocolError(STEP, SERVER, "invalid_json"),
    "a bug": lambda _: KeyError("status"),
    "too deep": lambda _: RecursionError("too deep"),
    "timeout": lambda _: TimeoutError("timed out"),
    "wrapped": lambda failed: caused(RuntimeError("fetch failed"), failed),
    "grouped": lambda failed: ExceptionGroup("several", [StoreUnavailable("refused"), failed]),
    "absent, failed inside": lambda failed: caused(NotReady("no result yet"), failed),
    "absent, failed elsewhere": lambda failed: while_handling(NotReady("no result yet"), failed),
    "absent and away": lambda _: ExceptionGroup("two", [NotReady("no"), StoreUnavailable("no")]),
    "lost and away": lambda _: ExceptionGroup("two", [StoreUnavailable("no"), ReplyLost("no")]),
    "an interrupt": lambda _: KeyboardInterrupt(),
    "an exit": lambda _: SystemExit("stop"),
    "an exit, failed inside": lambda failed: caused(SystemExit("stop"), failed),
}


@dataclass
class Script:
    """What each look meets (the last again and again), after which waits a notice comes, and when somebody cancels.

    `passes`: how many seconds a wait takes, by its number, where that is not what was asked for. A notice takes one.
    """

    meets: tuple[str, ...]
    notices: tuple[bool, ...] = ()
    cancel_at_wait: int | None = None
    cancelled: bool = False
    passes: Mapping[int, float] = field(default_factory=dict)
    options: Mapping[str, float] = field(default_factory=lambda: {"cap_s": CAP_S})


class World:
    """Plays a script to one wait, and keeps what it asked for."""

    def __init__(self, script: Script, history: History) -> None:
        self._script = script
        self._history = history
        failed = StepError(STEP, SERVER, "out of memory")
        names = [name for name in script.meets if name != "done"]
        self._errors = {"failed": failed, **{name: MADE[name](failed) for name in names}}
        self._result = Result({"status": "done"})
        self._token = CancelToken()
        self._now_s: float = BEGIN_S
        self._looks = 0
        self._waits: list[float] = []

    def run(self, answer: Any) -> dict[str, Json]:
        """Let the answer wait; how that ended, after how many looks and which waits."""
        if self._script.cancelled:
            self._token.cancel()
        told, cause = self._told(answer)
        self._history.note("caller", f"t={self._now_s - BEGIN_S:g} is told: {told}")
        return {"told": told, "cause": cause, "looks": self._looks, "waits": self._waits}

    def _told(self, answer: Any) -> tuple[str, str | None]:
        try:
            result = answer.wait_for_result(
                self._fetch,
                self._wait,
                lambda: self._now_s,
                token=self._token,
                step=STEP,
                server=SERVER,
                **self._script.options,
            )
        except RAISED as error:
            return self._name(error), self._cause(error)
        return "its result" if result is self._result else f"a {type(result).__name__}", None

    def _name(self, error: BaseException) -> str:
        for name, scripted in self._errors.items():
            if error is scripted:
                return name
        return f"{type(error).__name__}: {error}"

    def _cause(self, error: BaseException) -> str | None:
        scripted = any(error is one for one in self._errors.values())
        return self._name(error.__cause__) if error.__cause__ and not scripted else None

    def _fetch(self) -> Result:
        met = self._script.meets[min(self._looks, len(self._script.meets) - 1)]
        self._looks += 1
        self._history.note("look", f"t={self._now_s - BEGIN_S:g} {met}")
        if met != "done":
            raise self._errors[met]
        return self._result

    def _wait(self, seconds: float) -> bool:
        number = len(self._waits)
        noticed = number < len(self._script.notices) and self._script.notices[number]
        self._waits.append(seconds)
        self._now_s += self._script.passes.get(number, 1 if noticed else seconds)
        if number == self._script.cancel_at_wait:
            self._token.cancel()
            self._history.note("caller", f"t={self._now_s - BEGIN_S:g} cancels")
        return noticed
