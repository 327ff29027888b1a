/**
 * @file Packs sequences of any length end to end, without padding, and stores a shared prompt once.
 *
 * Tokens lie in one flat list. A *group* is a prompt followed by its completions, `[prompt][completion 1]…[completion n]`.
 * A completion's token attends to its group's prompt and to its completion up to itself. A prompt's token attends to the
 * prompt up to itself. Positions continue after the prompt in every completion, so each completion sees what it would see
 * alone. A group of n rollouts computes one prompt instead of n.
 */
import { type AttentionTile, TILE, tileWords } from '../tensor/ops/attention-kernels.ts';
import { ELEMENT_BYTES } from '../tensor/tensor.ts';
import type { ModelConfig } from './files/config.ts';

export interface PackableSequence {
  prompt: readonly number[];
  completion: readonly number[];
  /** 1 if the token is to be predicted, 0 if it is context only. Default: all 1. */
  mask?: readonly (0 | 1)[];
}

/** The M predictions of one or several batches, ordered by sequence, then by token. */
export interface PredictionList {
  /** Sequence s has the predictions [sequenceStarts[s], sequenceStarts[s + 1]). Shape: [B + 1]. */
  sequenceStarts: Uint32Array<ArrayBuffer>;
  /** Index of the predicted token in its completion. With `predictPrompts`: in prompt and completion together. [M] */
  tokenIndices: Uint32Array<ArrayBuffer>;
}

/**
 * Sequences for one forward pass. Letters: N tokens, M predictions, U rows that predict, B sequences. A prediction pairs
 * a row with a target token. A prompt's last token is one row with a prediction for each completion.
 */
export interface PackedBatch extends PredictionList {
  /** Token ids, [N]. */
  tokens: Uint32Array<ArrayBuffer>;
  /** (rotary position, index in `tokens`) of each token, [N, 2]. */
  places: Uint32Array<ArrayBuffer>;
  /** `tileWords` of the attention tiles, [tiles, TILE_WORDS]. Their key rows are indices in `tokens`. */
  tiles: Uint32Array<ArrayBuffer>;
  /** Token index of each row that predicts, ascending, [U]. */
  rows: Uint32Array<ArrayBuffer>;
  /** Row index of token i, or `NO_ROW`, [N]. */
  rowOfToken: Uint32Array<ArrayBuffer>;
  /** Row u has the predictions rowPredictions[rowStarts[u] … rowStarts[u + 1]). Shape: [U + 1]. */
  rowStarts: Uint32Array<ArrayBuffer>;
  /** Prediction indices by row, ascending within a row, [M]. */
  rowPredictions: Uint32Array<ArrayBuffer>;
  /** Target token of each prediction, [M]. */
  targets: Uint32Array<ArrayBuffer>;
}

export const NO_ROW = 0xffffffff;

export interface PackingOptions {
  /** True if all prompt tokens but the first are predicted too. Prompts are then not shared. Default: false. */
  predictPrompts?: boolean;
}

/** Returns how many completion tokens the model reads: all tokens before the last predicted one. */
function inputLength({ completion, mask }: PackableSequence): number {
  let length = completion.length;
  while (length > 0 && mask?.[length - 1] === 0) length--;
  return Math.max(0, length - 1);
}

/**
 * Packs sequences. Leaves out a completion's last predicted token and what follows, because nothing is predicted from
 * them.
 * @throws RangeError if a prompt is empty or a mask has another length than its completion
 */
export function packSequences(sequences: readonly PackableSequence[], options: PackingOptions = {}): PackedBatch {
  const { predictPrompts = false } = options;
  const groups = new Map<string, number[]>();
  sequences.forEach(({ prompt, completion, mask }, s) => {
    if (prompt.length === 0) throw new RangeError(`Sequence ${s} has an empty prompt; give it at least one token.`);
    if (mask && mask.length !== completion.length)
      throw new RangeError(`Sequence ${s} has ${completion.length} completion tokens but a mask of ${mask.length}.`);
    const key = predictPrompts ? String(s) : prompt.join();
    const members = groups.get(key);
    if (members) members.push(s);
    else groups.set(key, [s]);
  });

  const tokens: number[] = [];
  const places: number[] = [];
  const tiles: number[] = [];
  /** Appends consecutive tokens of one prompt or one completion. */
  const append = (
    ids: readonly number[],
    position: number,
    ranges: Pick<AttentionTile, 'attendedUntil' | 'promptStart' | 'promptEnd' | 'ownStart'>,
  ) => {
    for (let t = 0; t < ids.length; t++) {
      if (t % TILE === 0) {
        const count = Math.min(TILE, ids.length - t);
        tiles.push(...tileWords({ first: tokens.length, count, position: position + t, ...ranges }));
      }
      places.push(position + t, tokens.length);
      tokens.push(ids[t]);
    }
  };
  // For each sequence: [index of the predicting token, target id, index of the target].
  const predictions: [number, number, number][][] = sequences.map(() => []);
  for (const members of groups.values()) {
    const { prompt } = sequences[members[0]];
    const promptStart = tokens.length;
    const promptEnd = promptStart + prompt.length;
    const groupEnd = members.reduce((end, s) => end + inputLength(sequences[s]), promptEnd);
    append(prompt, 0, {
      attendedUntil: groupEnd,
      promptStart,
      promptEnd: promptStart,
      ownStart: promptStart,
    });
    if (predictPrompts)
      for (let t = 1; t < prompt.length; t++) predictions[members[0]].push([promptStart + t - 1, prompt[t], t]);
    for (const s of members) {
      const { completion, mask } = sequences[s];
      const ownStart = tokens.length;
      completion.forEach((id, t) => {
        if (mask?.[t] === 0) return;
        const predictor = t === 0 ? promptEnd - 1 : ownStart + t - 1;
        predictions[s].push([predictor, id, predictPrompts ? prompt.length + t : t]);
      });
      const inputs = completion.slice(0, inputLength(sequences[s]));
      append(inputs, prompt.length, { attendedUntil: ownStart + inputs.length, promptStart, promptEnd, ownStart });
    }
  }

  const flat = predictions.flat();
  const sequenceStarts = new Uint32Array(sequences.length + 1);
  predictions.forEach((list, s) => (sequenceStarts[s + 1] = sequenceStarts[s] + list.length));
  const byToken = flat.map((_, m) => m).sort((a, b) => flat[a][0] - flat[b][0] || a - b);
  const rows: number[] = [];
  const rowStarts: number[] = [];
  byToken.forEach((m, i) => {
    if (flat[m][0] === rows[rows.length - 1]) return;
    rows.push(flat[m][0]);
    rowStarts.push(i);
  });
  rowStarts.push(flat.length);
  const rowOfToken = new Uint32Array(tokens.length).fill(NO_ROW);
  rows.forEach((token, row) => (rowOfToken[token] = row));
  return {
    tokens: Uint32Array.from(tokens),
    places: Uint32Array.from(places),
    tiles: Uint32Array.from(tiles),
    rows: Uint32Array.from(rows),
    rowOfToken,
    rowStarts: Uint32Array.from(rowStarts),
    rowPredictions: Uint32Array.from(byToken),
    targets: Uint32Array.from(flat, ([, target]) => target),
    sequenceStarts,
    tokenIndices: Uint32Array.from(flat, ([, , index]) => index),
  };
}

export function joinPredictions(batches: readonly PredictionList[]): PredictionList {
  const sequenceStarts = [0];
  for (const { sequenceStarts: starts } of batches) {
    const before = sequenceStarts[sequenceStarts.length - 1];
    for (const start of starts.subarray(1)) sequenceStarts.push(before + start);
  }
  return {
    sequenceStarts: Uint32Array.from(sequenceStarts),
    tokenIndices: Uint32Array.from(batches.flatMap(({ tokenIndices }) => [...tokenIndices])),
  };
}

/** Counts the bytes of the tensors that one layer computes per token in a forward pass, its output included. */
function layerBytesPerToken(config: ModelConfig): number {
  const { hiddenSize: d, intermediateSize: ff, heads, kvHeads, headDim } = config;
  const qkv = (heads + 2 * kvHeads) * headDim;
  // Two norms and two residual sums, qkv before and after rotation, attention with two statistics per head, and gate, up
  // and their product.
  return ELEMENT_BYTES * (4 * d + 2 * qkv + heads * (headDim + 2) + 3 * ff);
}

/** Limits of one scoring pass: its number of tokens, and roughly the bytes of one layer. */
const SCORING_TOKENS = 16_384;
const SCORING_BYTES = 256 * 2 ** 20;

/** Returns how many tokens are scored in one forward pass. The limit bounds memory and changes no result. */
export const scoringTokens = (config: ModelConfig): number =>
  Math.min(SCORING_TOKENS, Math.ceil(SCORING_BYTES / layerBytesPerToken(config)));
