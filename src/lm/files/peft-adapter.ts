/**
 * @file Merges an adapter that PEFT saved (`adapter_config.json`, `adapter_model.safetensors`) into the weights of the base
 * in the same folder while they are read. The scale is α/r, or α/√r with `use_rslora`
 * (https://huggingface.co/docs/peft/package_reference/lora).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { recordOf } from '../../common/record-schema.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type ModelConfig, parameterShapes } from './config.ts';
import { ModelFileError } from './model-file-error.ts';
import type { ModelFiles } from './model-files.ts';
import { readJson } from './read-json.ts';
import { openSafetensors, type WeightArray } from './safetensors.ts';
import { finiteTensor } from './take-parameters.ts';

export const ADAPTER_CONFIG = 'adapter_config.json';
const ADAPTER_WEIGHTS = 'adapter_model.safetensors';

const positive = z.number().positive();
const fields = z.looseObject({
  peft_type: z.literal('LORA'),
  r: positive,
  lora_alpha: positive,
  use_rslora: z.boolean().nullish(),
  rank_pattern: recordOf(positive).nullish(),
  alpha_pattern: recordOf(positive).nullish(),
  bias: z.literal('none').nullish(),
  // Other initialisations are refused, because they also change the base.
  init_lora_weights: z.union([z.boolean(), z.enum(['gaussian', 'eva', 'orthogonal'])]).nullish(),
});
/** Fields that do not change the product B·A. They state the adapter's origin, how it is trained, or its modules. */
const HARMLESS = new Set([
  ...['auto_mapping', 'base_model_name_or_path', 'revision', 'inference_mode', 'task_type', 'peft_version'],
  ...['lora_dropout', 'target_modules', 'exclude_modules', 'layers_to_transform', 'layers_pattern'],
  ...['megatron_config', 'megatron_core', 'qalora_group_size', 'runtime_config', 'eva_config'],
]);
const isOff = (value: unknown) =>
  value == null || value === false || (typeof value === 'object' && Object.keys(value).length === 0);

/** A [r, in] and B [out, r] of one matrix, and the factor of B·A. */
export interface LowRankPair {
  a: WeightArray;
  b: WeightArray;
  scale: number;
}

/** Returns rows of a matrix plus the same rows of scale·B·A. @param first index of the first row */
export function addProduct(rows: Float32Array, { a, b, scale }: LowRankPair, first = 0): Float32Array<ArrayBuffer> {
  const [rank, inputs] = a.shape;
  const data = new Float32Array(rows.length);
  const row = new Float64Array(inputs);
  for (let o = 0; o < rows.length / inputs; o++) {
    row.fill(0);
    for (let k = 0; k < rank; k++) {
      const factor = scale * b.data[(first + o) * rank + k];
      for (let i = 0; i < inputs; i++) row[i] += factor * a.data[k * inputs + i];
    }
    for (let i = 0; i < inputs; i++) data[o * inputs + i] = rows[o * inputs + i] + row[i];
  }
  return data;
}

/** Returns a module's value in a pattern. As in PEFT, a key is a regular expression for the end of the module's name. */
function ofPattern(pattern: Readonly<Record<string, number>> | null | undefined, module: string): number | undefined {
  for (const [key, value] of Object.entries(pattern ?? {}))
    if (new RegExp(`^(?:.*\\.)?(?:${key})$`).test(module)) return value;
  return undefined;
}

/** Returns the checkpoint with the folder's adapter merged into it, if there is one. The hash then covers both. */
export async function withPeftAdapter(base: Checkpoint, source: ModelFiles, config: ModelConfig): Promise<Checkpoint> {
  const json = await readJson(source, ADAPTER_CONFIG, true);
  if (json === undefined) return base;
  const refuse = (what: string): never => {
    throw new ModelFileError('unsupported', ADAPTER_CONFIG, what);
  };
  const parsed = fields.safeParse(json);
  if (!parsed.success) {
    const [{ place, cause }] = schemaProblems(parsed.error);
    return refuse(`this adapter is not supported (${place}: ${cause})`);
  }
  const own = parsed.data;
  for (const [name, value] of Object.entries(own))
    if (!Object.hasOwn(fields.shape, name) && !HARMLESS.has(name) && !isOff(value))
      refuse(`the setting ${name} = ${JSON.stringify(value)} of the adapter is not supported`);
  const file = await source.read(ADAPTER_WEIGHTS);
  if (!file) throw new ModelFileError('missing', ADAPTER_WEIGHTS, `missing, though ${ADAPTER_CONFIG} is there`);
  const tensors = openSafetensors(file, ADAPTER_WEIGHTS);
  const mismatch = (what: string): never => {
    throw new ModelFileError('mismatch', ADAPTER_WEIGHTS, what);
  };
  const shapes = parameterShapes(config);
  const pairs = new Map<string, LowRankPair>();
  for (const name of tensors.entries.keys()) {
    const [, module, side] = /^base_model\.model\.(.+)\.lora_([AB])\.weight$/.exec(name) ?? [];
    const [outputs, inputs] = shapes.get(`${module}.weight`) ?? [];
    if (inputs === undefined) mismatch(`it holds ${name}, which corrects no matrix of the model`);
    if (side === 'B') {
      if (!tensors.entries.has(name.replace(/B\.weight$/, 'A.weight'))) mismatch(`it lacks the other half of ${name}`);
      continue;
    }
    const other = name.replace(/A\.weight$/, 'B.weight');
    if (!tensors.entries.has(other)) mismatch(`it lacks the other half of ${name}`);
    const [a, b] = [finiteTensor(tensors, name, ADAPTER_WEIGHTS), finiteTensor(tensors, other, ADAPTER_WEIGHTS)];
    const rank = ofPattern(own.rank_pattern, module) ?? own.r;
    if (a.shape.join() !== [rank, inputs].join() || b.shape.join() !== [outputs, rank].join())
      mismatch(`the shapes of ${name} and its other half are [${a.shape}] and [${b.shape}], not those of rank ${rank}`);
    const alpha = ofPattern(own.alpha_pattern, module) ?? own.lora_alpha;
    pairs.set(`${module}.weight`, { a, b, scale: alpha / (own.use_rslora ? Math.sqrt(rank) : rank) });
  }
  if (pairs.size === 0) mismatch('it holds no correction');
  const merged = (name: string, data: Float32Array<ArrayBuffer>, row: number) => {
    const pair = pairs.get(name);
    return pair ? addProduct(data, pair, row) : data;
  };
  const adapterHash = bytesToHex(sha256(utf8ToBytes(JSON.stringify(json) + bytesToHex(sha256(file)))));
  return {
    ...base,
    bytes: base.bytes + file.length,
    async stream(sink) {
      const hash = await base.stream(({ name, row, data }) => sink({ name, row, data: merged(name, data, row) }));
      return bytesToHex(sha256(utf8ToBytes(`${hash}\n${adapterHash}\n`)));
    },
    read: async (name) => merged(name, await base.read(name), 0),
  };
}
