/** @file The settings in the words of TRL and PEFT: what the loop on TRL (python/genenv/loop) is started with. */
import { advantageScale } from '../../genenv/loss-variants.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import { mostWrittenTokens } from '../../genenv/stages/write-tasks.ts';
import { type Family, PLAIN_TEXT } from '../../tasks/family.ts';
import { wordsOf } from '../../tasks/text.ts';

/** Subword tokens per word of a task language, and tokens that a chat template may add. */
const TOKENS_PER_WORD = 4;
const TEMPLATE_TOKENS = 128;

/** Tokens that go through a device at once; their logits must fit. */
const TOKENS_AT_ONCE = { learning: 8192, sampling: 65_536 };

/** The most tokens of a prompt, a task and an answer. */
export interface TokenLimits {
  prompt: number;
  task: number;
  answer: number;
}

export function tokenLimits(settings: Settings, families: readonly Family[]): TokenLimits {
  const room = (words: number) => TOKENS_PER_WORD * words + TEMPLATE_TOKENS;
  const prompts = evaluationTasksOf(families, { evalSplit: settings.evalSplit, evalTasks: 1 }, PLAIN_TEXT).map(
    ({ prompt }) => wordsOf(prompt).length,
  );
  // A family of natural language counts subwords itself.
  const most = (tokensOf: (family: Family) => number) =>
    Math.max(...families.map((family) => (family.chat ? tokensOf(family) : room(tokensOf(family)))));
  return {
    prompt: room(Math.max(0, ...prompts)),
    task: most((family) => mostWrittenTokens(settings, [family], 'environment')),
    answer: most(({ maxAnswerTokens }) => maxAnswerTokens),
  };
}

const trlLoss: Record<Settings['lossVariant'], string> = {
  grpo: 'grpo',
  dapo: 'dapo',
  'token-mean': 'dapo',
  dr_grpo: 'dr_grpo',
};

/** Sequences that go through a device at once. */
const atOnce = (tokens: number, { prompt, answer }: TokenLimits) => Math.max(1, Math.floor(tokens / (prompt + answer)));

/** The options of both TRL trainers for a player. */
const trainingOptions = (settings: Settings, player: 'agent' | 'environment', limits: TokenLimits) => ({
  seed: settings.seed,
  learning_rate: settings[`${player}LearningRate`],
  lr_scheduler_type: 'constant',
  adam_beta1: settings[`${player}Beta1`],
  adam_beta2: settings[`${player}Beta2`],
  adam_epsilon: settings[`${player}Epsilon`],
  weight_decay: settings[`${player}WeightDecay`],
  max_grad_norm: settings[`${player}ClipNorm`],
  per_device_train_batch_size: atOnce(TOKENS_AT_ONCE.learning, limits),
});

export const trlOptions = (settings: Settings, limits: TokenLimits) => ({
  /** Sequences that are sampled at once. */
  sequences: atOnce(TOKENS_AT_ONCE.sampling, limits),
  /** Fields of PEFT's LoraConfig; null: all weights learn. */
  lora:
    settings.training === 'full'
      ? null
      : { r: settings.loraRank, lora_alpha: settings.loraAlpha, target_modules: settings.loraTargets },
  /** Fields of TRL's GRPOConfig. */
  grpo: {
    ...trainingOptions(settings, 'agent', limits),
    num_generations: settings.groupSize,
    num_iterations: settings.innerEpochs,
    max_completion_length: limits.answer,
    // Greedy rollouts would give no group a difference.
    temperature: settings.agentTemperature || 1,
    top_k: settings.topK,
    top_p: settings.topP,
    loss_type: trlLoss[settings.lossVariant],
    scale_rewards: advantageScale(settings).scale === 'none' ? 'none' : 'group',
    epsilon: settings.clipLow,
    epsilon_high: settings.clipHigh,
    delta: settings.dualClip > 0 ? settings.dualClip : null,
    beta: settings.agentKlWeight,
    entropy_coef: settings.entropyWeight,
  },
  /** Fields of TRL's SFTConfig. The loss is the loop's own, over logits. */
  sft: { ...trainingOptions(settings, 'environment', limits), loss_type: 'nll' },
});
