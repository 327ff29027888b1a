import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bandAround, inBand } from '../../curriculum/difficulty-filter.ts';
import { environmentReward } from '../../curriculum/environment-reward.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { regressionWeight } from '../../curriculum/regression-weights.ts';
import { defaultSettings, parseSettings } from '../../genenv/settings/settings.ts';
import { FAMILIES, familyByName } from '../../tasks/registry.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { splitEpochs } from '../../store/run-store.ts';
import { parseSweep, sweepRuns } from '../../sweeps/sweep-file.ts';
import { armTitle } from '../../text/en/arms.ts';
import { openTableRun, smallSweep } from '../../sweeps/testing/table-runs.ts';
import type { AgentRow, EnvironmentRow } from './dataset.ts';
import { trlConfig, verlConfig } from './engine-configs.ts';
import { recipeWords } from '../../text/en/recipe.ts';
import { rewardSpec } from './reward-spec.ts';
import { trainerRecipe } from './trainer-recipe.ts';
import { toYaml } from './yaml.ts';

const python = spawnSync('python3', ['--version']).status === 0;
const pyYaml = python && spawnSync('python3', ['-c', 'import yaml']).status === 0;
const lengths = { prompt: 100, answer: 50 };

let events: RunEvent[];
/** The files of the recipe by their names. */
let recipe: Map<string, string>;
let folder: string;
const file = (path: string): string => recipe.get(path)!;
const rows = <Row>(path: string): Row[] =>
  file(path)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

/** A recipe in memory. */
async function recipeOf(epochs: Parameters<typeof trainerRecipe>[0]) {
  const files = new Map<string, string>();
  const notes = await trainerRecipe(epochs, recipeWords, async (path, text) => {
    files.set(path, (files.get(path) ?? '') + text);
  });
  return { files, notes };
}

/** Runs Python in the recipe's folder with JSON on standard input; its standard output as JSON. */
function runPython(program: string, input: unknown): unknown {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program], {
    cwd: folder,
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  const sweep = { ...smallSweep, settings: { ...smallSweep.settings, tasksPerEpoch: 8, kMin: 0.5 } };
  const [run] = await sweepRuns(parseSweep(JSON.stringify(sweep)), armTitle);
  events = [];
  for await (const event of openTableRun(run, new AbortController().signal)) events.push(event);
  recipe = (await recipeOf(splitEpochs(events))).files;
  folder = mkdtempSync(join(tmpdir(), 'genenv-recipe-'));
  for (const [path, text] of recipe) writeFileSync(join(folder, path), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the data sets', () => {
  it('hold D_train, each task once, with its first success', () => {
    const pool = events.flatMap((event) => (event.type === 'pools-updated' ? event.train : []));
    const agent = rows<AgentRow>('agent.jsonl');
    expect(agent.length).toBeGreaterThan(0);
    expect(agent.map(({ extra_info }) => extra_info.text)).toEqual(pool.map(({ text }) => text));
    for (const { data_source, prompt, reward_model, extra_info } of agent) {
      expect(data_source).toBe('genenv/household');
      expect(prompt).toEqual([{ role: 'user', content: `Household. ${extra_info.text}` }]);
      expect(JSON.parse(reward_model.ground_truth)).toMatchObject({ rule: 'exact' });
      expect(extra_info.pass_rate).toBeGreaterThanOrEqual(0);
      expect(extra_info.pass_rate).toBeLessThanOrEqual(1);
    }
  });

  it('hold D_env with the weights it was regressed on with', () => {
    const pairs = events.flatMap((event) => (event.type === 'pools-updated' ? event.environment : []));
    const environment = rows<EnvironmentRow>('environment.jsonl');
    expect(environment.map(({ prompt, weight }) => [prompt, weight])).toEqual(
      pairs.map(({ context, weight }) => [context, weight]),
    );
    for (const { prompt, completion } of environment) {
      const seed = prompt.split(' ').slice(2).join(' ');
      expect(familyByName('household').parse(`${seed} ${completion}`).ok).toBe(true);
    }
  });

  it('hold evaluation tasks which are not in training', () => {
    const train = new Set(rows<AgentRow>('agent.jsonl').map(({ extra_info }) => extra_info.text));
    const heldOut = rows<AgentRow>('held-out.jsonl');
    expect(heldOut).toHaveLength(familyByName('household').levels);
    for (const { extra_info } of heldOut) expect(train).not.toContain(extra_info.text);
  });

  it('leave out what is played in turns, and say so', async () => {
    const started = events[0] as Extract<RunEvent, { type: 'run-started' }>;
    const played = { ...started, settings: { ...started.settings, families: ['stateful-calls'] } };
    const empty = await recipeOf([[played]]);
    expect(empty.notes.map(recipeWords.note)).toEqual([
      expect.stringContaining('several turns are left out'),
      expect.stringContaining('D_train is empty'),
    ]);
    await expect(recipeOf([])).rejects.toThrow('does not begin with the start of a run');
  });

  it('are written while the run is read: before the next epoch, all of the one before', async () => {
    const epochs = splitEpochs(events);
    const written: string[] = [];
    let read = 0;
    async function* oneByOne() {
      for (const epoch of epochs) {
        const lines = written.filter((path) => path === 'environment.jsonl').length;
        // The file begins empty.
        expect(lines).toBe(read + 1);
        read += 1;
        yield epoch;
      }
    }
    const texts = new Map<string, string>();
    await trainerRecipe(oneByOne(), recipeWords, async (path, text) => {
      written.push(path);
      texts.set(path, (texts.get(path) ?? '') + text);
    });
    expect(read).toBe(epochs.length);
    expect(texts).toEqual(recipe);
  });
});

describe('the configurations', () => {
  it('say in the engines’ words what the settings say', () => {
    const settings = parseSettings({
      lossVariant: 'dr_grpo',
      advantageScale: 'variant',
      agentLearningRate: 1e-7,
      seed: 3,
    });
    expect(verlConfig(settings, lengths).config).toMatchObject({
      actor_rollout_ref: {
        actor: {
          loss_agg_mode: 'seq-mean-token-sum-norm',
          clip_ratio_low: 0.2,
          kl_loss_coef: 0.03,
          ppo_mini_batch_size: 8,
        },
        rollout: { n: 8, top_k: -1 },
      },
      algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: false },
    });
    expect(trlConfig(settings, lengths).config).toMatchObject({
      num_generations: 8,
      per_device_train_batch_size: 64,
      steps_per_generation: 2,
      max_steps: 360,
      loss_type: 'dr_grpo',
      scale_rewards: 'none',
      beta: 0.03,
      seed: 3,
    });
  });

  it('say what the engines do otherwise', () => {
    const { differences } = trlConfig(parseSettings({ tasksPerEpoch: 5, groupSize: 3 }), lengths);
    const sentences = differences.map(recipeWords.difference).join('\n');
    expect(sentences).toContain('15 rollouts cannot be dealt into 2 equal minibatches');
    expect(sentences).toContain('no entropy bonus');
    expect(file('README.md')).toContain('ddof 1, not 0');
  });

  it.skipIf(!pyYaml)('are read by PyYAML as they were meant (skipped without it)', () => {
    const program =
      'import json, sys, yaml; print(json.dumps([yaml.safe_load(text) for text in json.load(sys.stdin)]))';
    const settings = parseSettings({ agentLearningRate: 1e-7, agentEpsilon: 1e-8 });
    const configs = [verlConfig(settings, lengths).config, trlConfig(settings, lengths).config];
    expect(
      runPython(
        program,
        configs.map((config) => toYaml(config)),
      ),
    ).toEqual(configs);
  });
});

describe.skipIf(!python)('the Python files (skipped without python3)', () => {
  /** Right answers, play, and right answers damaged in many ways. */
  function answersTo(oracle: string, play: string, random: RandomStream): string[] {
    const words = oracle.split(' ');
    const at = random.integer(words.length);
    const replaced = (word: string) => words.map((own, i) => (i === at ? word : own)).join(' ');
    return [
      oracle,
      play,
      '',
      'none',
      replaced(random.choice(play.split(' '))),
      replaced(random.choice(words)),
      words.filter((_, i) => i !== at).join(' '),
      random.shuffle(words).join(' '),
      oracle.split(' & ').reverse().join(' & '),
      oracle.toUpperCase(),
      `${oracle} ${random.choice(words)}`,
      `  ${words.join('   ')} `,
    ];
  }

  // The rules of dialogues and of natural language stay with this program.
  it.each(FAMILIES.filter(({ maxTurns, chat }) => maxTurns === 1 && !chat).map(({ name }) => name))(
    '%s: the reward is the one given here',
    (name) => {
      const family = familyByName(name);
      const cases: { answer: string; truth: string; expected: number }[] = [];
      for (let i = 0; i < 60; i++) {
        const random = new RandomStream(4, 11, i);
        const text = family.sampleTask(1 + (i % family.levels), random);
        const parsed = family.parse(text);
        if (!parsed.ok) throw new Error(parsed.reason.code);
        const oracle = family.oracle(parsed.task);
        if (!oracle.solvable) throw new Error(oracle.reason.code);
        const truth = JSON.stringify(rewardSpec(family, text));
        for (const answer of answersTo(oracle.answers[0], family.play(parsed.task, random)[0], random))
          cases.push({ answer, truth, expected: family.score(parsed.task, [answer]).reward });
      }
      const program =
        'import json, sys; from reward import compute_score as score; ' +
        'print(json.dumps([score("", case["answer"], case["truth"]) for case in json.load(sys.stdin)]))';
      const rewards = runPython(program, cases) as number[];
      const wrong = cases.filter(({ expected }, i) => Math.abs(rewards[i] - expected) > 1e-12);
      expect(wrong).toEqual([]);
      expect(new Set(rewards).size).toBeGreaterThan(1);
    },
  );

  it('judge every rollout of the run that was exported, read from its own files, as the run did', () => {
    let texts = new Map<number, string>();
    let turns: string[] = [];
    const rewards = new Map<string, [answer: string, reward: number][]>();
    for (const event of events) {
      if (event.type === 'tasks-written') texts = new Map(event.texts.map(({ index, text }) => [index, text]));
      if (event.type === 'rolled-out') turns = event.rollouts.map((rollout) => rollout.turns[0]);
      if (event.type !== 'scored') continue;
      event.rollouts.forEach(({ task, reward }, i) => {
        const text = texts.get(task)!;
        rewards.set(text, [...(rewards.get(text) ?? []), [turns[i], reward]]);
      });
    }
    const program = `
import json, sys
from reward import compute_score
rollouts = json.load(sys.stdin)
found = []
for line in open("agent.jsonl", encoding="utf-8"):
    row = json.loads(line)
    truth = row["reward_model"]["ground_truth"]
    for answer, expected in rollouts[row["extra_info"]["text"]]:
        found.append([compute_score(row["data_source"], answer, truth, row["extra_info"]), expected])
print(json.dumps(found))`;
    const judged = runPython(program, Object.fromEntries(rewards)) as [number, number][];
    expect(judged.length).toBeGreaterThan(20);
    expect(judged.filter(([ours, expected]) => ours !== expected)).toEqual([]);
    expect(new Set(judged.map(([ours]) => ours))).toEqual(new Set([0, 1]));
  });

  it('name no file that is not in the recipe', () => {
    const present = new Set(recipe.keys());
    for (const [path, text] of [...recipe].filter(([name]) => /\.(py|yaml|sh|json)$/.test(name)))
      for (const [named] of text.matchAll(/[\w-]+\.(?:jsonl|py|yaml|json)\b/g))
        // What a person gives to weigh.py or gets from it is theirs.
        if (!['rollouts.jsonl', 'verdicts.jsonl'].includes(named))
          expect(present, `${path}: ${named}`).toContain(named);
  });

  it('answer with the last line of a completion, as a list for TRL', () => {
    const [{ reward_model }] = rows<AgentRow>('agent.jsonl');
    const { answer } = JSON.parse(reward_model.ground_truth) as { answer: string };
    const program =
      'import json, sys; from reward import genenv_reward as score; print(json.dumps(score(**json.load(sys.stdin))))';
    const completions = [`I think.\n\n${answer}\n`, [{ role: 'assistant', content: answer }], `${answer}\nor not`];
    expect(runPython(program, { completions, reward_model: completions.map(() => reward_model), other: 1 })).toEqual([
      1, 1, 0,
    ]);
  });

  it('filter and weigh as the settings say', () => {
    const { alpha, beta, lambda } = defaultSettings;
    const kMin = 0.5;
    const program = `
import json, sys
from weigh import verdicts
print(json.dumps(verdicts(json.load(sys.stdin), json.load(open("genenv.json")))))`;
    const rollouts = Array.from({ length: 9 }, (_, k) =>
      Array.from({ length: 8 }, (_, i) => ({ input: `task ${k}`, score: i < k ? 1 : 0 })),
    ).flat();
    const verdicts = runPython(program, rollouts) as Record<string, unknown>[];
    expect(verdicts).toHaveLength(9);
    verdicts.forEach(({ count, environmentReward: found, kept, weight }, k) => {
      const reward = environmentReward(k / 8, alpha, beta);
      const inside = inBand({ k, n: 8 }, bandAround(alpha, kMin));
      expect([count, kept]).toEqual([{ k, n: 8 }, inside]);
      expect(found).toBeCloseTo(reward, 12);
      expect(weight).toBeCloseTo(inside ? regressionWeight(reward, lambda) : 0, 12);
    });
  });

  it('is Python: the TRL script compiles', () => {
    expect(
      runPython('import json; compile(open("train_trl.py").read(), "t", "exec"); print(json.dumps(1))', null),
    ).toBe(1);
  });
});
