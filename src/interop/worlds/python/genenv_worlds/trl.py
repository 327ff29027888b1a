"""The families as an environment of TRL: `environment_factory` of its GRPOTrainer.

source = Draws("household", "stateful-calls")
GRPOTrainer(..., train_dataset=dataset(64), environment_factory=lambda: WorldEnvironment(source))
"""

from .process import GenenvError

CALL = "Give each turn of your answer by calling the tool `answer`, and stop once it says that the task has ended."
ENDED = "The task has ended."


def dataset(tasks):
    """Rows for tasks 0, 1, … of a source; the opening of each comes from `reset`, so that it may be learnt meanwhile."""
    from datasets import Dataset

    return Dataset.from_list([{"prompt": [{"role": "user", "content": ""}], "task": task} for task in range(tasks)])


class WorldEnvironment:
    """One rollout at a time. TRL makes as many as a batch has rollouts, and takes public methods for the agent's tools."""

    def __init__(self, source):
        self._source = source

    def reset(self, task=0, **columns):
        """Starts a rollout of the source's task with this number; what the agent reads."""
        self._rollout, self._failure = self._source.start(task), None
        return f"{self._rollout.opening}\n\n{CALL}"

    def answer(self, turn: str) -> str:
        """
        Takes a turn of your answer.

        Args:
            turn: The text of the turn.

        Returns:
            What the world answers to it, or that the task has ended.
        """
        if self._rollout.done:
            return ENDED
        try:
            observation = self._rollout.act(turn)
        except GenenvError as error:
            # TRL shows the agent what a tool raises, and goes on.
            self._failure = error
            raise
        return ENDED if self._rollout.done else observation

    def get_reward(self):
        if self._failure:
            raise self._failure
        self._source.finish(self._rollout)
        return float(self._rollout.reward)
