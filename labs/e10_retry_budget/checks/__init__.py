"""What the answers must show; judged in the parent, one file an exercise."""
