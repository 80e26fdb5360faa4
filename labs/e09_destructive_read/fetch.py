"""One look is a read, and an understanding of what was read; behind the read there is no second look.

So nothing that fails behind the read may look like *not yet*: not even an unavailable store, if it was the decoder that
needed one.
"""

from collections.abc import Callable

from labs.e09_destructive_read.classify import may_wait
from labs.e09_destructive_read.outcomes import GoneAfterRead, NotReady, Result

Decode = Callable[[bytes, str, str], Result]


def fetch(read: Callable[[], bytes | None], decode: Decode, step: str, server: str) -> Result:
    """Read once, and decode what was read.

    Raises:
        NotReady: the key is absent.
        GoneAfterRead: the decoder failed with an error that would pass for *not yet*; that error is the cause.
        Exception: whatever `read` raised, before anything was read; or any other error of `decode`, which is final.
    """
    raw = read()
    if raw is None:
        raise NotReady("no result yet")
    try:
        return decode(raw, step, server)
    except Exception as error:
        if may_wait(error):
            raise GoneAfterRead(step, server) from error
        raise
