"""What an exploration may answer; only `HOLDS` says that every schedule was seen."""

HOLDS = "HOLDS"
BROKEN = "BROKEN"
DEADLOCK = "DEADLOCK"
ENDLESS = "ENDLESS"
LEAKED = "LEAKED"
DIVERGED = "DIVERGED"
INCOMPLETE = "INCOMPLETE"

# A run that only repeats what another run has shown; it is counted apart and is no verdict.
BLOCKED = "BLOCKED"

OF_THE_CODE = frozenset({HOLDS, BROKEN, DEADLOCK, ENDLESS, LEAKED})
# After these no other run of the exploration would say anything.
FINAL = frozenset({DIVERGED, INCOMPLETE})
