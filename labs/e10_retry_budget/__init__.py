"""E10: the retry budget needs a key scope of its own."""
