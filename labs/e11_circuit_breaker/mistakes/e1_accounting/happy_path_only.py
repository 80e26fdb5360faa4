"""Misconception: The permit is settled when the work is done.

Rejected by: probe-answered
Diagnosis: It is settled when all goes well, and never else: nothing is counted, and the first probe that ends badly
keeps the slot for good. The report belongs on every way out.
"""

def call(breaker, work):
    permit = breaker.acquire()
    result = work()
    permit.success()
    return result
