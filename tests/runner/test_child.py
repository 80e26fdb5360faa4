"""The parent's end of the child: a silence is counted from the last step, whatever stacks arrive meanwhile."""

import queue
from types import SimpleNamespace

import pytest

from labs.runner import child as child_module
from labs.runner.child import Child, Stuck

STACK = b'  File "/somewhere/answer.py", line 7 in work\n'


class Lines:
    """Stacks after 1.6 seconds, then nothing: each wait passes on a clock of its own, and is recorded."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.waits_s: list[float] = []

    def get(self, timeout: float) -> bytes:
        """Answer the stacks once; then let the whole wait pass in vain."""
        self.waits_s.append(round(timeout, 6))
        if len(self.waits_s) == 1:
            self.now_s += 1.6
            return STACK
        self.now_s += timeout
        raise queue.Empty


def test_stacks_do_not_lengthen_the_silence(monkeypatch):
    """Stacks that arrive after 1.6 of two seconds leave 0.4, and stand in the report."""
    lines = Lines()
    child = object.__new__(Child)  # without a process: only its wait is looked at
    monkeypatch.setattr(child, "_lines", lines, raising=False)
    monkeypatch.setattr(child, "_process", SimpleNamespace(pid=0), raising=False)
    monkeypatch.setattr(child, "kill", lambda: None)
    monkeypatch.setattr(child_module, "time", SimpleNamespace(monotonic=lambda: lines.now_s))
    monkeypatch.setattr(child_module, "processor_s", lambda _pid: None)
    with pytest.raises(Stuck) as stuck:
        child._next(2.0)
    assert lines.waits_s == [2.0, 0.4]
    assert "answer.py:7 in work" in stuck.value.report
