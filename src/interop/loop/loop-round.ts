/**
 * @file Computes a round of the loop on TRL (python/genenv/loop): success, R_env, filter, regression weights, pools and
 * events (Algorithm 1, steps 2 and 4). The loop has already sampled the rollouts, and the judge has scored them. Also
 * turns the settings into options of TRL and PEFT.
 */
import { groupBy } from '../../common/mean.ts';
import { groupAdvantages, isMixed } from '../../curriculum/curriculum.ts';
import { joinEvents, noCost } from '../../genenv/log/epoch-events.ts';
import {
  type Cost,
  type EnvironmentUpdated,
  EVENT_VERSION,
  type HeldOut,
  type Rollout,
  type RunEvent,
  type RunStarted,
  type ScoredRollout,
  type TasksWritten,
  type TaskText,
} from '../../genenv/log/events.ts';
import { advantageScale } from '../../genenv/epoch-settings.ts';
import { growPools, isValidTrace } from '../../genenv/pools.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { arms } from '../../genenv/sources/arms.ts';
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import { type AttemptedTask, knownCandidate } from '../../genenv/stages/inspect-task.ts';
import { countGroups, judgeGroups } from '../../genenv/stages/score-groups.ts';
import { countsByFamily, recentSuccess } from '../../genenv/stages/score-rollouts.ts';
import { summariseEpoch } from '../../genenv/stages/summarise-epoch.ts';
import { nothingLearned } from '../../genenv/stages/update-agent.ts';
import { environmentPairs } from '../../genenv/stages/update-environment.ts';
import { mostWrittenTokens } from '../../genenv/stages/write-tasks.ts';
import type { PolicyDescription, UpdateStats } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { type Family, PLAIN_TEXT, promptForm } from '../../tasks/family.ts';
import { wordsOf } from '../../tasks/text.ts';

export interface LoopRules {
  settings: Settings;
  families: readonly Family[];
  tokenizer: TextTokenizer;
}

export type LoopRollout = Omit<Rollout, 'mask' | 'observations'> &
  Pick<ScoredRollout, 'reward' | 'wellFormed' | 'reason'>;

export interface RolledOutRound {
  epoch: number;
  recentSuccess: Record<string, number>;
  tasks: readonly { text: TaskText; contextIds: number[] }[];
  rollouts: readonly LoopRollout[];
}

export interface UpdatedRound extends RolledOutRound {
  /** All texts of the round, including texts that the agent did not attempt. */
  texts: TaskText[];
  agentSteps: UpdateStats[];
  environment: Pick<EnvironmentUpdated, 'steps' | 'klPerSequence' | 'cap'>;
  /** Number of pairs that the environment's regression drew from: pairs of this round and recent ones. */
  window: number;
  /** Sizes of D_train and D_env before the round, in entries. */
  trainSize: number;
  environmentSize: number;
  heldOut: HeldOut | null;
  /** Number of weights of each player. */
  parameters: { agent: number; environment: number };
  /** Numbers of tokens that the environment wrote, and that it read as contexts. */
  written: { tokens: number; contextTokens: number };
}

/** Floating-point operations per weight and token in a forward pass. */
const SAMPLING_FLOPS = 2;

export const environmentLearns = ({ arm, whoLearns }: Settings): boolean =>
  arms[arm].environment === 'learns' && whoLearns === 'both';

/** Returns the advantages of each group, or null for a group that the agent does not learn from. */
export const advantagesOf = (settings: Settings, groups: readonly (readonly number[])[]): (number[] | null)[] =>
  groups.map((rewards) =>
    settings.groupsInLoss === 'mixed' && !isMixed(rewards) ? null : groupAdvantages(rewards, advantageScale(settings)),
  );

function judge({ settings, families, tokenizer }: LoopRules, { epoch, tasks, rollouts }: RolledOutRound) {
  const byTask = groupBy(rollouts, ({ task }) => task);
  const groups = tasks.map(({ text: { index, batch, source, text } }) => ({
    ...{ task: index, batch, source, text },
    rollouts: (byTask.get(index) ?? []).map(({ task, rollout, wellFormed, reason, reward }) => ({
      ...{ task, rollout, wellFormed, reason },
      question: { rule: 'given' as const, reward },
    })),
  }));
  const { scored, filtered } = judgeGroups(settings, arms[settings.arm], epoch, groups);
  const rolledOut = {
    type: 'rolled-out' as const,
    epoch,
    rollouts: rollouts.map(({ task, rollout, turns, finish, ids, tokens, logprobs }): Rollout => {
      const mask = ids.map(() => 1 as const);
      return { task, rollout, turns, finish, ids, tokens, logprobs, mask, observations: [] };
    }),
  };
  const candidates = tasks.map(({ text, contextIds }) => {
    const family = families.find(({ name }) => name === text.family)!;
    return { ...knownCandidate(family, text, promptForm(tokenizer.chat)), contextIds };
  });
  const attempted = joinEvents(candidates, rolledOut, scored, filtered) as AttemptedTask[];
  return { rolledOut, scored, filtered, attempted, pairs: environmentPairs(epoch, attempted) };
}

/** Returns the weighted pairs that pass the filter, the new recent success, and the round's entries of D_train. */
export function weighRound(rules: LoopRules, round: RolledOutRound) {
  const { attempted, pairs } = judge(rules, round);
  const counts = countsByFamily(rules.families, attempted);
  const before = { epoch: round.epoch - 1, recentSuccess: round.recentSuccess };
  return {
    pairs,
    recentSuccess: recentSuccess(rules.settings, before, counts),
    train: attempted
      .filter(({ rollouts }) => rollouts.some(isValidTrace))
      .map(({ family, text, scored: { count } }) => ({ family, text, success: count.k / count.n })),
    traces: attempted.flatMap(({ rollouts }) => rollouts).filter(isValidTrace).length,
  };
}

export function roundEvents(rules: LoopRules, round: UpdatedRound): RunEvent[] {
  const { settings, families, tokenizer } = rules;
  const { epoch, texts, agentSteps, environment, window, heldOut } = round;
  const { rolledOut, scored, filtered, attempted, pairs } = judge(rules, round);
  const counts = countsByFamily(families, attempted);
  const { recentSuccess: before } = round;
  const state = { epoch, recentSuccess: recentSuccess(settings, { epoch: epoch - 1, recentSuccess: before }, counts) };
  const tasksWritten: TasksWritten = { type: 'tasks-written', epoch, recentSuccess: before, texts };
  const learned = attempted.some(({ rollouts }) => isMixed(rollouts.map(({ score }) => score.reward)));
  return [
    tasksWritten,
    rolledOut,
    scored,
    filtered,
    {
      ...{ type: 'agent-updated', epoch, steps: agentSteps, ...countGroups(attempted) },
      note: learned ? null : nothingLearned(settings, epoch, attempted),
    },
    {
      ...{ type: 'environment-updated', epoch, ...environment, pairs: window },
      note: environmentNote(settings, round),
    },
    growPools(round, epoch, attempted, pairs),
    summariseEpoch({
      ...{ families, tokenizer, tasksWritten, rolledOut, scored, counts, filtered, heldOut, state },
      cost: costOf(rules, round),
    }),
  ];
}

function environmentNote(settings: Settings, { environment: { steps }, window }: UpdatedRound) {
  if (arms[settings.arm].environment !== 'learns') return { code: 'environment-frozen' } as const;
  if (!environmentLearns(settings)) return { code: 'switched-off' } as const;
  return steps.length === 0 && window === 0
    ? ({ code: 'nothing-kept', epochs: settings.environmentReplayEpochs } as const)
    : null;
}

function costOf({ tokenizer }: LoopRules, round: UpdatedRound): Cost {
  const { tasks, rollouts, agentSteps, environment, parameters, written } = round;
  const prompts = new Map(tasks.map(({ text }) => [text.index, tokenizer.encode(text.prompt).length]));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const agentTokens = sum(rollouts.map(({ ids }) => ids.length));
  const read = sum(rollouts.map(({ task }) => prompts.get(task)!));
  const trained = (steps: readonly Pick<UpdateStats, 'flops'>[]) => sum(steps.map(({ flops }) => flops));
  return {
    agentTokens,
    environmentTokens: written.tokens,
    agentFlops: SAMPLING_FLOPS * parameters.agent * (agentTokens + read) + trained(agentSteps),
    environmentFlops:
      SAMPLING_FLOPS * parameters.environment * (written.tokens + written.contextTokens) + trained(environment.steps),
    agentRollouts: rollouts.length,
  };
}

export const startEvent = (
  settings: Settings,
  players: Record<'agent' | 'environment', PolicyDescription>,
  heldOut: HeldOut | null,
): RunStarted => ({
  ...{ type: 'run-started', version: EVENT_VERSION, settings, ...players, heldOut, fixedTasks: [], cost: noCost() },
});

/** Upper estimate of subword tokens per word of a task language. */
const TOKENS_PER_WORD = 4;
/** Upper estimate of the tokens that a chat template adds. */
const TEMPLATE_TOKENS = 128;

/** Maximum number of tokens that a device processes at once, so that the logits fit into its memory. */
const TOKENS_AT_ONCE = { learning: 8192, sampling: 65_536 };

/** Maximum numbers of tokens in a prompt, a task and an answer. */
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
  // Limits of families with chat already count subword tokens. Other families count words.
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

/** Returns the number of sequences of maximum length that a device processes at once. */
const atOnce = (tokens: number, { prompt, answer }: TokenLimits) => Math.max(1, Math.floor(tokens / (prompt + answer)));

/** Returns the options that the TRL trainers of both players share. */
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
  /** Number of sequences that a device samples at once. */
  sequences: atOnce(TOKENS_AT_ONCE.sampling, limits),
  /** Fields of PEFT's LoraConfig. Null if all weights learn. */
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
    // At temperature 0 all rollouts of a group would be equal, so all advantages would be 0.
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
  /** Fields of TRL's SFTConfig. The loop replaces TRL's loss (trl_environment.py). */
  sft: { ...trainingOptions(settings, 'environment', limits), loss_type: 'nll' },
});
