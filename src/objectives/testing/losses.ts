/**
 * @file The objectives of objective.ts in plain TypeScript and double precision, with their exact gradients with
 * respect to the logits: the reference that GPU losses are compared with, and what TablePolicy learns by.
 *
 * Notation, per token: z logits, p = softmax(z / τ), y the token, lp = log p_y, q = softmax(z_initial / τ).
 * ∂lp/∂z_j = (1[j = y] − p_j) / τ. H = −Σ p log p, ∂H/∂z_j = −p_j (log p_j + H) / τ.
 * KL(p‖q) = Σ p (log p − log q), ∂KL/∂z_j = p_j (log p_j − log q_j − KL) / τ.
 */
import { meanOrZero } from '../../common/mean.ts';
import {
  divergenceReference,
  entropyReference,
  logSoftmaxReference,
} from '../../tensor/ops/log-probabilities.reference.ts';
import type { GrpoObjective, KlEstimator, Objective, RwrObjective, UpdateStats } from '../objective.ts';

/** One sequence with the logits that predict its tokens. */
export interface ForwardSequence {
  targets: readonly number[];
  /** 1 where a token may carry loss; same length as `targets`. */
  mask: readonly (0 | 1)[];
  /** Logits [targets][vocabulary] of the weights being trained and of the initial ones, before temperature. */
  logits: readonly (readonly number[])[];
  initialLogits: readonly (readonly number[])[];
  advantage?: number;
  oldLogprobs?: readonly number[];
  weight?: number;
  klWeight?: number;
}

export interface LossResult {
  /** ∂loss/∂logits [sequences][targets][vocabulary]; rows that carry no loss are all 0. */
  gradients: number[][][];
  stats: Omit<UpdateStats, 'gradNorm' | 'flops'>;
}

/** A token that carries loss, with what its gradient is made of. */
interface Token {
  sequence: number;
  position: number;
  target: number;
  logp: number[];
  logq: number[];
  entropy: number;
}

/** Coefficients of one token's gradient with respect to lp, H and KL. */
interface Coefficients {
  logprob: number;
  entropy: number;
  divergence: number;
}

function tokensOf(sequences: readonly ForwardSequence[], temperature: number): Token[] {
  return sequences.flatMap(({ targets, mask, logits, initialLogits }, sequence) =>
    targets.flatMap((target, position): Token[] => {
      if (mask[position] === 0) return [];
      const logp = logSoftmaxReference(logits[position], temperature);
      const logq = logSoftmaxReference(initialLogits[position], temperature);
      return [{ sequence, position, target, logp, logq, entropy: entropyReference(logp) }];
    }),
  );
}

function tokenGradient({ target, logp, logq, entropy }: Token, at: Coefficients, temperature: number): number[] {
  const divergence = divergenceReference(logp, logq);
  return logp.map((value, j) => {
    const p = Math.exp(value);
    return (
      (at.logprob * ((j === target ? 1 : 0) - p) -
        at.entropy * p * (value + entropy) +
        at.divergence * p * (value - logq[j] - divergence)) /
      temperature
    );
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Weight of each token in the aggregation. */
function tokenWeights(tokens: readonly Token[], sequences: number, objective: GrpoObjective): number[] {
  const lengths = Array.from({ length: sequences }, (_, i) => tokens.filter(({ sequence }) => sequence === i).length);
  switch (objective.aggregation) {
    case 'token-mean':
      return tokens.map(() => 1 / tokens.length);
    case 'sequence-mean':
      return tokens.map(({ sequence }) => 1 / (sequences * lengths[sequence]));
    case 'constant-length':
      return tokens.map(() => 1 / (sequences * objective.maxCompletionLength));
  }
}

/**
 * The divergence in GRPO's loss, with its derivatives by lp and by the exact KL; ρ = exp(lp − lp_old), d = lp_initial − lp.
 * k3 = exp(d) − d − 1, ∂k3/∂lp = 1 − exp(d); ∂(ρ·k3)/∂lp = ρ·k3 + ρ (1 − exp(d)) = −ρd.
 */
function divergenceTerm(estimator: KlEstimator, ratio: number, difference: number, exact: number) {
  const k3 = Math.exp(difference) - difference - 1;
  switch (estimator) {
    case 'ratio-weighted':
      return { value: ratio * k3, byLogprob: -ratio * difference, byKl: 0 };
    case 'k3':
      return { value: k3, byLogprob: 1 - Math.exp(difference), byKl: 0 };
    case 'k3-clamped': {
      const within = Math.abs(difference) <= 20 && k3 <= 10;
      return { value: within ? k3 : 10, byLogprob: within ? 1 - Math.exp(difference) : 0, byKl: 0 };
    }
    case 'exact':
      return { value: exact, byLogprob: 0, byKl: 1 };
  }
}

/**
 * GRPO per token, with ρ = exp(lp − lp_old):
 * −min(ρA, clip(ρ, 1 − ε_low, 1 + ε_high) A) + κ · (the divergence above) − η H;
 * with dual clip c and A < 0 the surrogate is max(min(…), cA) (Ye et al. 2020).
 */
function grpoToken(token: Token, advantage: number, oldLogprob: number, objective: GrpoObjective) {
  const { clipLow, clipHigh, dualClip, klWeight, klEstimator, entropyWeight } = objective;
  const logprob = token.logp[token.target];
  const ratio = Math.exp(logprob - oldLogprob);
  const clipped = Math.min(Math.max(ratio, 1 - clipLow), 1 + clipHigh);
  let surrogate = Math.min(ratio * advantage, clipped * advantage);
  let slope = ratio * advantage <= clipped * advantage ? ratio * advantage : 0;
  if (dualClip > 0 && advantage < 0 && surrogate < dualClip * advantage) {
    surrogate = dualClip * advantage;
    slope = 0;
  }
  const exactKl = divergenceReference(token.logp, token.logq);
  const term = divergenceTerm(klEstimator, ratio, token.logq[token.target] - logprob, exactKl);
  return {
    loss: -surrogate + klWeight * term.value - entropyWeight * token.entropy,
    at: { logprob: -slope + klWeight * term.byLogprob, entropy: -entropyWeight, divergence: klWeight * term.byKl },
    ratio,
    outside: ratio < 1 - clipLow || ratio > 1 + clipHigh,
    exactKl,
  };
}

function collect(
  sequences: readonly ForwardSequence[],
  tokens: readonly Token[],
  temperature: number,
  coefficients: readonly Coefficients[],
): number[][][] {
  const gradients = sequences.map(({ logits }) => logits.map((row) => row.map(() => 0)));
  tokens.forEach((token, i) => {
    gradients[token.sequence][token.position] = tokenGradient(token, coefficients[i], temperature);
  });
  return gradients;
}

function grpo(sequences: readonly ForwardSequence[], objective: GrpoObjective): LossResult {
  const tokens = tokensOf(sequences, objective.temperature);
  const weights = tokenWeights(tokens, sequences.length, objective);
  const results = tokens.map((token) => {
    const { advantage = 0, oldLogprobs } = sequences[token.sequence];
    if (!oldLogprobs) throw new Error('GRPO needs the log-probabilities as sampled (oldLogprobs) of every sequence.');
    return grpoToken(token, advantage, oldLogprobs[token.position], objective);
  });
  return {
    gradients: collect(
      sequences,
      tokens,
      objective.temperature,
      results.map(({ at }, i) => ({
        logprob: weights[i] * at.logprob,
        entropy: weights[i] * at.entropy,
        divergence: weights[i] * at.divergence,
      })),
    ),
    stats: {
      loss: sum(results.map(({ loss }, i) => weights[i] * loss)),
      klPerToken: meanOrZero(results.map(({ exactKl }) => exactKl)),
      klPerSequence: sum(results.map(({ exactKl }) => exactKl)) / sequences.length,
      entropy: meanOrZero(tokens.map(({ entropy }) => entropy)),
      clipFraction: meanOrZero(results.map(({ outside }) => (outside ? 1 : 0))),
      meanRatio: meanOrZero(results.map(({ ratio }) => ratio)),
      tokens: tokens.length,
    },
  };
}

function rwr(sequences: readonly ForwardSequence[], objective: RwrObjective): LossResult {
  const { temperature, klOnlyAbove = Infinity } = objective;
  const regressedWeights = sequences.flatMap(({ weight = 0 }) => (weight === 0 ? [] : [weight]));
  const scale = objective.overMean ? meanOrZero(regressedWeights) || 1 : 1;
  const weightOf = ({ sequence }: Token) => (sequences[sequence].weight ?? 0) / scale;
  const klWeightOf = ({ sequence }: Token) => sequences[sequence].klWeight ?? 1;
  const tokens = tokensOf(sequences, temperature).filter((token) => weightOf(token) !== 0 || klWeightOf(token) !== 0);
  const regressed = tokens.filter((token) => weightOf(token) !== 0).length || 1;
  const penalised = tokens.filter((token) => klWeightOf(token) !== 0);
  const divergences = penalised.map(({ logp, logq }) => divergenceReference(logp, logq));
  const klPerSequence = sum(divergences) / (sequences.filter(({ klWeight = 1 }) => klWeight !== 0).length || 1);
  const capped = klPerSequence >= klOnlyAbove;
  const regression = capped ? 0 : 1;
  const klWeight = (capped ? 1 : objective.klWeight) / (penalised.length || 1);
  const coefficients = tokens.map((token) => ({
    logprob: (-regression * weightOf(token)) / regressed,
    entropy: 0,
    divergence: klWeight * klWeightOf(token),
  }));
  return {
    gradients: collect(sequences, tokens, temperature, coefficients),
    stats: {
      loss:
        sum(tokens.map(({ logp, target }, i) => coefficients[i].logprob * logp[target])) + klWeight * sum(divergences),
      klPerToken: meanOrZero(divergences),
      klPerSequence,
      entropy: meanOrZero(tokens.map(({ entropy }) => entropy)),
      clipFraction: 0,
      meanRatio: 1,
      tokens: tokens.length,
    },
  };
}

/** −(1/T) Σ lp over all masked-in tokens of the batch, at temperature 1. */
function crossEntropy(sequences: readonly ForwardSequence[]): LossResult {
  const tokens = tokensOf(sequences, 1);
  const at = { logprob: -1 / tokens.length, entropy: 0, divergence: 0 };
  return {
    gradients: collect(
      sequences,
      tokens,
      1,
      tokens.map(() => at),
    ),
    stats: {
      loss: -meanOrZero(tokens.map(({ logp, target }) => logp[target])),
      klPerToken: 0,
      klPerSequence: 0,
      entropy: meanOrZero(tokens.map(({ entropy }) => entropy)),
      clipFraction: 0,
      meanRatio: 1,
      tokens: tokens.length,
    },
  };
}

/** Loss, statistics and ∂loss/∂logits. For cross-entropy on prompts too, pass prompt tokens among the targets. */
export function lossAndGradients(sequences: readonly ForwardSequence[], objective: Objective): LossResult {
  switch (objective.kind) {
    case 'grpo':
      return grpo(sequences, objective);
    case 'rwr':
      return rwr(sequences, objective);
    case 'cross-entropy':
      return crossEntropy(sequences);
  }
}
