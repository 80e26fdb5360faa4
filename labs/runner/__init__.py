"""The command: runs labs, tells their story, checks exercises. Nobody imports it but lab_runner.py."""
