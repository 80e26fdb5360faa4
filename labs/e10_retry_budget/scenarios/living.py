"""Living: how long a counter lives, and what becomes of one that nobody gave a time."""

from labs.e10_retry_budget.answers import DONE, OUT_OF_MEMORY, Answer
from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.jobs import Job
from labs.e10_retry_budget.scenarios.counting import ATTEMPT_S
from labs.e10_retry_budget.trial import Crash, Trial, usual_budget
from labs.e10_retry_budget.wait import CAP_S
from labs.e10_retry_budget.worker import by_job_and_step
from labs.kit.clock import VirtualClock
from labs.kit.history import History
from labs.kit.scenario import Json, Observation

DAYS_LATER_S = 200_000


def never_answers(job: Job, step: str, node: str) -> Answer:
    """Every attempt runs into the cap of its wait."""
    del job, step, node
    return Answer(CAP_S, None)


def atomic_ttl(counters: type[CounterStore]) -> Observation:
    """A worker that dies while it counts leaves no counter that lives for ever."""
    clock, job, lives, to_fail = VirtualClock(), Job("j1"), ["the first"], ["once"]

    def dies_after_its_first_command() -> None:
        if lives:
            lives.clear()
            raise Crash

    def fails_once_a_delivery(job: Job, step: str, node: str) -> Answer:
        del job, step, node
        return Answer(ATTEMPT_S, OUT_OF_MEMORY if to_fail and to_fail.pop() else DONE)

    store = counters(clock.now, dies_after_its_first_command)
    budget = usual_budget(store)
    trial = Trial(fails_once_a_delivery, clock=clock, count=by_job_and_step(budget))
    trial.run(job)
    ends = []
    for _replay in range(3):
        clock.advance(DAYS_LATER_S)
        trial.say("operator", "replays j1")
        to_fail.append("once")
        trial.deliver_again(job)
        trial.work_off(job)
        ends.append(trial.figures(job)["ended"])
    return trial.observe(ends=ends, left_behind=count_on_from(budget, store, clock))


def count_on_from(budget: RetryBudget, store: CounterStore, clock: VirtualClock) -> list[int]:
    """Leave a counter behind as two calls leave it, without a TTL, and count on: at once, and days later."""
    store.incr(budget.key("old", "render"))
    counts = [budget.spend("old", "render")]
    clock.advance(DAYS_LATER_S)
    return [*counts, budget.spend("old", "render")]


SETTINGS: dict[str, tuple[int, float, bool]] = {
    "limit 2, TTL 3600": (2, 3_600, False),
    "limit 2, TTL 21600": (2, 21_600, False),
    "limit 3, TTL 50400": (3, 50_400, False),
    "limit 2, TTL 50400": (2, 50_400, False),
    "limit 3, TTL 50400, refreshed": (3, 50_400, True),
}


def ttl_horizon(budget: type[RetryBudget]) -> Observation:
    """A counter lives longer than the longest time to its last failure, or the budget is refused when it is built."""
    history, rows = History(), dict[str, Json]()
    for name, (limit, ttl_s, refresh) in SETTINGS.items():
        clock = VirtualClock()
        try:
            built = budget(CounterStore(clock.now), limit, ttl_s, CAP_S, refresh)
        except ValueError:
            rows[name] = said = "refused"
        else:
            count = by_job_and_step(built)
            trial = Trial(never_answers, clock=clock, count=count, limit=limit)
            trial.run(Job("j1"))
            rows[name] = trial.counts
            said = f"{', '.join(map(str, trial.counts))}, until t={clock.now():g}"
        history.note("budget", name)
        history.note("counts", said)
    return Observation.of(history, rows=rows)
