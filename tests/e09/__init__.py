"""Tests of E09: each sentence of its contract, and each scenario with its control."""
