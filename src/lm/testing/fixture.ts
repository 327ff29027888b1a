/** @file Reads what make_fixtures.py wrote, for the parity tests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadModel, type LoadedModel } from '../files/load-model.ts';
import { diskFolder } from '../files/node-files.ts';
import { openSafetensors, type Safetensors, type WeightArray } from '../files/safetensors.ts';
import { takeParameters } from '../files/take-parameters.ts';

export const families = ['llama', 'qwen2', 'qwen3'] as const;
export type Family = (typeof families)[number];

/** One sequence of a case; fields as in losses.py. */
export interface FixtureSequence {
  prompt: number[];
  completion: number[];
  mask?: (0 | 1)[];
  advantage?: number;
  old_logprobs?: number[];
  weight?: number;
  kl_weight?: number;
}

export interface FixtureCase {
  objective: Record<string, string | number> & { kind: 'grpo' | 'rwr' | 'cross-entropy' };
  sequences: FixtureSequence[];
  statistics: Record<string, number>;
  /** GRPO: the groups' rewards, from which the advantages were made. */
  rewards?: number[][];
}

export interface Fixture {
  /** The folder's model, under the current weights. */
  model: LoadedModel;
  /** The weights of the model the run started from. */
  initial: Map<string, WeightArray>;
  cases: Record<string, FixtureCase>;
  optimizer: Record<'learning_rate' | 'beta1' | 'beta2' | 'epsilon' | 'weight_decay', number>;
  /** Optimizer steps one after the other from the current weights. */
  steps: { case: string; clip_norm: number; grad_norm: number }[];
  greedy: { prompt: number[]; ids: number[] }[];
  expected: Safetensors;
}

export async function readFixture(family: Family): Promise<Fixture> {
  const path = (file: string) => fileURLToPath(new URL(`../fixtures/${family}/${file}`, import.meta.url));
  const tensors = (file: string) => openSafetensors(new Uint8Array(readFileSync(path(file))), file);
  const model = await loadModel(diskFolder(path('')));
  return {
    ...(JSON.parse(readFileSync(path('cases.json'), 'utf8')) as Omit<Fixture, 'model' | 'initial' | 'expected'>),
    model,
    initial: takeParameters(tensors('initial.safetensors'), model.config, 'initial.safetensors'),
    expected: tensors('expected.safetensors'),
  };
}
