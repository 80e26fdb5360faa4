"""The loop ends when it is cancelled or over, whenever that is seen; then comes one more look, by the same function."""

from functools import partial

from labs.e09_destructive_read.classify import classify, find_cause, may_wait
from labs.e09_destructive_read.outcomes import Cancelled, HardCap, Look, OutcomeUnknown, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost
from labs.e09_destructive_read.sanitize import sanitize


class Found(Exception):
    def __init__(self, result):
        super().__init__()
        self.result = result


class Looker:
    def __init__(self, fetch):
        self.fetch = fetch
        self.doubt = None

    def __call__(self):
        try:
            result = self.fetch()
        except Exception as error:
            if may_wait(error):
                self.doubt = self.doubt or find_cause(error, ReplyLost)
                return error
            if ending := find_cause(error, WaitEnded):
                raise ending from ending.__cause__
            raise
        raise Found(result)


def wait_for_result(fetch, wait, now, *, token, step, server, poll_s=5, cap_s=25_200):
    ends_at = now() + cap_s
    looker = Looker(fetch)
    unknown = partial(OutcomeUnknown, step, server)
    noticed = False
    try:
        while not token.cancelled and (left := ends_at - now()) > 0:
            if classify(looker()) is Look.NOT_READY and noticed and looker.doubt:
                raise unknown() from looker.doubt
            noticed = wait(min(left, poll_s)) or noticed
        over, cancelled = now() >= ends_at, token.cancelled
        met = looker()
    except Found as found:
        return found.result
    if looker.doubt and (over or (noticed and classify(met) is Look.NOT_READY)):
        raise unknown() from looker.doubt
    if cancelled:
        raise Cancelled(step, server) from looker.doubt or met
    raise HardCap(step, server, cap_s, sanitize(str(met), 200)) from met
