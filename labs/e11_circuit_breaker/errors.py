"""How a call to a remote endpoint may end other than well; each error says who found fault with what."""


class StepError(Exception):
    """The producer says that the job failed: it took the request, did the work, and answered in form."""

    def __init__(self, step: str, server: str, message: str) -> None:
        super().__init__(f"{server} says that {step} failed: {message}")
        self.step = step
        self.server = server
        self.message = message


class ProtocolError(Exception):
    """The answer cannot be read: version skew, serialisation, a half-done deployment."""

    def __init__(self, step: str, server: str, reason: str) -> None:
        super().__init__(f"the answer of {server} to {step} cannot be read: {reason}")
        self.step = step
        self.server = server
        self.reason = reason


class SubmitFailed(Exception):
    """The request could not be handed over."""


class HardCap(Exception):
    """The longest wait that one call is allowed is over, and no answer came."""


class Cancelled(BaseException):
    """We stopped waiting. No `Exception`, so that no job takes it for a failure and swallows it."""
