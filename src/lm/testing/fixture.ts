/** @file Reads the fixtures that make_fixtures.py writes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LoadedModel } from '../files/load-model.ts';
import { diskFolder } from '../files/node-files.ts';
import { openSafetensors, type Safetensors, type WeightArray } from '../files/safetensors.ts';
import { takeParameters, takeTensors } from '../files/take-parameters.ts';
import { adapterShapes } from '../lora/adapter-layout.ts';
import type { LoraConfig, LoraModule } from '../lora/lora-config.ts';
import { loadModel } from './load-model.ts';

export const families = ['llama', 'qwen2', 'qwen3'] as const;
export type Family = (typeof families)[number];

/** One sequence of a case, with the fields of losses.py. */
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
  /** For GRPO: the groups' rewards, from which the advantages were computed. */
  rewards?: number[][];
}

export interface Fixture {
  /** Model of the fixture's folder, with the current weights. */
  model: LoadedModel;
  /** Weights of the model that the run started from. */
  initial: Map<string, WeightArray>;
  cases: Record<string, FixtureCase>;
  optimizer: Record<'learning_rate' | 'beta1' | 'beta2' | 'epsilon' | 'weight_decay', number>;
  /** Consecutive optimizer steps from the current weights. */
  steps: { case: string; clip_norm: number; grad_norm: number }[];
  greedy: { prompt: number[]; ids: number[] }[];
  expected: Safetensors;
}

export interface LoraFixture extends Pick<Fixture, 'cases' | 'model' | 'optimizer' | 'steps' | 'expected'> {
  lora: LoraConfig;
  /** The adapter, by PEFT's names. */
  adapter: Map<string, WeightArray>;
  /** Statistics of the cases that were computed with the adapter. */
  statistics: Record<string, Record<string, number>>;
}

const pathOf = (family: Family, file: string) =>
  fileURLToPath(new URL(`../fixtures/${family}/${file}`, import.meta.url));
const readJson = (family: Family, file: string): unknown => JSON.parse(readFileSync(pathOf(family, file), 'utf8'));
const tensorsOf = (family: Family, file: string) =>
  openSafetensors(new Uint8Array(readFileSync(pathOf(family, file))), file);

export async function readFixture(family: Family): Promise<Fixture> {
  const model = await loadModel(diskFolder(pathOf(family, '')));
  return {
    ...(readJson(family, 'cases.json') as Omit<Fixture, 'model' | 'initial' | 'expected'>),
    model,
    initial: takeParameters(tensorsOf(family, 'initial.safetensors'), model.config, 'initial.safetensors'),
    expected: tensorsOf(family, 'expected.safetensors'),
  };
}

export async function readLoraFixture(family: Family): Promise<LoraFixture> {
  const { cases, model } = await readFixture(family);
  const { r, lora_alpha, target_modules, ...rest } = readJson(family, 'lora.json') as Pick<
    LoraFixture,
    'statistics' | 'optimizer' | 'steps'
  > & { r: number; lora_alpha: number; target_modules: LoraModule[] };
  const lora = { rank: r, alpha: lora_alpha, targets: target_modules };
  const file = 'lora.safetensors';
  return {
    ...rest,
    cases,
    model,
    lora,
    adapter: takeTensors(tensorsOf(family, file), adapterShapes(model.config, lora), file),
    expected: tensorsOf(family, 'lora-expected.safetensors'),
  };
}
