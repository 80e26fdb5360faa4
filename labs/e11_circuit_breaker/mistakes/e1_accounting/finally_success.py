"""Misconception: Whatever happens, the permit is settled in a `finally`.

Rejected by: node-failures
Diagnosis: It is settled, but always as a success: the breaker never opens, and any end of a probe closes it. Giving
back the permit is half of it; the other half is saying what the end proves.
"""

def call(breaker, work):
    permit = breaker.acquire()
    try:
        return work()
    finally:
        permit.success()
