"""A generator yields one look after the other, with what was true before it; the loop over it only decides."""

from collections import namedtuple

from labs.e09_destructive_read import classify as rules
from labs.e09_destructive_read.outcomes import Cancelled, HardCap, Look, OutcomeUnknown, WaitEnded
from labs.e09_destructive_read.result_store import ReplyLost
from labs.e09_destructive_read.sanitize import sanitize

Seen = namedtuple("Seen", "result error cancelled at_cap noticed")


def looks(fetch, wait, now, token, poll_s, cap_s):
    began, noticed = now(), False
    while True:
        cancelled, spent = token.cancelled, now() - began
        try:
            result, error = fetch(), None
        except Exception as raised:
            result, error = None, raised
        yield Seen(result, error, cancelled, spent >= cap_s, noticed)
        noticed |= wait(min(poll_s, cap_s - spent))


def wait_for_result(fetch, wait, now, *, token, step, server, poll_s=5, cap_s=25200):
    lost = []
    for seen in looks(fetch, wait, now, token, poll_s, cap_s):
        if seen.error is None:
            return seen.result
        if not rules.may_wait(seen.error):
            raise rules.find_cause(seen.error, WaitEnded) or seen.error
        lost += filter(None, [rules.find_cause(seen.error, ReplyLost)])
        absent = rules.classify(seen.error) is Look.NOT_READY
        if lost and (seen.at_cap or absent and seen.noticed):
            raise OutcomeUnknown(step, server) from lost[0]
        if seen.cancelled:
            raise Cancelled(step, server) from next(iter(lost), seen.error)
        if seen.at_cap:
            met = sanitize(str(seen.error), 200)
            raise HardCap(step, server, cap_s, met) from seen.error
