/** @file The inside of a model, for a person to look at; part of the contract of a player. */
import { CodedError } from '../common/coded-error.ts';
import type { AttentionMaps } from '../lm/sampling.ts';

export type { AttentionMaps };

/** The weights being trained, or the frozen ones the run started from. */
export type WeightsVersion = 'current' | 'initial';

/** The parts of a model that can be looked at. */
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

/** A model whose inside can be looked at: its weights and its attention. Looking changes nothing. */
export interface Inspectable {
  anatomy(): Promise<Anatomy>;
  /** Its attention while it reads a sequence. @throws CodedError `too-large-to-show` */
  attention(ids: readonly number[], weights: WeightsVersion): Promise<AttentionMaps>;
  /** One tensor, with what an adapter adds to it. @throws CodedError `too-large-to-show`, `unknown-weight` */
  weight(name: string, weights: WeightsVersion): Promise<WeightValues>;
}

/** The most numbers of one tensor, or of all maps of a sequence. */
const MOST_NUMBERS = 2 ** 22;

export function refuseTooLarge(numbers: number): void {
  if (numbers > MOST_NUMBERS) throw new CodedError('too-large-to-show', { numbers, most: MOST_NUMBERS });
}

export const unknownWeight = (name: string): CodedError => new CodedError('unknown-weight', { name });
