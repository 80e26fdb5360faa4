"""What every lab uses and no lab teaches; standard library only."""
