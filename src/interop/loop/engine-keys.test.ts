/**
 * @file The options, columns and names by which the round loop speaks to TRL and verl, against lists taken from their sources
 * (testing/engine_keys.py made testing/engine-keys.json). What the engines do with them was not run here.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../genenv/settings/settings.ts';
import { CHECKED_VERSIONS } from './checked-versions.ts';
import { loopEngines } from './engine-commands.ts';
import logHistory from './testing/trl-log-history.json' with { type: 'json' };
import keys from './testing/engine-keys.json' with { type: 'json' };

const here = fileURLToPath(new URL('.', import.meta.url));
const source = (name: string) => readFileSync(`${here}/genenv_loop/${name}.py`, 'utf8');
const python = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['--version']).status === 0);

const pyYaml = python !== undefined && spawnSync(python, ['-c', 'import yaml']).status === 0;

function run(program: string, input: unknown): unknown {
  const options = { cwd: here, input: JSON.stringify(input), encoding: 'utf8' as const };
  const { stdout, stderr, status } = spawnSync(python!, ['-c', program], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

interface Tree {
  [name: string]: unknown;
}

/** Dotted names of what is no map. */
const leaves = (config: Tree, prefix = ''): string[] =>
  Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value as Tree, `${prefix}${name}.`)
      : [prefix + name],
  );

/**
 * Options of transformers.TrainingArguments, which both configurations of TRL extend: from its documentation, not its
 * source.
 */
const TRAINING_ARGUMENTS = [
  ...['output_dir', 'seed', 'max_steps', 'per_device_train_batch_size', 'gradient_accumulation_steps'],
  ...['lr_scheduler_type', 'adam_beta1', 'adam_beta2', 'adam_epsilon', 'weight_decay', 'max_grad_norm', 'report_to'],
  ...['save_steps', 'save_strategy', 'ignore_data_skip', 'remove_unused_columns', 'use_cpu', 'disable_tqdm'],
];

/** The options that a script gives to a configuration, beside those of loop.yaml. */
const optionsOf = (script: string, begin: string, end: string): string[] => {
  const common = source('trl_player').split('def common_options')[1];
  const own = source(script).split(begin)[1].split(end)[0];
  return [...(common + own).matchAll(/"(\w+)": /g)].map(([, name]) => name);
};

const lengths = { prompt: 100, answer: 50 };
const engines = loopEngines(defaultSettings, lengths) as Record<string, Record<string, Tree>>;

it('says in the engines’ words what the settings say', () => {
  const options = { lossVariant: 'dr_grpo', advantageScale: 'variant', agentTemperature: 0, seed: 3 } as const;
  const { trl, verl } = loopEngines({ ...defaultSettings, ...options }, lengths);
  expect(verl).toMatchObject({
    ppo: {
      actor_rollout_ref: {
        actor: { loss_agg_mode: 'seq-mean-token-sum-norm', clip_ratio_low: 0.2, kl_loss_coef: 0.03 },
        rollout: { n: 8, top_k: -1, temperature: 1 },
      },
      algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: false },
    },
  });
  expect(trl).toMatchObject({
    grpo: { num_generations: 8, loss_type: 'dr_grpo', scale_rewards: 'none', beta: 0.03, seed: 3, temperature: 1 },
  });
});

it('names the versions that the lists were taken from', () => {
  expect(CHECKED_VERSIONS.trl).toContain(keys.trl.version);
  expect(CHECKED_VERSIONS.verl).toContain(keys.verl.version);
});

describe('TRL', () => {
  it.each([
    ['grpo', 'trl_agent', 'GRPOConfig'],
    ['sft', 'trl_environment', 'SFTConfig'],
  ] as const)('%s has options of its configuration only', (options, script, config) => {
    const known = [...keys.trl[config], ...TRAINING_ARGUMENTS];
    const set = optionsOf(script, 'sizes = ', 'player.learn');
    expect(set.length).toBeGreaterThan(5);
    for (const name of [...Object.keys(engines.trl[options]), ...set]) expect(known, name).toContain(name);
  });

  it('trains the agent alone with options of its configuration only', () => {
    const set = optionsOf('agent_alone', 'def grpo_options', 'def verl_options');
    const known = [...keys.trl.GRPOConfig, ...TRAINING_ARGUMENTS, 'groupSize'];
    expect(set).toContain('max_steps');
    for (const name of set) expect(known, name).toContain(name);
  });

  it('logs the metrics that steps are made of, and has the functions that trainers call', () => {
    const named = [...source('trl_steps').matchAll(/line(?:\.get\(|\[)"([^"]+)"/g)].map(([, name]) => name);
    // Logged by Trainer itself, and by our code.
    const own = ['loss', 'grad_norm', 'step', 'mean_ratio'];
    expect(named).toContain('clip_ratio/region_mean');
    for (const name of named) expect([...keys.trl.metrics, ...own], name).toContain(name);
    for (const name of keys.trl.models) expect(source('trl_environment')).toContain(name);
  });

  it.skipIf(!python)('makes steps of a log whose second step generated nothing (skipped without Python)', () => {
    const program = `
import json, sys
from genenv_loop.trl_steps import logged_steps, statistics
rollouts = [{"ids": [1] * 18}, {"ids": [1] * 8}]
print(json.dumps([statistics(line, rollouts, 2, 5) for line in logged_steps(json.load(sys.stdin), 0)]))`;
    const steps = run(program, logHistory) as { loss: number; klPerToken: number; klPerSequence: number }[];
    expect(steps.map(({ loss }) => loss)).toEqual(logHistory.slice(1, 3).map(({ loss }) => loss));
    for (const step of steps) expect(step.klPerSequence).toBeCloseTo(13 * step.klPerToken, 12);
    expect(steps[1]).toMatchObject({ tokens: 13, flops: 5, clipFraction: 0, meanRatio: logHistory[2].mean_ratio });
  });
});

it.skipIf(!python)('reads where transformers 4 and 5 write the base of rotations (skipped without Python)', () => {
  const program = `
import json, sys
from genenv_loop.model_config import rope_theta
print(json.dumps([rope_theta(config) for config in json.load(sys.stdin)]))`;
  const five = { rope_theta: 100, rope_type: 'default' };
  const configs = [{ rope_parameters: five }, { rope_theta: 500, rope_scaling: null }, {}];
  expect(run(program, configs)).toEqual([100, 500, 10000]);
  expect(() => run(program, [{ rope_parameters: { ...five, rope_type: 'yarn' } }])).toThrow(/does not scale.*yarn/);
});

describe.skipIf(!python)('verl (skipped without Python)', () => {
  const request = {
    settings: defaultSettings,
    tasks: [{ task: 4, family: 'household', text: 'clean mug', prompt: '<household> clean mug <sep>', messages: null }],
    maxAnswerTokens: 50,
  };
  const program = `
import json, sys
from genenv_loop.verl_config import configuration, row
given = json.load(sys.stdin)
config = configuration(given["ppo"], given["request"], "initial", "rounds/0001/agent/model", "tasks.parquet", "out")
print(json.dumps([config, row(given["request"]["tasks"][0], 50)]))`;
  const made = () => run(program, { ppo: engines.verl.ppo, request }) as [Tree, Tree];

  it('has keys of its PPO configuration only, and those of the round over those of loop.yaml', () => {
    const [config] = made();
    const { hydra, defaults, ...own } = config;
    expect([hydra, defaults]).toEqual([{ searchpath: ['pkg://verl.trainer.config'] }, ['ppo_trainer', '_self_']]);
    for (const name of leaves(own)) expect(keys.verl.ppo_trainer, name).toContain(name);
    expect(config).toMatchObject({
      actor_rollout_ref: {
        model: { path: 'initial' },
        actor: { ppo_mini_batch_size: 1, kl_loss_coef: defaultSettings.agentKlWeight },
        rollout: { name: 'vllm', n: defaultSettings.groupSize },
      },
      trainer: { total_training_steps: 1, resume_mode: 'disable', test_freq: -1 },
      data: { train_batch_size: 1, max_prompt_length: 100 },
    });
  });

  it.skipIf(!pyYaml)('trains the agent alone with keys of its configuration only (skipped without PyYAML)', () => {
    const alone = `
import json, sys
from genenv_loop.agent_alone import grpo_options, verl_options
given = json.load(sys.stdin)
settings = given["settings"]
print(json.dumps([verl_options(given["verl"]["ppo"], settings, 8, "initial", "/out"),
                  grpo_options(given["trl"]["grpo"], settings, 5, 1)]))`;
    const settings = { ...defaultSettings, epochs: 12, evalEvery: 3, groupSize: 3, minibatches: 2, innerEpochs: 4 };
    const [verl, trl] = run(alone, { settings, verl: engines.verl, trl: engines.trl }) as [Tree, Tree];
    const { hydra: _, defaults: __, ...own } = verl;
    for (const name of leaves(own)) expect(keys.verl.ppo_trainer, name).toContain(name);
    expect(verl).toMatchObject({
      data: { train_files: '/out/train.parquet', val_files: '/out/held-out.parquet', train_batch_size: 8 },
      actor_rollout_ref: { model: { path: 'initial' }, actor: { ppo_mini_batch_size: 4 } },
      trainer: { total_training_steps: 12, test_freq: 3 },
    });
    // 15 rollouts are no two equal minibatches, so there is one; four passes over it are four steps.
    expect(trl).toMatchObject({ max_steps: 48, save_steps: 12 });
    expect(Number(trl.per_device_train_batch_size) * Number(trl.steps_per_generation)).toBe(15);
  });

  it('has rows with the columns that its data set and its reward manager read, and its arguments', () => {
    const [, row] = made();
    for (const name of ['data_source', 'prompt', 'reward_model', 'extra_info']) {
      expect(keys.verl.columns, name).toContain(name);
      expect(row, name).toHaveProperty(name);
    }
    expect(row).toMatchObject({
      prompt: [{ role: 'user', content: '<household> clean mug <sep>' }],
      extra_info: { index: 4 },
    });
    const { ground_truth: truth } = row.reward_model as { ground_truth: string };
    expect(JSON.parse(truth)).toEqual({ task: 4, family: 'household', text: 'clean mug', maxAnswerTokens: 50 });
    for (const name of keys.verl.rewardArguments) expect(source('verl_reward')).toMatch(new RegExp(`[(, ]${name}[,=]`));
  });

  it('logs the metrics that a step is made of', () => {
    const named = [...source('verl_agent').matchAll(/"(actor\/\w+)"/g)].map(([, name]) => name);
    expect(named).toContain('actor/pg_loss');
    for (const name of named) expect(keys.verl.metrics, name).toContain(name);
  });

  it('deals rollouts and pairs to TRL so that nothing is left over', () => {
    const deal = `
import json, sys
from genenv_loop.trl_batches import batches, dealt, rows
given = json.load(sys.stdin)
print(json.dumps([
    [batches(*one) for one in given["rollouts"]], rows(given["pairs"], 4), [dealt([*range(8)], 2, n) for n in (1, 2)],
]))`;
    const rollouts = [
      [128, 2, 8, 8],
      [120, 4, 8, 8],
      [15, 2, 1, 8],
    ];
    const pairs = [
      { contextIds: [1, 2], writtenIds: [3, 4, 5], weight: 3 },
      { contextIds: [1], writtenIds: [3, 4], weight: 1 },
      { contextIds: [1], writtenIds: [3], weight: 0 },
    ];
    interface Row {
      weight: number;
      share: number;
      begin: number;
      input_ids: number[];
    }
    const [sizes, rows, orders] = run(deal, { rollouts, pairs }) as [[number, number, number][], Row[], number[][]];
    // Two processes have the two halves; the minibatches of both together are those of one process.
    expect(orders).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [0, 1, 4, 5, 2, 3, 6, 7],
    ]);
    sizes.forEach(([device, accumulation, generation], i) => {
      const [count, minibatches, processes, most] = rollouts[i];
      expect(device * processes * generation).toBe(count);
      expect(generation % accumulation).toBe(0);
      expect([1, minibatches]).toContain(generation / accumulation);
      expect(device).toBeLessThanOrEqual(most);
    });
    // w over the mean weight 2, over the 5 tokens of pairs with a weight; a share of the 6 tokens; one row to fill up.
    expect(rows.map(({ weight }) => weight)).toEqual([3 / 2 / 5, 1 / 2 / 5, 0, 0]);
    expect(rows.map(({ share }) => share)).toEqual([1 / 6, 1 / 6, 1 / 6, 0]);
    expect(rows[0]).toMatchObject({ input_ids: [1, 2, 3, 4, 5], begin: 2 });
  });
});

it.skipIf(!python)('is Python: every file compiles (skipped without Python)', () => {
  const compile = `
import glob, json
files = sorted(glob.glob("genenv_loop/*.py"))
for name in files:
    compile(open(name, encoding="utf-8").read(), name, "exec")
print(json.dumps(files))`;
  expect((run(compile, null) as string[]).length).toBeGreaterThan(15);
});
