"""The manifest: a lab that is badly described is refused by name, and sets that disagree never pass."""

from pathlib import Path

import pytest

from labs.kit.manifest import Exercise, Lab, ManifestError, agree, discover, nearest, read

GOOD = """
id = "E99"
title = "A lab"
minutes = 10
needs = ["E08"]
question = "How often?"
scenarios = ["one", "two"]
not_proved = [["shown", "not shown"]]
"""
EXERCISE = """
[[exercises]]
id = "E99.1"
file = "e1_first.py"
title = "The first"
minutes = 15
exports = ["EffectStore"]
replaces = ["labs.e99_lab.store.EffectStore"]
invariant = "one write"
"""


def written(root: Path, text: str, folder: str = "e99_lab") -> Path:
    """Write a manifest below the root, as a lab has it."""
    path = root / folder / "lab.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return path


def test_reads_every_field(tmp_path: Path) -> None:
    """A good manifest is read whole."""
    path = written(tmp_path, GOOD + EXERCISE)

    assert Lab(
        folder=path.parent,
        id="E99",
        title="A lab",
        minutes=10,
        needs=["E08"],
        question="How often?",
        scenarios=["one", "two"],
        not_proved=[("shown", "not shown")],
        exercises=[
            Exercise(
                id="E99.1",
                file="e1_first.py",
                title="The first",
                minutes=15,
                exports=["EffectStore"],
                replaces=["labs.e99_lab.store.EffectStore"],
                invariant="one write",
            )
        ],
    ) == read(path)


def test_exercises_may_be_absent(tmp_path: Path) -> None:
    """A lab may have no exercise yet."""
    assert read(written(tmp_path, GOOD)).exercises == []


def test_the_package_is_the_folder(tmp_path: Path) -> None:
    """A lab's modules are imported under its folder's name."""
    assert read(written(tmp_path, GOOD)).package == "labs.e99_lab"


def test_discovers_in_the_order_of_ids(tmp_path: Path) -> None:
    """Labs come in the order of their ids, whatever their folders are called."""
    written(tmp_path, GOOD.replace("E99", "E02"), "a_lab")
    written(tmp_path, GOOD.replace("E99", "E01"), "b_lab")
    (tmp_path / "no_lab").mkdir()

    assert [lab.id for lab in discover(tmp_path)] == ["E01", "E02"]


def test_discovers_e08() -> None:
    """The labs of this project are found where they are."""
    assert "E08" in [lab.id for lab in discover()]


def bad(old: str, new: str) -> str:
    """Make a manifest with one thing wrong."""
    assert old in GOOD + EXERCISE
    return (GOOD + EXERCISE).replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (bad('id = "E99"', 'id = "E99'), "line"),
        (bad('title = "A lab"', ""), "title"),
        (bad('not_proved = [["shown", "not shown"]]', ""), "not_proved"),
        (bad("minutes = 10", "minutes = 10\ncolour = 1"), "colour"),
        (bad("minutes = 10", 'minutes = 10\nfolder = "x"'), "folder"),
        (bad('scenarios = ["one", "two"]', "scenarios = []"), "scenarios"),
        (bad('"one", "two"', '"one", "one"'), "scenarios"),
        (bad('scenarios = ["one", "two"]', 'scenarios = "one"'), "scenarios"),
        (bad('scenarios = ["one", "two"]', "scenarios = 5"), "scenarios"),
        (bad('scenarios = ["one", "two"]', "scenarios = [1, 2]"), "scenarios"),
        (bad('"one", "two"', '["one"], ["two"]'), "scenarios"),
        (bad('["shown", "not shown"]', '["shown"]'), "not_proved"),
        (bad('["shown", "not shown"]', '"ab"'), "not_proved"),
        (bad("minutes = 10", 'minutes = "ten"'), "minutes"),
        (bad("minutes = 10", "minutes = true"), "minutes"),
        (bad('needs = ["E08"]', 'needs = "E08"'), "needs"),
        (bad('title = "A lab"', "title = 1"), "title"),
        (bad("[[exercises]]", "[exercises]"), "exercises"),
        (bad('invariant = "one write"', ""), "invariant"),
        (bad("minutes = 15", 'minutes = "long"'), "minutes"),
        (bad('exports = ["EffectStore"]', 'exports = "EffectStore"'), "exports"),
    ],
)
def test_refuses_a_bad_manifest(tmp_path: Path, text: str, names: str) -> None:
    """A manifest with anything wrong is refused, naming the file and the field."""
    path = written(tmp_path, text)

    with pytest.raises(ManifestError, match=rf"^e99_lab/lab\.toml: .*{names}"):
        read(path)


def test_refuses_what_is_no_text(tmp_path: Path) -> None:
    """A manifest that is not UTF-8 is refused like any other bad one."""
    path = written(tmp_path, GOOD)
    path.write_bytes(b'id = "\xff"')

    with pytest.raises(ManifestError, match=r"^e99_lab/lab\.toml: "):
        read(path)


def test_refuses_a_missing_file(tmp_path: Path) -> None:
    """A manifest that is not there is refused by name."""
    with pytest.raises(ManifestError, match=r"^e99_lab/lab\.toml: "):
        read(tmp_path / "e99_lab" / "lab.toml")


def test_one_bad_lab_stops_discovery(tmp_path: Path) -> None:
    """A lab that cannot be read is no lab that is left out in silence."""
    written(tmp_path, GOOD, "good_lab")
    written(tmp_path, "id =", "bad_lab")

    with pytest.raises(ManifestError, match=r"^bad_lab/lab\.toml: "):
        discover(tmp_path)


def test_two_labs_cannot_share_an_id(tmp_path: Path) -> None:
    """Two folders with one id are refused, for only one of them could ever be called."""
    written(tmp_path, GOOD, "a_lab")
    written(tmp_path, GOOD, "b_lab")

    with pytest.raises(ManifestError, match=r"E99.*a_lab.*b_lab"):
        discover(tmp_path)


def test_equal_sets_agree(tmp_path: Path) -> None:
    """The same scenarios in another order agree."""
    agree(read(written(tmp_path, GOOD)), ["two", "one"], "claims.py")


@pytest.mark.parametrize(
    ("found", "difference"),
    [
        (["one"], r"missing \['two'\], not listed none"),
        (["one", "two", "three"], r"missing none, not listed \['three'\]"),
        (["one", "tow"], r"missing \['two'\], not listed \['tow'\]"),
        ([], r"missing \['one', 'two'\], not listed none"),
    ],
)
def test_sets_that_differ_are_refused(tmp_path: Path, found: list[str], difference: str) -> None:
    """A scenario that is missing or not listed is refused by name, and so is where it was looked for."""
    lab = read(written(tmp_path, GOOD))

    with pytest.raises(ManifestError, match=rf"^E99: lab\.toml and claims\.py .*{difference}$"):
        agree(lab, found, "claims.py")


@pytest.mark.parametrize(
    ("name", "first"),
    [("lost-akc", "lost-ack"), ("LOST-ACK", "lost-ack"), ("que", "queue"), ("poisen", "poison")],
)
def test_nearest_names_come_first(name: str, first: str) -> None:
    """A slip of the hand finds the name that was meant, whatever the case."""
    assert first == nearest(name, ["lost-ack", "queue", "poison", "drain"])[0]


def test_nothing_near_is_no_name() -> None:
    """A name that looks like none of them finds none."""
    assert nearest("zzz", ["lost-ack", "queue"]) == []


def test_at_most_three_names() -> None:
    """Not more than three names are offered."""
    assert len(nearest("e08", [f"E08.{i}" for i in range(1, 7)])) == 3
