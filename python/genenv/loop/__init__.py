"""GenEnv (arXiv 2512.19682), Algorithm 1, as a loop on TRL. Start with loop.py."""
