/**
 * @file Compares policy-gradient losses on one group of rollouts by the weight that each puts on ∇log π of each token.
 *
 * A step of gradient descent moves the weights of the model by −η ∇L = η Σ_it w_it ∇log π(y_it), so w_it = −∂L/∂log
 * π(y_it) is all that a loss says about token t of answer i: reinforced above 0, suppressed below. For every loss here
 *
 * w_it = n_i · f(ρ) · A_i
 *
 * with a normaliser n_i (grpo-token.ts), the ratio ρ to the policy that sampled, what clipping leaves of it, f(ρ), and
 * an advantage A_i. Divergence and entropy terms, which any of them may have, are left out.
 *
 * reinforce  r_i / G: Williams, "Simple statistical gradient-following algorithms", 1992, with baseline 0; no ratio ppo
 * Schulman et al., arXiv 1707.06347, equation 7. It uses a learnt value function, which no log of groups has: r − μ of
 * the group stands for it, the same at each token grpo       Shao et al., DeepSeekMath, arXiv 2402.03300, equation 3
 * dr_grpo    Liu et al., arXiv 2503.20783: without σ, and divided by a constant length dapo       Yu et al., arXiv
 * 2503.14476: ε_high > ε_low, mean over all tokens cispo      MiniMax-M1, arXiv 2506.13585: a clipped ratio without a
 * gradient of its own, on A log π: the weight is held at the bound where the others' falls to 0. No bound below, and 5
 * above, which is TRL's, after ScaleRL, arXiv 2510.13786: MiniMax-M1 names no number gspo       Zheng et al., arXiv
 * 2507.18071: one ratio for a whole answer, the geometric mean of its tokens'
 *
 * Implementations read: TRL 1.16 (`GRPOTrainer._compute_loss`), whose numbers the test compares with, and verl 0.7
 * (`core_algos.py`).
 */
import { type AdvantageScale, groupAdvantages } from '../curriculum/curriculum.ts';
import { grpoObjective, maxCompletionLength } from '../genenv/stages/update-agent.ts';
import { lossVariants } from '../genenv/epoch-settings.ts';
import { agentTokens } from '../genenv/log/epoch-events.ts';
import type { Rollout } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { sequenceWeights } from '../objectives/aggregation-weights.ts';
import { type SurrogateBound, surrogateOf } from '../objectives/grpo-token.ts';
import type { GrpoObjective, LossAggregation } from '../objectives/objective.ts';
import { familiesByName } from '../tasks/registry.ts';
import type { EpochView, TaskView } from './run-view.ts';

export const GROUP_LOSSES = ['reinforce', 'ppo', 'grpo', 'dr_grpo', 'dapo', 'cispo', 'gspo'] as const;
/** `run` names the loss of the run itself, by its settings. */
export type GroupLossName = (typeof GROUP_LOSSES)[number] | 'run';

export interface GroupLoss {
  /**
   * `reward` is R_agent itself. A scale centres and divides it within the group. `logged` is the advantage in the log.
   */
  advantage: 'reward' | 'logged' | AdvantageScale;
  /** Says which ratio the weight follows: none, the token's, or the whole answer's. */
  ratio: 'none' | 'token' | 'answer';
  clip: Pick<GrpoObjective, 'clipLow' | 'clipHigh' | 'dualClip'>;
  /** At the bound, the weight either stops (0) or stays as it is there. */
  atBound: 'stops' | 'stays';
  aggregation: LossAggregation;
  /** Divisor, in tokens, of the aggregation `constant-length`. Default: the longest answer that may be written. */
  length?: number;
}

/** No ratio reaches these bounds. */
const free = { clipLow: 1, clipHigh: Infinity, dualClip: 0 };
const ofVariant = (name: Settings['lossVariant']): GroupLoss => {
  const { scale, epsilon, aggregation, clipLow, clipHigh, dualClip } = lossVariants[name];
  const clip = { clipLow, clipHigh, dualClip };
  return { advantage: { scale, epsilon }, ratio: 'token', clip, atBound: 'stops', aggregation };
};

export const groupLosses: Readonly<Record<(typeof GROUP_LOSSES)[number], GroupLoss>> = {
  // A sum over tokens is a sum divided by a constant length of 1.
  reinforce: {
    advantage: 'reward',
    ratio: 'none',
    clip: free,
    atBound: 'stops',
    aggregation: 'constant-length',
    length: 1,
  },
  ppo: { ...ofVariant('grpo'), advantage: { scale: 'none', epsilon: 0 }, aggregation: 'token-mean' },
  grpo: ofVariant('grpo'),
  dr_grpo: ofVariant('dr_grpo'),
  dapo: ofVariant('dapo'),
  cispo: { ...ofVariant('dapo'), clip: { ...free, clipHigh: 4 }, atBound: 'stays' },
  gspo: { ...ofVariant('grpo'), ratio: 'answer', clip: { clipLow: 3e-4, clipHigh: 4e-4, dualClip: 0 } },
};

/** A group of G answers, as far as the losses need it. */
export interface LossGroup {
  rewards: readonly number[];
  logged: readonly number[];
  /** 1 for each token that the agent wrote, 0 for a simulator's. */
  masks: readonly Rollout['mask'][];
  /** log ρ = log π − log π_old of each token. */
  logRatios: readonly (readonly number[])[];
  /** Number of tokens of the longest answer that may be written. */
  longest: number;
}

/** Counts the tokens of each answer that the agent wrote. */
export const answerLengths = ({ masks }: Pick<LossGroup, 'masks'>): number[] =>
  masks.map((mask) => agentTokens({ mask }));

export interface TokenWeight {
  /** n_i. */
  normaliser: number;
  advantage: number;
  /** ρ, clipped as this loss clips it. 1 if the loss has no ratio. */
  ratio: number;
  /** f(ρ). */
  kept: number;
  bound: SurrogateBound;
  /** n_i · f(ρ) · A_i. 0 if a simulator wrote the token. */
  weight: number;
}

/** @returns of token `token` of answer `answer`; with `logRatio`, as if that were the token's log ρ */
export function weighTokens(
  loss: GroupLoss,
  group: LossGroup,
): (answer: number, token: number, logRatio?: number) => TokenWeight {
  const { rewards, logged, masks, logRatios, longest } = group;
  const lengths = answerLengths(group);
  const normalisers = sequenceWeights(lengths, loss.aggregation, loss.length ?? longest);
  const advantages =
    loss.advantage === 'reward'
      ? rewards
      : loss.advantage === 'logged'
        ? logged
        : groupAdvantages(rewards, loss.advantage);
  const sums = logRatios.map((ratios, i) => ratios.reduce((sum, one, t) => sum + one * masks[i][t], 0));

  const ratioOf = (answer: number, token: number, logRatio: number): number => {
    switch (loss.ratio) {
      case 'none':
        return 1;
      case 'token':
        return Math.exp(logRatio);
      case 'answer':
        return Math.exp((sums[answer] - logRatios[answer][token] + logRatio) / lengths[answer]);
    }
  };
  return (answer, token, logRatio = logRatios[answer][token]) => {
    const [normaliser, advantage] = [normalisers[answer], advantages[answer]];
    const ratio = ratioOf(answer, token, logRatio);
    const { bound, clippedRatio, slope } = surrogateOf(ratio, advantage, loss.clip);
    const stays = loss.atBound === 'stays';
    const kept = stays ? clippedRatio : bound === 'none' ? ratio : 0;
    return {
      normaliser,
      advantage,
      ratio,
      kept,
      bound: stays && clippedRatio !== ratio ? 'clip' : stays ? 'none' : bound,
      weight: masks[answer][token] === 0 ? 0 : normaliser * (stays ? clippedRatio * advantage : slope),
    };
  };
}

/** Returns the loss that the run's own agent learns from in this epoch. */
export function lossOfRun({ agentSettings, settings }: Pick<EpochView, 'agentSettings' | 'settings'>): GroupLoss {
  const { clipLow, clipHigh, dualClip, aggregation } = grpoObjective(agentSettings ?? settings, 0);
  return {
    advantage: 'logged',
    ratio: 'token',
    clip: { clipLow, clipHigh, dualClip },
    atBound: 'stops',
    aggregation,
  };
}

/**
 * `first-step`: all ratios are 1. `after-update`: they compare the weights after the update with the weights that
 * sampled.
 */
export type RatioSource = 'first-step' | 'after-update';

/** Another trainer's log may lack rewards or tokens. Then no loss of the group can be computed. */
export type MissingOfGroup = 'rewards' | 'tokens';

/** Returns a task's rollouts with all ratios 1, or what its log lacks. */
export function lossGroup(task: TaskView, { agentSettings, settings }: EpochView): LossGroup | MissingOfGroup {
  const { rollouts } = task;
  const scores = rollouts.flatMap(({ score }) => score ?? []);
  if (rollouts.length === 0 || scores.length < rollouts.length) return 'rewards';
  const masks = rollouts.map(({ rollout }) => rollout.mask);
  if (masks.some((mask) => mask.length === 0)) return 'tokens';
  return {
    rewards: scores.map(({ reward }) => reward),
    logged: scores.map(({ advantage }) => advantage),
    masks,
    logRatios: masks.map((mask) => mask.map(() => 0)),
    // Another trainer's log does not say it: its longest answer stands for it.
    longest:
      task.source === 'imported'
        ? Math.max(...masks.map((mask) => mask.length))
        : maxCompletionLength(familiesByName((agentSettings ?? settings).families)),
  };
}
