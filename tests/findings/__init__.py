"""What was found once, by the number of the finding: each stays cured."""
