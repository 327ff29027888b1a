"""Runs GenEnv Playground from Python: the loop on TRL (genenv.loop), its task families as a server of OpenEnv
(genenv.openenv), and what both ask the program `genenv`. The version is the version of that program's playground."""

from .learned import Learned
from .process import GenenvError, Judge
from .tasks import Draws, Rollout, Task, World

__version__ = "0.1.0"
__all__ = ["Draws", "GenenvError", "Judge", "Learned", "Rollout", "Task", "World"]
