"""E08: what a retry does to side effects."""
