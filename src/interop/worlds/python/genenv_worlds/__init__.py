"""The task families of GenEnv Playground for trainers of other programs: tasks, their simulators and their official rules."""

from .judge import Judge
from .learned import Learned
from .process import GenenvError
from .tasks import Draws, Rollout, Task, World

__all__ = ["Draws", "GenenvError", "Judge", "Learned", "Rollout", "Task", "World"]
