"""Algorithm 1 of GenEnv, a folder a round: the environment writes tasks, the agent attempts them and learns by GRPO, the
environment learns by weighted regression on the tasks that were neither too easy nor too hard, the pools grow.

This program decides what is trained on what; an engine trains and samples (trl_engine.py, commands.py). Every step leaves
a file or a folder with a final name, so the loop can be stopped anywhere and goes on with the step that is missing. run.jsonl
is the event log that the playground reads.
"""

import os
import shutil

import yaml

from . import events
from .commands import Commands
from .curriculum import recent_success, verdicts
from .files import (
    checked_line,
    made_folder,
    made_json,
    read_json,
    read_lines,
    write_json,
    write_lines,
)
from .judge import Judge, name_judge
from .pools import is_valid, new_entries, new_pairs, regression_batches
from .versions import need

# The agent's success before its first attempt.
INITIAL_SUCCESS = 0.5


def configuration(folder):
    with open(os.path.join(folder, "loop.yaml"), encoding="utf-8") as file:
        return yaml.safe_load(file)


def engine_of(config, folder, judge=None):
    name, lora = config["engine"], config["engines"]["trl"]["lora"]
    if name != "trl":
        if lora:
            raise SystemExit(
                f"The engine {name} trains all weights, but these settings ask for LoRA. Set engine to trl in loop.yaml."
            )
        return Commands(config["engines"][name], folder)
    need("trl")
    if lora:
        need("lora")
    from .trl_engine import TrlEngine

    return TrlEngine(config["engines"]["trl"], judge)


class Loop:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.config = configuration(self.folder)
        self.initial = {player: os.path.normpath(self.path(self.config[player])) for player in ("agent", "environment")}
        self.judge = Judge(name_judge(self.config, self.folder), self.folder)
        self.engine = engine_of(self.config, self.folder, self.judge)
        self.run_rules = self.judge.ask("start")
        self.settings, self.rules = self.run_rules["settings"], self.run_rules["rules"]

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def round_folder(self, epoch):
        return self.path("rounds", f"{epoch:04d}")

    def run(self):
        self.start()
        state = {"recentSuccess": {family["name"]: INITIAL_SUCCESS for family in self.run_rules["families"]},
                 "train": [], "traces": 0, "pairs": [], "pairCount": 0, "klPerSequence": 0}  # fmt: skip
        for epoch in range(1, self.settings["epochs"] + 1):
            self.round(epoch, state)
            self.join_logs(epoch)
            self.forget_weights(epoch)
        self.engine.close()
        self.judge.close()

    # The steps of a round

    def start(self):
        folder = self.round_folder(0)
        os.makedirs(folder, exist_ok=True)
        lora = self.config["engines"]["trl"]["lora"]
        players = made_json(os.path.join(folder, "players.json"), lambda: {
            player: events.description(path, self.config[player], self.config["engine"], lora)
            for player, path in self.initial.items()
        })  # fmt: skip
        self.parameters = {player: one["parameters"] for player, one in players.items()}
        held_out = self.evaluate(folder, 0)
        if not os.path.exists(os.path.join(folder, "events.jsonl")):
            write_lines(os.path.join(folder, "events.jsonl"), [events.run_started(self.settings, players, held_out)])
        self.join_logs(0)

    def round(self, epoch, state):
        folder = self.round_folder(epoch)
        os.makedirs(folder, exist_ok=True)

        # 1. The environment writes tasks, and base data and replays join them ...
        written = made_json(os.path.join(folder, "tasks.json"), lambda: self.write_tasks(folder, epoch, state))
        tasks = [task for task in written["tasks"] if task["text"]["used"]]
        texts = [task["text"] for task in tasks]

        # ... and the agent attempts each of them G times, is scored, and learns by GRPO.
        rollouts, agent_steps = [], []
        if tasks:
            agent = made_folder(os.path.join(folder, "agent"), lambda out: self.train("agent", epoch, out, {
                "tasks": [self.agent_task(task) for task in tasks], "endId": self.run_rules["endId"],
                "maxAnswerTokens": self.config["tokens"]["answer"],
            }))  # fmt: skip
            rollouts = sorted(read_lines(os.path.join(agent, "rollouts.jsonl")),
                              key=lambda one: (one["task"], one["rollout"]))  # fmt: skip
            agent_steps = read_json(os.path.join(agent, "steps.json"))["steps"]

        # 2. p, R_env, the filter and the weights.
        rewards = [[one["reward"] for one in rollouts if one["task"] == text["index"]] for text in texts]
        verdict = made_json(os.path.join(folder, "verdicts.json"), lambda: verdicts(texts, rewards, self.settings, self.rules))

        # 3. The environment learns from what passed the filter, now and in the last rounds.
        pairs = new_pairs(epoch, tasks, verdict)
        window = [pair for pair in state["pairs"] if pair["epoch"] > epoch - self.settings["environmentReplayEpochs"]]
        batches = regression_batches(window + pairs, self.penalised(tasks, pairs), self.settings, epoch)
        # Without an update its weights stay, and so does the divergence that was measured last.
        environment = {"steps": [], "klPerSequence": state["klPerSequence"], "cap": "none"}
        if self.rules["environmentLearns"] and batches:
            path = made_folder(os.path.join(folder, "environment"), lambda out: self.train(
                "environment", epoch, out, {"batches": batches, "klPerSequence": state["klPerSequence"]}))  # fmt: skip
            environment = read_json(os.path.join(path, "steps.json"))
        state["klPerSequence"] = environment["klPerSequence"]

        # 4. D_train and D_env grow.
        state["train"] += new_entries(texts, rollouts, verdict)
        state["traces"] += sum(is_valid(one) for one in rollouts)
        state["pairs"] = window + pairs
        state["pairCount"] += len(pairs)
        before = state["recentSuccess"]
        state["recentSuccess"] = recent_success(before, texts, verdict, self.settings["recentSuccessDecay"])

        held_out = self.evaluate(folder, epoch) if self.is_due(epoch) else None
        if not os.path.exists(os.path.join(folder, "events.jsonl")):
            write_lines(os.path.join(folder, "events.jsonl"), events.of_round(
                epoch, self.settings, self.rules, self.run_rules["families"], self.parameters,
                recent_success={"before": before, "after": state["recentSuccess"]}, written=written, tasks=tasks,
                rollouts=rollouts, verdicts=verdict, agent_steps=agent_steps, environment=environment,
                window=len(window) + len(pairs), pairs=pairs,
                sizes={"train": state["traces"], "pairs": state["pairCount"]}, held_out=held_out,
            ))  # fmt: skip

    def write_tasks(self, folder, epoch, state):
        """The texts of a round, those to attempt marked `used`; more draws where the first gave too few valid tasks."""
        answer = self.judge.ask("known", epoch=epoch, train=state["train"])
        known, fresh = answer["tasks"], answer["fresh"]
        success = state["recentSuccess"]
        written, tokens, prompt_tokens, found = [], 0, 0, 0
        for draw in range(self.settings["maxDraws"]):
            if found >= fresh:
                break
            contexts = self.judge.ask("contexts", epoch=epoch, recentSuccess=success, draw=draw, needed=fresh)["contexts"]
            completions = self.generate(
                "environment", epoch, os.path.join(folder, f"draw-{draw}"), [context["ids"] for context in contexts],
                samples=self.settings["variations"], temperature=self.settings["environmentTemperature"],
                most=self.config["tokens"]["task"],
            )  # fmt: skip
            texts = [
                {"batch": contexts[i // self.settings["variations"]]["batch"], **completion}
                for i, completion in enumerate(completions)
            ]
            for task in self.judge.ask("read", epoch=epoch, recentSuccess=success, texts=texts)["tasks"]:
                task["text"]["used"] = task["text"]["used"] and found < fresh
                found += task["text"]["used"]
                # A base sample among its variations was not written.
                tokens += len(task["text"]["written"]["ids"]) if task["text"]["written"] else 0
                prompt_tokens += len(task["contextIds"])
                written.append(task)
        first_batch = 1 + max([task["text"]["batch"] for task in written], default=-1)
        for i, task in enumerate(known):
            task["text"]["batch"] = first_batch + i
        for index, task in enumerate(written + known):
            task["text"]["index"] = index
        return {"tasks": written + known, "tokens": tokens, "promptTokens": prompt_tokens}

    @staticmethod
    def agent_task(task):
        text = task["text"]
        return {"task": text["index"], "family": text["family"], "text": text["text"], "prompt": text["prompt"],
                "promptIds": task["promptIds"], "messages": task["messages"]}  # fmt: skip

    def penalised(self, tasks, pairs):
        """This round's own texts that did not pass the filter: they count in the KL penalty, where the settings say so."""
        if not self.settings["klOnCurrentBatch"]:
            return []
        kept = [pair["writtenIds"] for pair in pairs]
        return [
            {"contextIds": task["contextIds"], "writtenIds": task["text"]["written"]["ids"], "weight": 0}
            for task in tasks
            if task["text"]["source"] == "environment" and task["text"]["written"]["ids"] not in kept
        ]

    def is_due(self, epoch):
        return epoch % self.settings["evalEvery"] == 0 or epoch >= self.settings["epochs"]

    def evaluate(self, folder, epoch):
        """Success by level on tasks that are never trained on (avg@k), of the agent's weights after this round."""
        tasks, samples = self.run_rules["evaluation"], self.settings["evalSamples"]
        if not tasks:
            return None

        def measure():
            completions = self.generate(
                "agent", epoch, os.path.join(folder, "evaluation"), [task["promptIds"] for task in tasks], samples=samples,
                temperature=self.settings["evalTemperature"], most=self.config["tokens"]["answer"],
            )  # fmt: skip
            texts = [tasks[i // samples]["text"] for i in range(len(completions))]
            scores = self.judge.ask("score", answers=[
                {"family": text["family"], "text": text["text"], "ids": one["ids"], "finish": one["finish"]}
                for text, one in zip(texts, completions)
            ])["scores"]  # fmt: skip
            return events.held_out(self.settings, self.run_rules["families"], texts, scores)

        return made_json(os.path.join(folder, "held-out.json"), measure)

    # What the engine does

    def generate(self, player, epoch, path, prompts, samples, temperature, most):
        """`samples` completions of each prompt by the player's weights, in order: {"ids", "logprobs", "finish"}."""
        request, answer = path + ".request.json", path + ".jsonl"
        if not os.path.exists(answer):
            write_json(request, {
                "prompts": prompts, "samples": samples, "temperature": temperature, "topK": self.settings["topK"],
                "topP": self.settings["topP"], "maxNewTokens": most, "endId": self.run_rules["endId"],
                "seed": f"{self.settings['seed']} {os.path.basename(path)} {epoch}",
            })  # fmt: skip
            self.step("generate", player, epoch, request, answer + ".partial")
            os.replace(answer + ".partial", answer)
        return read_lines(answer)

    def train(self, player, epoch, out, request):
        """Trains a player: `out` gets model/, steps.json and, of the agent, rollouts.jsonl."""
        path = os.path.join(self.round_folder(epoch), f"{player}.request.json")
        write_json(path, {"epoch": epoch, "settings": self.settings, "rules": self.rules, **request})
        self.step(player, player, epoch, path, out)

    def weights(self, player, epoch):
        """The player's weights before its update of this round, or after it where that is done."""
        for round_number in range(epoch, 0, -1):
            folder = os.path.join(self.round_folder(round_number), player, "model")
            if os.path.exists(folder):
                return folder
        return self.initial[player]

    def step(self, name, player, epoch, request, out):
        self.engine.run(name, player, self.initial[player], self.weights(player, epoch), request, out)

    # What is left behind

    def join_logs(self, epoch):
        """run.jsonl: the events of all rounds so far, each line with its checksum."""
        before = 0
        with open(self.path("run.jsonl.partial"), "wb") as log:
            for number in range(epoch + 1):
                with open(os.path.join(self.round_folder(number), "events.jsonl"), "rb") as part:
                    for line in part:
                        checked, before = checked_line(line, before)
                        log.write(checked)
        os.replace(self.path("run.jsonl.partial"), self.path("run.jsonl"))

    def forget_weights(self, epoch):
        """Deletes weights and optimizer states of rounds that no later round needs; requests, answers and logs stay."""
        for player in ("agent", "environment"):
            with_weights = [n for n in range(1, epoch + 1)
                            if os.path.exists(os.path.join(self.round_folder(n), player, "model"))]  # fmt: skip
            for number in with_weights[: -self.config["keepWeights"]]:
                for name in ("model", "checkpoint"):
                    shutil.rmtree(os.path.join(self.round_folder(number), player, name), ignore_errors=True)
