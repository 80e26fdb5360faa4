"""The circuit breaker, as E11 has it, in small: it opens, and nobody closes it again."""

from labs.e10_retry_budget.errors import AttemptFailed, StepError


class Breaker:
    """Open after `threshold` failures in a row; a worker behind it then idles. For one thread."""

    def __init__(self, threshold: int) -> None:
        self._threshold = threshold
        self._streak = 0

    @property
    def is_open(self) -> bool:
        """True if nobody is let through."""
        return self._streak >= self._threshold

    def met(self, error: AttemptFailed | None) -> None:
        """Note how a call ended, None for well. A failure that the producer reports is an answer: not counted."""
        if error is None:
            self._streak = 0
        elif not isinstance(error, StepError):
            self._streak += 1
