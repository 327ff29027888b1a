/**
 * @file The loop's Python against other programs: its formulas against ours on every count, and the engine local against the
 * PyTorch code that our WGSL engine is tested with (src/lm/fixtures), which was written apart from it.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type AdvantageScale, groupAdvantages } from '../../curriculum/advantages.ts';
import { bandAround } from '../../curriculum/difficulty-filter.ts';
import { assess, weigh } from '../../curriculum/curriculum.ts';
import { scopesOf, type SuccessScope } from '../../curriculum/success.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const runs = (name: string, program: string) => spawnSync(name, ['-c', program]).status === 0;
const python = ['python3', '/usr/bin/python3'].find((name) => runs(name, ''));
const torch = ['python3', '/usr/bin/python3'].find((name) => runs(name, 'import torch'));

function run(name: string, program: string, input: unknown): unknown {
  const { stdout, stderr, status } = spawnSync(name, ['-c', program], {
    cwd: here,
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const successScopes: readonly SuccessScope[] = ['task', 'batch', 'epoch'];

/** Both programs work in double precision; their exp may differ in the last bit, and their sums in the order. */
const DIGITS = 12;

describe.skipIf(!python)('curriculum.py and pools.py (skipped without Python)', () => {
  const scales: AdvantageScale[] = [
    { scale: 'sample', epsilon: 1e-4 },
    { scale: 'population', epsilon: 1e-6 },
    { scale: 'none', epsilon: 0 },
  ];
  const bands = [
    { alpha: 0.5, kMin: 0.1, beta: 2, lambda: 1 },
    { alpha: 0.3, kMin: 0.2, beta: 50, lambda: 3 },
    { alpha: 0.5, kMin: 0.5, beta: 8, lambda: 0 },
  ];
  // Every k of groups of 10, two tasks a batch, every third not written by the environment.
  const tasks = Array.from({ length: 22 }, (_, i) => ({
    index: i,
    batch: Math.floor(i / 2),
    source: i % 3 === 0 ? 'replay' : 'environment',
    rewards: Array.from({ length: 10 }, (_, rollout) => (rollout < Math.floor(i / 2) ? 1 : rollout === 9 ? 0.3 : 0)),
  }));

  it('give the success, R_env, filter, weights and advantages that ours give', () => {
    const cases = successScopes.flatMap((successScope) =>
      bands.flatMap((band) =>
        scales.map((advantage) => ({
          settings: { ...band, successThreshold: 0.3, successScope },
          rules: { advantage, band: bandAround(band.alpha, band.kMin) },
        })),
      ),
    );
    const program = `
import json, sys
from genenv_loop.curriculum import verdicts
given = json.load(sys.stdin)
rewards = [task.pop("rewards") for task in given["tasks"]]
print(json.dumps([verdicts(given["tasks"], rewards, one["settings"], one["rules"]) for one in given["cases"]]))`;
    const found = run(python!, program, { tasks, cases }) as Record<string, unknown>[][];
    const seen = new Set<boolean>();
    cases.forEach(({ settings, rules }, i) => {
      const { counts, advantages } = assess({
        rollouts: tasks.flatMap(({ rewards }) => rewards.map((reward) => ({ rule: 'given' as const, reward }))),
        groupSizes: tasks.map(({ rewards }) => rewards.length),
        successThreshold: settings.successThreshold,
        scale: rules.advantage,
      });
      const { alpha, beta, lambda } = settings;
      const ours = weigh({
        counts,
        scopeOf: scopesOf(
          tasks.map(({ batch }) => batch),
          settings.successScope,
        ),
        reward: { kind: 'alpha', alpha, beta },
        penalties: tasks.map(() => 0),
        band: rules.band,
        lambda,
        own: tasks.map(({ source }) => source === 'environment'),
      });
      found[i].forEach((verdict, task) => {
        expect([verdict.count, verdict.scope, verdict.kept]).toEqual([
          counts[task],
          ours.scopes[task],
          ours.kept[task],
        ]);
        expect(verdict.environmentReward).toBeCloseTo(ours.rewards[task], DIGITS);
        expect(verdict.weight).toBeCloseTo(ours.weights[task], DIGITS);
        (verdict.advantages as number[]).forEach((advantage, rollout) =>
          expect(advantage).toBeCloseTo(advantages[10 * task + rollout], DIGITS),
        );
        seen.add(ours.kept[task]);
      });
    });
    expect(seen).toEqual(new Set([true, false]));
    expect(groupAdvantages([1, 0, 0, 0], scales[2])).toEqual([0.75, -0.25, -0.25, -0.25]);
  });
});

describe.skipIf(!torch)('the engine local (skipped without PyTorch)', () => {
  it('has the logits, losses and statistics of the fixtures’ PyTorch, over padded sequences', () => {
    const program = `
import itertools, json, sys
sys.path.append("${ROOT}src/lm/fixtures")
import torch, losses, hf_decoder
from genenv_loop import local_losses
from genenv_loop.local_llama import Llama
torch.manual_seed(1)
folder = "${ROOT}models/discovery-agent"
model, initial = Llama(folder), Llama(folder)
for weight in model.weights.values():
    weight += 0.05 * torch.randn(weight.shape)
exact = [{name: w.double() for name, w in one.weights.items()} for one in (model, initial)]
draw = lambda n: torch.randint(3, 34, (n,)).tolist()
sequences = [
    {"prompt": draw(p), "completion": draw(c), "logprobs": (-3 * torch.rand(c)).tolist(), "advantage": a, "weight": w}
    for p, c, a, w in ((5, 4, 1.5, 2.0), (3, 7, -0.5, 0.0), (8, 1, -0.5, 0.7))
]
for one in sequences:
    one["old_logprobs"], one["kl_weight"] = one["logprobs"], 1
differences = []
def compare(ours, theirs):
    loss, statistics = ours
    expected, numbers = theirs
    differences.append(float(abs(loss - expected)))
    names = {"klPerToken": "kl_per_token", "klPerSequence": "kl_per_sequence", "entropy": "entropy",
             "clipFraction": "clip_fraction", "meanRatio": "mean_ratio", "tokens": "tokens"}
    differences.extend(abs(statistics[a] - numbers[b]) / max(1, abs(numbers[b])) for a, b in names.items() if b in numbers)
for one in sequences:
    ids = one["prompt"] + one["completion"]
    padded = model.logits(torch.tensor([ids + [0, 0]]))[0, :-2]
    differences.append(float((padded - hf_decoder.logits(exact[0], model.config, ids)).abs().max()))
kinds = ("k3", "k3-clamped", "ratio-weighted", "exact"), ("sequence-mean", "token-mean", "constant-length"), (0, 1.5)
for estimator, aggregation, dual in itertools.product(*kinds):
    settings = {"agentTemperature": 0.8, "clipLow": 0.2, "clipHigh": 0.28, "dualClip": dual, "agentKlWeight": 0.1,
                "entropyWeight": 0.02}
    objective = {"temperature": 0.8, "clip_low": 0.2, "clip_high": 0.28, "dual_clip": dual, "kl_weight": 0.1,
                 "entropy_weight": 0.02, "kl_estimator": estimator, "aggregation": aggregation,
                 "max_completion_length": 9}
    compare(local_losses.grpo(model, initial, sequences, settings, {"klEstimator": estimator, "aggregation": aggregation}, 9),
            losses.grpo(*exact, model.config, sequences, objective))
mean = (2.0 + 0.7) / 2
normalised = [{**one, "weight": one["weight"] / mean} for one in sequences]
compare(local_losses.rwr(model, initial, sequences, {"environmentKlCap": 0, "environmentKlWeight": 0.5}),
        losses.rwr(*exact, model.config, normalised, {"temperature": 1, "kl_weight": 0.5}))
capped, statistics = local_losses.rwr(model, initial, sequences, {"environmentKlCap": 1e-6, "environmentKlWeight": 0.5})
differences.append(abs(float(capped) - statistics["klPerToken"]))
assert statistics["capAction"] == "kl-only"
print(json.dumps(differences))`;
    const differences = run(torch!, program, null) as number[];
    expect(differences.length).toBeGreaterThan(150);
    // The engine works in f32, the fixtures in f64.
    expect(Math.max(...differences)).toBeLessThan(1e-4);
  });
});
