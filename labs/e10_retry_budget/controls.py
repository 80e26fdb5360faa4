"""The controls: the same parts with one protection taken out, to show what that protection was for."""

from collections.abc import Callable, Sequence

from labs.e10_retry_budget.answers import Payload, read_answer
from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.errors import AttemptFailed
from labs.e10_retry_budget.jobs import Job, JobState, JobStates
from labs.e10_retry_budget.worker import Count


def by_servers_tried(now: Callable[[], float], no_duplicates: bool) -> Count:
    """Use the list of servers tried as the counter: it is there already, so why count twice?"""
    del now
    tried: dict[str, list[str]] = {}

    def count(job: Job, error: AttemptFailed) -> int:
        servers = tried.setdefault(job.id, [])
        if not (no_duplicates and error.node in servers):
            servers.append(error.node)
        return len(servers)

    return count


def by_entity_and_step(budget: RetryBudget) -> Count:
    """Count against what the job is about: all independent jobs about one entity share a budget."""
    return lambda job, error: budget.spend(job.entity, error.step)


def by_declared_step(budget: RetryBudget) -> Count:
    """Count against the step that the job declares, whichever step really failed."""
    return lambda job, _error: budget.spend(job.id, job.step)


class TwoCalls(CounterStore):
    """Counts in one command and gives the counter its time in another: there is a moment between the two."""

    def incr_with_ttl(self, key: object, ttl_s: float, refresh: bool = False) -> int:
        """Count, and then call `expire` for a new counter."""
        count = self.incr(key)
        if refresh or count == 1:
            self.expire(key, ttl_s)
        return count


class UncheckedBudget(RetryBudget):
    """Takes any TTL."""

    def _check_window(self, longest_gap: float) -> None:
        del longest_gap


class SetsWhateverStands(JobStates):
    """Changes a state without a look at the one that is there."""

    def __init__(self, before_set: Callable[[JobState], None] | None = None) -> None:
        super().__init__()
        self._before_set = before_set

    def compare_and_set(self, job_id: str, seen: JobState, following: JobState) -> bool:
        """Set, compare nothing."""
        del seen
        if self._before_set is not None:
            self._before_set(following)
        with self._lock:
            self._states[job_id].append(following)
            return True


def blind_pick(nodes: Sequence[str], failed_on: Sequence[str]) -> str:
    """Take the first node, wherever the job has failed."""
    del failed_on
    return nodes[0]


def read_without_retryable(payload: Payload, step: str, node: str) -> None:
    """Read the answer as if the producer had not said whether to try again."""
    read_answer({name: payload[name] for name in payload if name != "retryable"}, step, node)


def any_error_means_not_yet(error: AttemptFailed) -> bool:
    """Wait on whatever was read, as the loop of the incident did."""
    del error
    return True
