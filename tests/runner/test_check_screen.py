"""What a check shows of a run's report: the student's own steps, in an order if there is one, and the end told once."""

import io

from rich.console import Console
from rich.table import Table

from labs.runner.own_steps import own_steps
from labs.runner.screen import show

REPORT = """schedule 0x1.1x2.2x1.1x1
thread 0 is main
thread 1 is caller 1
thread 2 is caller 2
  0 | |  drive.py:9   start    caller 1
> | 1 |  mine.py:1    read     Store 1.total
> | | 2  drive.py:3   write    Desk 1.told
  | | 2  mine.py:2    write    Store 1.total
> | 1 |  mine.py:2    write    Store 1.total
  (7 steps that concern no other thread left out)

BROKEN caller 1: ValueError: no
  drive.py:3 in drive: store.apply_once(key,
    amount)
  mine.py:2 in drive: something else
  mine.py:2 in apply: self.total = read + 7
"""


def answer(tmp_path):
    """A student's file with the two lines that the report names."""
    path = tmp_path / "mine.py"
    path.write_text("read = self.total\nself.total = read + 7\n")
    return path


def test_only_own_steps_are_shown(tmp_path):
    """Steps of other files are left out, and `>` marks where another thread goes on in what is left."""
    assert own_steps(REPORT, answer(tmp_path), with_order=True) == [
        "",
        "in this order (0 main, 1 caller 1, 2 caller 2):",
        "  | 1 |  mine.py:1    read     Store 1.total",
        "> | | 2  mine.py:2    write    Store 1.total",
        "> | 1 |  mine.py:2    write    Store 1.total",
        "  mine.py:2 in apply: self.total = read + 7",
    ]


def test_without_an_order_only_the_end_is_shown(tmp_path):
    """Where the first schedule broke, no order is to blame: what is left is the student's own line."""
    assert own_steps(REPORT, answer(tmp_path), with_order=False) == [
        "  mine.py:2 in apply: self.total = read + 7"
    ]


def test_a_report_of_no_run_is_shown_as_it_is(tmp_path):
    """Where a file could not be loaded, its own lines are the whole report."""
    told = "  mine.py:1 in <module>: import nothere\n"
    assert own_steps(told, answer(tmp_path), with_order=True) == [told.rstrip()]


def test_a_pipe_gets_no_blanks_at_the_ends_of_lines():
    """Outside of a terminal, a table leaves no blanks behind its cells, and a line to be copied is not broken."""
    console = Console(file=io.StringIO(), width=20)
    table = Table.grid()
    table.add_row("a", "b" * 8)
    table.add_row("long cell", "")
    show(console, table)
    show(console, "python lab_runner.py replay E08.1", whole=True)
    assert console.file.getvalue().splitlines() == [
        "a        bbbbbbbb",
        "long cell",
        "python lab_runner.py replay E08.1",
    ]
