"""GenEnv (arXiv 2512.19682), Algorithm 1, as a loop over the engines that train large models. Start with loop.py."""
