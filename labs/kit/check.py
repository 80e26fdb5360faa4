"""A check judges one promise of an exercise on every run that the child saw; it stands outside the student's file."""

from collections.abc import Callable, Iterable

from labs.kit.scenario import Claim, Observation

Check = Callable[[Observation], Iterable[Claim]]
