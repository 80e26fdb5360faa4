"""E09: a destructive read makes a parse failure permanent."""
