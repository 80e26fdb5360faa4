"""E11: keep domain failures out of the circuit breaker."""
