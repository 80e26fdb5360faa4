"""What instrumented code gets for `threading`, `queue`, `time` and their C halves."""

from __future__ import annotations

import _thread
import queue
import threading
import time
from types import ModuleType
from typing import Any

from labs.kit.schedule import (
    barriers,
    conditions,
    locks,
    queues,
    semaphores,
    threads,
    times,
)
from labs.kit.schedule.baton import live, unseen

_LOCKS: dict[str, Any] = {
    "TIMEOUT_MAX": threading.TIMEOUT_MAX,
    "RLock": locks.RLock,
    "get_ident": threads.get_ident,
    "get_native_id": threads.get_ident,
}
_QUEUES: dict[str, Any] = {"SimpleQueue": queues.SimpleQueue, "Empty": queue.Empty}


def _stand_in(
    real: ModuleType, names: dict[str, Any], module: ModuleType | None = None
) -> ModuleType:
    module = module or ModuleType(real.__name__)
    module.__doc__ = real.__doc__

    def absent(name: str) -> Any:
        found = getattr(real, name)
        if (
            name.startswith("__")
            or isinstance(found, (int, float, str, tuple))
            or (isinstance(found, type) and issubclass(found, (BaseException, tuple)))
        ):
            return found
        if live() is not None:
            unseen(f"{real.__name__}.{name}")
        return lambda *_args, **_kwargs: unseen(f"{real.__name__}.{name}")

    module.__dict__.update(names, __getattr__=absent)
    return module


MODULES: dict[str, ModuleType] = {
    "threading": _stand_in(
        threading,
        _LOCKS
        | {
            "Barrier": barriers.Barrier,
            "BoundedSemaphore": semaphores.BoundedSemaphore,
            "Condition": conditions.Condition,
            "Event": conditions.Event,
            "Lock": locks.Lock,
            "Semaphore": semaphores.Semaphore,
            "Thread": threads.Thread,
            "Timer": threads.Timer,
            "__excepthook__": threads.excepthook,
            "activeCount": threads.active_count,
            "active_count": threads.active_count,
            "currentThread": threads.current_thread,
            "current_thread": threads.current_thread,
            "enumerate": threads.enumerate_threads,
            "excepthook": threads.excepthook,
            "local": threads.local,
            "main_thread": threads.main_thread,
        },
        threads.THREADING,
    ),
    "_thread": _stand_in(_thread, _LOCKS | {"allocate_lock": locks.Lock, "LockType": locks.Lock}),
    "queue": _stand_in(
        queue,
        _QUEUES
        | {
            "Queue": queues.Queue,
            "LifoQueue": queues.LifoQueue,
            "PriorityQueue": queues.PriorityQueue,
        },
    ),
    "_queue": _stand_in(__import__("_queue"), _QUEUES),
    "time": _stand_in(
        time,
        {
            "sleep": times.sleep,
            "monotonic": times.monotonic,
            "perf_counter": times.perf_counter,
            "time": times.wall_clock,
            "monotonic_ns": lambda: times.nanoseconds(times.monotonic()),
            "perf_counter_ns": lambda: times.nanoseconds(times.monotonic()),
            "time_ns": lambda: times.nanoseconds(times.wall_clock()),
            "localtime": times.of_now("localtime"),
            "gmtime": times.of_now("gmtime"),
            "ctime": times.of_now("ctime"),
            "strftime": times.strftime,
            **{name: getattr(time, name) for name in ("asctime", "mktime", "strptime")},
        },
    ),
}
