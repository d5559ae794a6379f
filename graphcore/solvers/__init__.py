"""Reference solvers: exact, and never seen by the verifier before it has checked an answer against the graph."""
