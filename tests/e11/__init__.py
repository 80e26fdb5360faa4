"""E11: the breaker, its permits, what is held against the endpoint, and every sequence of both."""
