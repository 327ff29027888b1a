"""Runs GenEnv's Algorithm 1 (arXiv 2512.19682) as a loop on TRL. Start reading with loop.py."""
