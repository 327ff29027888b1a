/**
 * @file The inside of a model, for a person to look at: its weights, and what its heads attend to. Part of the contract
 * `Policy`; whoever has no inside that can be read says so.
 */
import { CodedError } from '../common/coded-error.ts';
import type { AttentionMaps } from '../lm/attention-maps.ts';

export type { AttentionMaps };

/** Which weights to use: those being trained, or the frozen ones the run started from. */
export type Weights = 'current' | 'initial';

/** What there is to look at. */
export interface Anatomy {
  layers: number;
  heads: number;
  /** By their names in the model's folder, matrices [out, in]. */
  weights: { name: string; shape: readonly number[] }[];
}

/** One tensor of a model, in the order of its file. */
export interface WeightValues {
  shape: readonly number[];
  data: Float32Array<ArrayBuffer>;
}

/** The methods of a policy that show its inside. They change nothing. */
export interface Inspectable {
  /** Null where nothing can be looked at. */
  anatomy(): Promise<Anatomy | null>;
  /**
   * What the model attends to while it reads a sequence.
   * @throws CodedError `too-large-to-show` where there is more than a person looks at; `no-inside`
   */
  attention(ids: readonly number[], weights: Weights): Promise<AttentionMaps>;
  /**
   * One tensor of the weights, with what an adapter adds to it.
   * @throws CodedError `too-large-to-show`, `unknown-weight` or `no-inside`
   */
  weight(name: string, weights: Weights): Promise<WeightValues>;
  /**
   * Times every kernel of the device from now on, or no longer: `kernels` then reports the times.
   * @returns whether there is a clock
   */
  timeKernels(on: boolean): Promise<boolean>;
}

/** The most numbers of one tensor, or of all maps of a sequence. */
const MOST_NUMBERS = 2 ** 22;

export function refuseTooLarge(numbers: number): void {
  if (numbers > MOST_NUMBERS)
    throw new CodedError(
      'too-large-to-show',
      `This has ${numbers} numbers; the page shows at most ${MOST_NUMBERS}. Choose a smaller matrix, a shorter text or a smaller model.`,
      { numbers, most: MOST_NUMBERS },
    );
}

export const noInside = (model: string): CodedError =>
  new CodedError(
    'no-inside',
    `The inside of ${model} cannot be read here. Choose a folder with model.safetensors for this player.`,
    { model },
  );

export const unknownWeight = (name: string): CodedError =>
  new CodedError('unknown-weight', `This model has no weight “${name}”. Choose one of its list.`, { name });
