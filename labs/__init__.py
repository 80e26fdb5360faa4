"""The lab suite: a kit that every lab uses, a runner, and one folder a lab."""
