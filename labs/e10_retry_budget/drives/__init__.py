"""How the answers are driven; run in the child, one file an exercise."""
