/**
 * @file The options that say in each engine's words what the settings say, and the commands by which the round loop samples
 * and trains where the engine is not in its process. In a command, {model} is the player's folder of weights before this
 * round, {initial} the one it started from, {request} a JSON file and {out} where the results go (genenv_loop/commands.py).
 */
import type { Settings } from '../../genenv/settings/settings.ts';
import { type Lengths, trlConfig, verlConfig } from '../recipe/engine-configs.ts';
import type { YamlValue } from '../recipe/yaml.ts';

interface YamlMap {
  readonly [name: string]: YamlValue;
}

const script = (name: string, operands: string) => `{python} -m genenv_loop.${name} ${operands}`;
const launched = (name: string, operands: string) => `accelerate launch -m genenv_loop.${name} ${operands}`;

const UPDATE = '{initial} {model} {request} {out}';

/** What the trainers of a round set themselves, from the tasks that the round has and where they compute. */
const SET_BY_ROUND = [
  ...['output_dir', 'max_steps', 'steps_per_generation', 'gradient_accumulation_steps', 'logging_steps', 'report_to'],
];

/** Sequences that go through a device at once: as many as have this many tokens together, and their logits fit. */
const TOKENS_AT_ONCE = { learning: 8192, sampling: 65_536 };
const atOnce = (tokens: number, { prompt, answer }: Lengths) => Math.max(1, Math.floor(tokens / (prompt + answer)));

const without = (config: YamlMap, names: readonly string[]): YamlMap =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));

/** Fields of TRL's GRPOConfig. */
const grpoOptions = (settings: Settings, lengths: Lengths): YamlMap => ({
  ...without(trlConfig(settings, lengths).config, SET_BY_ROUND),
  per_device_train_batch_size: atOnce(TOKENS_AT_ONCE.learning, lengths),
  // TRL has an entropy bonus since 1.10.
  entropy_coef: settings.entropyWeight,
});

/** Fields of TRL's SFTConfig. */
const sftOptions = (settings: Settings, lengths: Lengths): YamlMap => ({
  seed: settings.seed,
  learning_rate: settings.environmentLearningRate,
  lr_scheduler_type: 'constant',
  adam_beta1: settings.environmentBeta1,
  adam_beta2: settings.environmentBeta2,
  adam_epsilon: settings.environmentEpsilon,
  weight_decay: settings.environmentWeightDecay,
  max_grad_norm: settings.environmentClipNorm,
  per_device_train_batch_size: atOnce(TOKENS_AT_ONCE.learning, lengths),
  // The plain loss: the script has its own, over logits.
  loss_type: 'nll',
});

/** What verl's configuration has beside that of the exported recipe. */
function ppoOptions(settings: Settings, lengths: Lengths): YamlMap {
  const { config } = verlConfig(settings, lengths);
  const { optim } = (config.actor_rollout_ref as { actor: { optim: YamlMap } }).actor;
  const data = config.data as YamlMap;
  // Set by the round, from the tasks that it has.
  const lasting = { ...config, data: without(data, ['train_files', 'val_files', 'train_batch_size']) };
  return merge(lasting, {
    actor_rollout_ref: {
      actor: { optim: { ...optim, betas: [settings.agentBeta1, settings.agentBeta2] } },
    },
    trainer: { project_name: 'genenv', nnodes: 1, n_gpus_per_node: 8 },
  });
}

const isMap = (value: YamlValue | undefined): value is YamlMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `changes` over `config`, map by map. */
const merge = (config: YamlMap, changes: YamlMap): YamlMap =>
  Object.fromEntries(
    [...new Set([...Object.keys(config), ...Object.keys(changes)])].map((name) => {
      const [own, change] = [config[name], changes[name]];
      return [name, isMap(own) && isMap(change) ? merge(own, change) : (change ?? own)];
    }),
  );

/** By the names in LOOP_ENGINES. */
export const loopEngines = (settings: Settings, lengths: Lengths): YamlMap => ({
  trl: {
    sequences: atOnce(TOKENS_AT_ONCE.sampling, lengths),
    grpo: grpoOptions(settings, lengths),
    sft: sftOptions(settings, lengths),
  },
  verl: {
    generate: script('vllm_generate', '{model} {request} {out}'),
    agent: script('verl_agent', UPDATE),
    // verl's own supervised trainer has neither weights nor a reference model.
    environment: launched('trl_environment', UPDATE),
    train: '{python} -m verl.trainer.main_ppo --config-path {folder} --config-name ppo',
    ppo: ppoOptions(settings, lengths),
  },
  local: {
    generate: script('local_generate', '{model} {request} {out}'),
    agent: script('local_agent', UPDATE),
    environment: script('local_environment', UPDATE),
  },
});
