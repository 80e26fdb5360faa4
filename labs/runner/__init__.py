"""The command: it runs labs, tells their story and checks exercises; nobody imports it but lab_runner.py."""
