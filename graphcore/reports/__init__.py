"""What the records of runs come to: rates, the papers' tables, and a report of one file."""
