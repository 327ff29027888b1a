"""Runs Algorithm 1 of GenEnv, with a folder per round. In a round the environment writes tasks. The agent attempts them
and learns by GRPO. The environment learns by weighted regression on tasks that were neither too easy nor too hard.
Finally, the pools grow.

The judge (`genenv judge`) computes tasks, rewards, advantages, filter, weights, pools and events. The engine
(trl_engine.py) samples and trains. Every step ends with a complete file or folder. So the loop can be killed at any
time, and continues with the first missing step. run.jsonl is the event log that the playground reads.
"""

import os
import random
import shutil

from ..process import Judge
from .files import checked_line, description, made_folder, made_json, read_json, read_lines, write_json, write_lines
from .versions import need

SETTINGS = "genenv.json"
# Number of updates per player whose weights and optimizer states stay on disk. genenv.json can change this number.
KEEP_WEIGHTS = 2


def judge_of(folder):
    return Judge(options=["--settings", SETTINGS], folder=folder)


def own_options(folder):
    """Returns the field `trl` of genenv.json, which only the loop reads: {"grpo": {...}, "sft": {...}, "sequences": n,
    "keepWeights": n}."""
    return read_json(os.path.join(folder, SETTINGS)).get("trl", {})


def engine_options(folder, start):
    """Returns options of the engine. They follow from the settings, and genenv.json may override them."""
    own, options = own_options(folder), start["trl"]
    options["sequences"] = own.get("sequences", options["sequences"])
    for trainer in ("grpo", "sft"):
        options[trainer].update(own.get(trainer, {}))
    return options


def engine_of(folder, start, judge=None):
    """Makes the engine of this process. `start` is the judge's answer to the question `start`. Only the engine of the
    first process gets a judge."""
    need("trl")
    if start["trl"]["lora"]:
        need("lora")
    from .trl_engine import TrlEngine

    return TrlEngine(engine_options(folder, start), judge)


class Loop:
    def __init__(self, folder):
        self.folder = folder
        self.judge = judge_of(folder)
        self.given = self.judge.ask("start")
        self.settings, self.initial, self.tokens = (self.given[name] for name in ("settings", "models", "tokens"))
        self.keep_weights = own_options(folder).get("keepWeights", KEEP_WEIGHTS)
        self.engine = engine_of(folder, self.given, self.judge)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def round_folder(self, epoch):
        return self.path("rounds", f"{epoch:04d}")

    def run(self):
        self.start()
        state = {"recentSuccess": self.given["recentSuccess"], "train": [], "trainSize": 0, "pairs": [],
                 "environmentSize": 0, "klPerSequence": 0}  # fmt: skip
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
        players = made_json(os.path.join(folder, "players.json"), lambda: {
            player: description(path, self.settings[f"{player}Model"], self.given["trl"]["lora"])
            for player, path in self.initial.items()
        })  # fmt: skip
        self.parameters = {player: one["parameters"] for player, one in players.items()}
        held_out = self.evaluate(folder, 0)
        self.write_events(folder, "start-event", players=players, heldOut=held_out)
        self.join_logs(0)

    def round(self, epoch, state):
        folder = self.round_folder(epoch)
        os.makedirs(folder, exist_ok=True)

        # 1. The environment writes tasks. Tasks from base data and from D_train are added.
        written = made_json(os.path.join(folder, "tasks.json"), lambda: self.write_tasks(folder, epoch, state))
        tasks = [task for task in written["tasks"] if task["text"]["used"]]

        # The agent attempts each task G times. The judge scores the rollouts, and the agent learns by GRPO.
        rollouts, agent_steps = [], []
        if tasks:
            agent = made_folder(os.path.join(folder, "agent"), lambda out: self.train("agent", epoch, out, {
                "tasks": [self.agent_task(task) for task in tasks], "endIds": self.given["endIds"],
                "maxAnswerTokens": self.tokens["answer"],
            }))  # fmt: skip
            rollouts = sorted(read_lines(os.path.join(agent, "rollouts.jsonl")),
                              key=lambda one: (one["task"], one["rollout"]))  # fmt: skip
            agent_steps = read_json(os.path.join(agent, "steps.json"))["steps"]

        # 2. Compute success p, R_env(p), the filter |p - alpha| <= k_min and the weights exp(lambda R_env).
        attempted = {"epoch": epoch, "recentSuccess": state["recentSuccess"], "rollouts": rollouts,
                     "tasks": [{name: task[name] for name in ("text", "contextIds")} for task in tasks]}  # fmt: skip
        weighed = made_json(os.path.join(folder, "weighed.json"), lambda: self.judge.ask("weigh", round=attempted))

        # 3. The environment learns from the tasks that passed the filter in this round and in recent rounds.
        window = [pair for pair in state["pairs"] if pair["epoch"] > epoch - self.settings["environmentReplayEpochs"]]
        pairs = window + weighed["pairs"]
        batches = self.regression_batches(epoch, pairs, self.penalised(tasks, weighed["pairs"]))
        # Without an update, the environment keeps its weights and its last measured divergence.
        environment = {"steps": [], "klPerSequence": state["klPerSequence"], "cap": "none"}
        if self.given["environmentLearns"] and batches:
            path = made_folder(os.path.join(folder, "environment"), lambda out: self.train(
                "environment", epoch, out, {"batches": batches, "klPerSequence": state["klPerSequence"]}))  # fmt: skip
            environment = read_json(os.path.join(path, "steps.json"))

        # 4. D_train and D_env grow.
        self.write_events(folder, "events", round={
            **attempted, "texts": [task["text"] for task in written["tasks"]], "agentSteps": agent_steps,
            "environment": environment, "window": len(pairs), "trainSize": state["trainSize"],
            "environmentSize": state["environmentSize"], "heldOut": self.evaluate(folder, epoch) if self.is_due(epoch) else None,
            "parameters": self.parameters, "written": written["cost"],
        })  # fmt: skip
        state["klPerSequence"] = environment["klPerSequence"]
        state["train"] += weighed["train"]
        state["trainSize"] += weighed["traces"]
        state["pairs"] = pairs
        state["environmentSize"] += len(weighed["pairs"])
        state["recentSuccess"] = weighed["recentSuccess"]

    def write_tasks(self, folder, epoch, state):
        """Returns the texts of a round and their cost in tokens. Texts to attempt are marked as `used`. Samples again,
        up to maxDraws times, if too few texts are valid tasks."""
        answer = self.judge.ask("known", epoch=epoch, train=state["train"])
        known, fresh = answer["tasks"], answer["fresh"]
        success = state["recentSuccess"]
        written, tokens, context_tokens, found = [], 0, 0, 0
        for draw in range(self.settings["maxDraws"]):
            if found >= fresh:
                break
            contexts = self.judge.ask("contexts", epoch=epoch, recentSuccess=success, draw=draw, needed=fresh)["contexts"]
            completions = self.generate(
                "environment", epoch, os.path.join(folder, f"draw-{draw}"), [context["ids"] for context in contexts],
                samples=self.settings["variations"], temperature=self.settings["environmentTemperature"],
                most=self.tokens["task"],
            )  # fmt: skip
            texts = [
                {"batch": contexts[i // self.settings["variations"]]["batch"], **completion}
                for i, completion in enumerate(completions)
            ]
            for task in self.judge.ask("read", epoch=epoch, recentSuccess=success, texts=texts)["tasks"]:
                task["text"]["used"] = task["text"]["used"] and found < fresh
                found += task["text"]["used"]
                # `written` is None for a base sample, because the environment did not write it.
                tokens += len(task["text"]["written"]["ids"]) if task["text"]["written"] else 0
                context_tokens += len(task["contextIds"])
                written.append(task)
        first_batch = 1 + max([task["text"]["batch"] for task in written], default=-1)
        for i, task in enumerate(known):
            task["text"]["batch"] = first_batch + i
        for index, task in enumerate(written + known):
            task["text"]["index"] = index
        return {"tasks": written + known, "cost": {"tokens": tokens, "contextTokens": context_tokens}}

    @staticmethod
    def agent_task(task):
        text = task["text"]
        return {"task": text["index"], "family": text["family"], "text": text["text"], "promptIds": task["promptIds"]}

    def regression_batches(self, epoch, pairs, extra):
        """Returns a batch of pairs for each step of the environment's update. `extra` joins every batch: texts that count
        only in the KL penalty."""
        most, batches = self.settings["environmentMaxPairs"], []
        for step in range(self.settings["environmentSteps"]):
            draw = random.Random(f"{self.settings['seed']} regression {epoch} {step}")
            drawn = pairs if len(pairs) <= most else draw.sample(pairs, most)
            batch = [{name: pair[name] for name in ("contextIds", "writtenIds", "weight")} for pair in drawn]
            if batch or extra:
                batches.append(batch + extra)
        return batches

    def penalised(self, tasks, pairs):
        """Returns the texts that the environment wrote in this round and that failed the filter. Returns none if the
        settings do not count them in the KL penalty."""
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
        """Returns the agent's success rate by level (avg@k) on tasks that are never trained on, after this round's
        update."""
        tasks, samples = self.given["evaluation"], self.settings["evalSamples"]
        if not tasks:
            return None

        def measure():
            completions = self.generate(
                "agent", epoch, os.path.join(folder, "evaluation"), [task["promptIds"] for task in tasks], samples=samples,
                temperature=self.settings["evalTemperature"], most=self.tokens["answer"],
            )  # fmt: skip
            texts = [tasks[i // samples]["text"] for i in range(len(completions))]
            scores = self.judge.ask("score", answers=[
                {"family": text["family"], "text": text["text"], "ids": one["ids"], "finish": one["finish"]}
                for text, one in zip(texts, completions)
            ])["scores"]  # fmt: skip
            return self.judge.ask("held-out", scores=scores)["heldOut"]

        return made_json(os.path.join(folder, "held-out.json"), measure)

    # Steps of the engine

    def generate(self, player, epoch, path, prompts, samples, temperature, most):
        """Samples `samples` completions of each prompt with the player's weights. Returns them in the order of the
        prompts, as {"ids", "logprobs", "finish"}."""
        request, answer = path + ".request.json", path + ".jsonl"
        if not os.path.exists(answer):
            write_json(request, {
                "prompts": prompts, "samples": samples, "temperature": temperature, "topK": self.settings["topK"],
                "topP": self.settings["topP"], "maxNewTokens": most, "endIds": self.given["endIds"],
                "seed": f"{self.settings['seed']} {os.path.basename(path)} {epoch}",
            })  # fmt: skip
            self.step("generate", player, epoch, request, answer + ".partial")
            os.replace(answer + ".partial", answer)
        return read_lines(answer)

    def train(self, player, epoch, out, request):
        """Trains a player. Writes model/ and steps.json into `out`. The agent also writes rollouts.jsonl."""
        path = os.path.join(self.round_folder(epoch), f"{player}.request.json")
        write_json(path, {"epoch": epoch, "settings": self.settings, **request})
        self.step(player, player, epoch, path, out)

    def weights(self, player, epoch):
        """Returns the folder with the player's latest weights, up to this round."""
        for round_number in range(epoch, 0, -1):
            folder = os.path.join(self.round_folder(round_number), player, "model")
            if os.path.exists(folder):
                return folder
        return self.initial[player]

    def step(self, name, player, epoch, request, out):
        self.engine.run(name, player, self.initial[player], self.weights(player, epoch), request, out)

    # Logs and old files

    def write_events(self, folder, question, **fields):
        """Asks the judge for events and writes them to events.jsonl, unless this file already exists."""
        path = os.path.join(folder, "events.jsonl")
        if not os.path.exists(path):
            write_lines(path, self.judge.ask(question, **fields)["events"])

    def join_logs(self, epoch):
        """Writes run.jsonl, which joins the events of all rounds so far and adds a checksum to each line."""
        before = 0
        with open(self.path("run.jsonl.partial"), "wb") as log:
            for number in range(epoch + 1):
                with open(os.path.join(self.round_folder(number), "events.jsonl"), "rb") as part:
                    for line in part:
                        checked, before = checked_line(line, before)
                        log.write(checked)
        os.replace(self.path("run.jsonl.partial"), self.path("run.jsonl"))

    def forget_weights(self, epoch):
        """Deletes old weights and optimizer states, which no later round needs. Keeps requests, answers and logs."""
        for player in ("agent", "environment"):
            with_weights = [n for n in range(1, epoch + 1)
                            if os.path.exists(os.path.join(self.round_folder(n), player, "model"))]  # fmt: skip
            for number in with_weights[: -self.keep_weights]:
                for name in ("model", "checkpoint"):
                    shutil.rmtree(os.path.join(self.round_folder(number), player, name), ignore_errors=True)
