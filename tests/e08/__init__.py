"""Tests of E08: each sentence of its contract, and each scenario with its control."""
