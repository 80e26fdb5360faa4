"""Misconception: Whatever is not a result counts; then nothing is forgotten.

Rejected by: cancelled
Diagnosis: The caller that went away counts as a failure of the endpoint, and so does a job with bad input. A breaker
that counts everything measures how unlucky its callers are. It was asked one thing: is the endpoint ill?
"""

def call(breaker, work):
    permit = breaker.acquire()
    try:
        result = work()
    except BaseException:
        permit.failure()
        raise
    permit.success()
    return result
