"""What may go wrong: every scenario by name, the protected run beside its control.

A control is the same scenario with one protection taken out. Where the control is a race, `pinned` forces the losing
order with a barrier, for runs on free threads; the explorer finds it without one.
"""

from functools import partial

from labs.e10_retry_budget.budget import RetryBudget
from labs.e10_retry_budget.controls import (
    SetsWhateverStands,
    TwoCalls,
    UncheckedBudget,
    blind_pick,
    by_declared_step,
    by_entity_and_step,
    by_servers_tried,
    read_without_retryable,
)
from labs.e10_retry_budget.counter_store import CounterStore
from labs.e10_retry_budget.jobs import JobStates
from labs.e10_retry_budget.requeue import pick_node
from labs.e10_retry_budget.scenarios import counting, living, requeueing, telling
from labs.e10_retry_budget.wait import wait_for_answer
from labs.e10_retry_budget.worker import by_job_and_step
from labs.kit.scenario import Drive

DRIVES = {
    "tried-servers": Drive(
        counting.tried_servers,
        {"ways": {"budget, limit 2": (counting.with_budget, 2)}},
        {
            "ways": {
                "servers, len >= 1": (partial(by_servers_tried, no_duplicates=False), 1),
                "servers, no duplicates, len >= 2": (
                    partial(by_servers_tried, no_duplicates=True),
                    2,
                ),
            }
        },
        threads=False,
    ),
    "scope-job": Drive(
        counting.scope_job, {"key": by_job_and_step}, {"key": by_entity_and_step}, threads=False
    ),
    "scope-step": Drive(
        counting.scope_step, {"key": by_job_and_step}, {"key": by_declared_step}, threads=False
    ),
    "atomic-ttl": Drive(
        living.atomic_ttl, {"counters": CounterStore}, {"counters": TwoCalls}, threads=False
    ),
    "ttl-horizon": Drive(
        living.ttl_horizon, {"budget": RetryBudget}, {"budget": UncheckedBudget}, threads=False
    ),
    "breaker-accident": Drive(
        requeueing.breaker_accident,
        {"counting": counting.with_budget},
        {"counting": partial(by_servers_tried, no_duplicates=True)},
        threads=False,
    ),
    "cas-requeue": Drive(
        requeueing.cas_requeue,
        {"states": JobStates},
        {"states": SetsWhateverStands},
        pinned={"states": SetsWhateverStands, "pinned": True},
    ),
    "diverse-retry": Drive(
        requeueing.diverse_retry, {"pick_node": pick_node}, {"pick_node": blind_pick}, threads=False
    ),
    "producer-says": Drive(
        requeueing.producer_says,
        {"wait": wait_for_answer},
        {"wait": partial(wait_for_answer, read=read_without_retryable)},
        threads=False,
    ),
    "incident": Drive(
        telling.incident, {"path": telling.NEW}, {"path": telling.OLD}, threads=False
    ),
}
