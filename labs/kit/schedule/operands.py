"""Operators, patterns, `with`: what is announced once their operands are there."""

from __future__ import annotations

from labs.kit.schedule import reach, world
from labs.kit.schedule.announce import KINDS, live, settle, take
from labs.kit.schedule.iterate import feeding
from labs.kit.schedule.midst import Midst, has_operators, inside, involved
from labs.kit.schedule.steps import IN_PARTS
from labs.kit.schedule.world import Kind


def operand(thing: object) -> object:
    """An operator is about to look at the object, and at nothing else that may change."""
    if live() is None:
        return thing
    kind = KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.PLAIN:
        return thing
    settle("read", look := lambda: reach.deep([thing]))
    return Midst(thing, look) if inside(thing) else thing


def chained(thing: object) -> object:
    """One of several compared in a row, where nothing says what is looked at when."""
    if live() is not None and world.kind_of(type(thing)) is not Kind.PLAIN:
        world.unseen("several comparisons in a row, of what may change, in a class or an iterable,")
    return thing


def after(left: object, right: object) -> object:
    """An operator is about to look at both; answers the right one: the left one is there already."""
    if live() is None:
        return right
    one = KINDS.get(type(left)) or world.kind_of(type(left))
    other = KINDS.get(type(right)) or world.kind_of(type(right))
    if one is Kind.PLAIN and other is Kind.PLAIN:
        return right
    parted = world.works_in_parts(type(left)) or world.works_in_parts(type(right))
    settle("read" + IN_PARTS * parted, look := lambda: reach.deep([left, right]))
    back = not has_operators(type(left)) and (inside(left) or inside(right))
    return Midst(right, look) if back else right


def within(left: object, right: object) -> object:
    """`left in right` is about to be asked; answers the container."""
    if live() is None:
        return right
    kind = KINDS.get(type(right)) or world.kind_of(type(right))
    if kind is Kind.PLAIN or kind is Kind.INSTANCE:
        return right
    settle("read", look := lambda: reach.deep([left, right]))
    return Midst(right, look) if involved(left) or inside(right) else right


def pair(left: object, right: object) -> tuple[object, object]:
    """As `after`, and answers both."""
    return left, after(left, right)


def pair_in(left: object, right: object) -> tuple[object, object]:
    """As `within`, for `operator.contains`, which takes them the other way round."""
    return within(left, right), left


def combine(left: object, right: object) -> object:
    """`left OP= right` is about to happen: a container is changed in place."""
    if live() is None:
        return right
    one = KINDS.get(type(left)) or world.kind_of(type(left))
    other = KINDS.get(type(right)) or world.kind_of(type(right))
    if one is Kind.PLAIN and other is Kind.PLAIN:
        return right
    footprint = reach.contents(left, writes=True) | reach.deep([right])
    if footprint.reads or footprint.writes:
        take("write" + IN_PARTS * world.works_in_parts(type(left)), footprint)
    if one is Kind.CONTAINER:
        return feeding(right, lambda: reach.contents(left, writes=True))
    return right


def matched(thing: object) -> object:
    """The object is about to be matched against a pattern, which may read its attributes."""
    if live() is not None:
        settle("read", lambda: reach.deep([thing], attributes=True))
    return thing


def matched_again(thing: object) -> bool:
    """As `matched`, where a guard has failed and the next pattern looks once more."""
    matched(thing)
    return False


def entered(thing: object) -> object:
    """A `with` block is about to be entered: a real lock would block unseen."""
    if live() is None:
        return thing
    kind = KINDS.get(type(thing)) or world.kind_of(type(thing))
    if kind is Kind.REFUSED:
        world.refuse(thing)
    return thing
