/**
 * @file Computes the objectives of objective.ts and their exact gradients with respect to the logits. It uses plain
 * TypeScript and double precision. TablePolicy (policy/testing) learns with these gradients.
 *
 * Notation per token: z are the logits, p = softmax(z / τ), y is the token, lp = log p_y, q = softmax(z_initial / τ).
 * ∂lp/∂z_j = (1[j = y] − p_j) / τ. H = −Σ p log p, ∂H/∂z_j = −p_j (log p_j + H) / τ.
 * KL(p‖q) = Σ p (log p − log q), ∂KL/∂z_j = p_j (log p_j − log q_j − KL) / τ.
 */
import { meanOrZero } from '../../common/mean.ts';
import {
  divergenceReference,
  entropyReference,
  logSoftmaxReference,
} from '../../tensor/ops/log-probabilities.reference.ts';
import { divergenceEstimate, leftClipRange, surrogateOf } from '../grpo-token.ts';
import type { GrpoObjective, KlEstimator, Objective, RwrObjective, UpdateStats } from '../objective.ts';

/** One sequence with the logits that predict its tokens. */
export interface ForwardSequence {
  targets: readonly number[];
  /** 1 if a target carries loss, else 0. */
  mask: readonly (0 | 1)[];
  /** Logits of the trained weights, before temperature: [targets][vocabulary]. */
  logits: readonly (readonly number[])[];
  /** Logits of the initial weights, before temperature: [targets][vocabulary]. Cross-entropy does not need them. */
  initialLogits?: readonly (readonly number[])[];
  advantage?: number;
  oldLogprobs?: readonly number[];
  weight?: number;
  klWeight?: number;
}

export interface LossResult {
  /** ∂loss/∂logits [sequences][targets][vocabulary]. Rows that carry no loss are 0. */
  gradients: number[][][];
  stats: Omit<UpdateStats, 'gradNorm' | 'flops'>;
}

/** A token that carries loss. */
interface Token {
  target: number;
  logp: number[];
  logq: number[];
  sequence: number;
  position: number;
  entropy: number;
}

/** Derivatives of the loss with respect to one token's lp, H and KL. */
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
      const logq = initialLogits ? logSoftmaxReference(initialLogits[position], temperature) : logp;
      return [{ sequence, position, target, logp, logq, entropy: entropyReference(logp) }];
    }),
  );
}

/** Returns the gradient of a token's loss with respect to its logits. */
function tokenGradient({ target, logp, logq }: Token, at: Coefficients, temperature: number): number[] {
  const entropy = at.entropy === 0 ? 0 : entropyReference(logp);
  const divergence = at.divergence === 0 ? 0 : divergenceReference(logp, logq);
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

/** Returns ∂D/∂lp. With d = lp_initial − lp, ∂(ρ·k3)/∂lp = ρ·k3 + ρ (1 − exp(d)) = −ρd. */
function divergenceSlope(estimator: Exclude<KlEstimator, 'exact'>, ratio: number, difference: number): number {
  const slope = 1 - Math.exp(difference);
  switch (estimator) {
    case 'ratio-weighted':
      return -ratio * difference;
    case 'k3':
      return slope;
    case 'k3-clamped':
      return Math.abs(difference) <= 20 && -slope - difference <= 10 ? slope : 0;
  }
}

/** Returns one token's loss −S + κ·D − η·H (grpo-token.ts), and its derivatives with respect to lp, H and KL. */
function grpoToken(token: Token, advantage: number, oldLogprob: number, objective: GrpoObjective) {
  const { klWeight, klEstimator, entropyWeight } = objective;
  const [logprob, referenceLogprob] = [token.logp[token.target], token.logq[token.target]];
  const ratio = Math.exp(logprob - oldLogprob);
  const surrogate = surrogateOf(ratio, advantage, objective);
  const exactKl = divergenceReference(token.logp, token.logq);
  const term =
    klEstimator === 'exact'
      ? { value: exactKl, byLogprob: 0, byKl: 1 }
      : {
          value: divergenceEstimate(klEstimator, { logprob, oldLogprob, referenceLogprob }),
          byLogprob: divergenceSlope(klEstimator, ratio, referenceLogprob - logprob),
          byKl: 0,
        };
  return {
    loss: -surrogate.value + klWeight * term.value - entropyWeight * token.entropy,
    at: {
      logprob: -surrogate.slope + klWeight * term.byLogprob,
      entropy: -entropyWeight,
      divergence: klWeight * term.byKl,
    },
    ratio,
    outside: leftClipRange(ratio, objective),
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

/** Returns −(1/T) Σ lp over the T tokens of the batch that carry loss, at temperature 1. */
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

/** Returns loss, statistics and ∂loss/∂logits. For cross-entropy on prompts, the targets must include prompt tokens. */
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
