/**
 * @file The options that say in each engine's words what the settings say, and the commands by which the round loop samples
 * and trains where the engine is not in its process. In a command, {model} is the player's folder of weights before this
 * round, {initial} the one it started from, {request} a JSON file and {out} where the results go (genenv_loop/commands.py).
 */
import { advantageScale } from '../../genenv/loss-variants.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { YamlValue } from './yaml.ts';

export const LOOP_ENGINES = ['trl', 'verl', 'local'] as const;
export type LoopEngine = (typeof LOOP_ENGINES)[number];

type YamlMap = Readonly<Record<string, YamlValue>>;

/** The most tokens. */
interface Lengths {
  prompt: number;
  answer: number;
}

const script = (name: string, operands: string) => `{python} -m genenv_loop.${name} ${operands}`;
const launched = (name: string, operands: string) => `accelerate launch -m genenv_loop.${name} ${operands}`;

const UPDATE = '{initial} {model} {request} {out}';

/** Sequences that go through a device at once: as many as have this many tokens together, and their logits fit. */
const TOKENS_AT_ONCE = { learning: 8192, sampling: 65_536 };
const atOnce = (tokens: number, { prompt, answer }: Lengths) => Math.max(1, Math.floor(tokens / (prompt + answer)));

/** Far beyond anything that is clipped. */
const NEVER = 1e9;

/** Greedy rollouts would give no group a difference. */
const temperatureOf = (settings: Settings) => settings.agentTemperature || 1;

const trlLoss: Record<Settings['lossVariant'], string> = {
  grpo: 'grpo',
  dapo: 'dapo',
  'token-mean': 'dapo',
  dr_grpo: 'dr_grpo',
};

/** The options of both TRL trainers for a player. */
const trainingOptions = (settings: Settings, player: 'agent' | 'environment', lengths: Lengths): YamlMap => ({
  seed: settings.seed,
  learning_rate: settings[`${player}LearningRate`],
  lr_scheduler_type: 'constant',
  adam_beta1: settings[`${player}Beta1`],
  adam_beta2: settings[`${player}Beta2`],
  adam_epsilon: settings[`${player}Epsilon`],
  weight_decay: settings[`${player}WeightDecay`],
  max_grad_norm: settings[`${player}ClipNorm`],
  per_device_train_batch_size: atOnce(TOKENS_AT_ONCE.learning, lengths),
});

/** Fields of TRL's GRPOConfig. */
const grpoOptions = (settings: Settings, lengths: Lengths): YamlMap => ({
  ...trainingOptions(settings, 'agent', lengths),
  num_generations: settings.groupSize,
  num_iterations: settings.innerEpochs,
  max_completion_length: lengths.answer,
  temperature: temperatureOf(settings),
  top_k: settings.topK,
  top_p: settings.topP,
  loss_type: trlLoss[settings.lossVariant],
  scale_rewards: advantageScale(settings).scale === 'none' ? 'none' : 'group',
  epsilon: settings.clipLow,
  epsilon_high: settings.clipHigh,
  delta: settings.dualClip > 0 ? settings.dualClip : null,
  beta: settings.agentKlWeight,
  // TRL has an entropy bonus since 1.10.
  entropy_coef: settings.entropyWeight,
});

/** Fields of TRL's SFTConfig. The plain loss: the script has its own, over logits. */
const sftOptions = (settings: Settings, lengths: Lengths): YamlMap => ({
  ...trainingOptions(settings, 'environment', lengths),
  loss_type: 'nll',
});

const verlAggregation: Record<Settings['lossVariant'], string> = {
  grpo: 'seq-mean-token-mean',
  dapo: 'token-mean',
  'token-mean': 'token-mean',
  dr_grpo: 'seq-mean-token-sum-norm',
};

/** For `python -m verl.trainer.main_ppo`; what is trained on follows (genenv_loop/verl_config.py). */
const ppoOptions = (settings: Settings, lengths: Lengths): YamlMap => ({
  hydra: { searchpath: ['pkg://verl.trainer.config'] },
  defaults: ['ppo_trainer', '_self_'],
  data: { max_prompt_length: lengths.prompt, max_response_length: lengths.answer },
  actor_rollout_ref: {
    actor: {
      ppo_micro_batch_size_per_gpu: 1,
      ppo_epochs: settings.innerEpochs,
      clip_ratio_low: settings.clipLow,
      clip_ratio_high: settings.clipHigh,
      clip_ratio_c: settings.dualClip || NEVER,
      loss_agg_mode: verlAggregation[settings.lossVariant],
      entropy_coeff: settings.entropyWeight,
      use_kl_loss: settings.agentKlWeight > 0,
      kl_loss_coef: settings.agentKlWeight,
      kl_loss_type: 'low_var_kl',
      grad_clip: settings.agentClipNorm || NEVER,
      optim: {
        lr: settings.agentLearningRate,
        weight_decay: settings.agentWeightDecay,
        betas: [settings.agentBeta1, settings.agentBeta2],
      },
    },
    rollout: {
      // verl has no default for it.
      name: 'vllm',
      n: settings.groupSize,
      temperature: temperatureOf(settings),
      top_k: settings.topK || -1,
      top_p: settings.topP,
      log_prob_micro_batch_size_per_gpu: 1,
      val_kwargs: {
        n: settings.evalSamples,
        temperature: settings.evalTemperature,
        do_sample: settings.evalTemperature > 0,
      },
    },
    ref: { log_prob_micro_batch_size_per_gpu: 1 },
  },
  algorithm: {
    adv_estimator: 'grpo',
    norm_adv_by_std_in_grpo: advantageScale(settings).scale !== 'none',
    use_kl_in_reward: false,
  },
  trainer: { project_name: 'genenv', experiment_name: `seed-${settings.seed}`, nnodes: 1, n_gpus_per_node: 8 },
});

/** Fields of PEFT's LoraConfig; null: all weights learn. */
const loraOptions = ({ training, loraRank, loraAlpha, loraTargets }: Settings): YamlMap | null =>
  training === 'full' ? null : { r: loraRank, lora_alpha: loraAlpha, target_modules: loraTargets };

/** By the names in LOOP_ENGINES. */
export const loopEngines = (settings: Settings, lengths: Lengths): Readonly<Record<LoopEngine, YamlMap>> => ({
  trl: {
    sequences: atOnce(TOKENS_AT_ONCE.sampling, lengths),
    lora: loraOptions(settings),
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
