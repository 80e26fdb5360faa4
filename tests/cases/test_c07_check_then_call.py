"""C07: two requests with one key both found no record, and both called the payment provider.

Source: https://github.com/open-mercato/open-mercato/issues/4035 (check and effect were not one step).
"""

import threading
from queue import Queue

from labs.e08_retries.controls import SplitStore
from labs.e08_retries.effect_store import EffectStore
from labs.kit.gate import Gate
from tests.telling import TellingLock


class Provider:
    """Stands where the remote provider is called: writes down each call and holds it at a gate."""

    def __init__(self) -> None:
        self.gate, self.calls, self.moments = Gate(), [], Queue()

    def call(self, *_request: object) -> None:
        """Take a call."""
        self.calls.append("call")
        self.moments.put("at the provider")
        self.gate.wait()


def two_requests(provider: Provider, store: EffectStore) -> list[str]:
    """Send two requests with one key, so that the second comes while the first is at the provider."""
    answers: list[str] = []
    store._lock = TellingLock(provider.moments)
    threads = [
        threading.Thread(target=lambda: answers.append(store.apply_once("k1", 10).value))
        for _ in range(2)
    ]
    with provider.gate:
        for thread in threads:
            thread.start()
            provider.moments.get()  # it is at the provider, or waits for the first one's record
    for thread in threads:
        thread.join()
    return sorted(answers)


def test_wrong_both_call_the_provider() -> None:
    """Wrong: the key is looked up in one step and claimed in another, so there are two calls and two charges."""
    provider = Provider()
    store = SplitStore(after_check=provider.call)

    assert two_requests(provider, store) == ["applied", "applied"]
    assert (len(provider.calls), store.snapshot().writes) == (2, 2)


def test_right_one_calls_the_other_waits() -> None:
    """Right: check, call and record are one step, so the second waits and gets the first one's answer."""
    provider = Provider()
    store = EffectStore(write=provider.call)

    assert two_requests(provider, store) == ["applied", "duplicate"]
    assert (len(provider.calls), store.snapshot().writes) == (1, 1)
