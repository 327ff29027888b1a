"""Runs GenEnv Playground from Python: the loop on TRL (genenv.loop) and the task families on OpenEnv (genenv.openenv).
Both need the program `genenv` of the same version."""

from .learned import Learned
from .process import GenenvError, Judge
from .tasks import Draws, Rollout, Task, World

__version__ = "0.1.0"
__all__ = ["Draws", "GenenvError", "Judge", "Learned", "Rollout", "Task", "World"]
