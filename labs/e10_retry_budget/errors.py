"""How an attempt at a step may fail, and who found fault with what."""


class AttemptFailed(Exception):
    """An attempt at a step failed on a node.

    `reason` is in words that a user may see. `retryable` is what the producer says of it; None if it says nothing.
    """

    def __init__(self, step: str, node: str, reason: str, retryable: bool | None = None) -> None:
        super().__init__(f"{step} on {node}: {reason}")
        self.step = step
        self.node = node
        self.reason = reason
        self.retryable = retryable


class StepError(AttemptFailed):
    """The producer says that the step failed: it took the request, did the work, and answered in form."""


class ProtocolError(AttemptFailed):
    """Something was read that cannot be understood; `reason` names the rule that it breaks."""


class SubmitFailed(AttemptFailed):
    """The request could not be handed over."""


class HardCap(AttemptFailed):
    """The longest wait that one attempt is allowed is over, and there was nothing to end it."""
