"""`lab_runner.py all`: every lab, and one verdict on all of them."""

from labs.kit.manifest import discover
from labs.runner.arguments import Parser
from labs.runner.command import exit_code
from labs.runner.judge import PASS, total
from labs.runner.lab_run import plans_of, run_scenarios


def run(arguments: list[str]) -> int:
    """Run every lab; a line each, and the verdict on all of them last."""
    parser = Parser(prog="lab_runner.py all", description=__doc__)
    parser.parse_args(arguments[1:])
    labs = discover()
    verdicts = []
    for lab in labs:
        results = list(
            run_scenarios(lab, list(plans_of(lab).values()), begin=lambda _id: None, free=False)
        )
        verdicts.append(total([result.verdict for result in results], len(lab.scenarios)))
        for result in results:
            if result.verdict != PASS:
                print(f"  {result.plan.id}: {result.verdict} {result.reason}")
        schedules = sum(result.protected_side.explored for result in results)
        print(
            f"{verdicts[-1]} {lab.id}  {len(results)} scenarios, {schedules} schedules  {lab.title}"
        )
    verdict = total(verdicts, len(labs))
    print(f"{verdict} all labs ({len(labs)})")
    return exit_code(verdict)
