"""E10: the counters, the budget, the job's states, what follows a failure, and ten scenarios."""
