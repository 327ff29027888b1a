/**
 * @file Makes a tiny model folder like a published Qwen3 checkpoint: RMSNorm on the heads, bf16 weights in two
 * shards with an index, a model card. It has the tokenizer of the shipped "discovery-agent", so both can form a pair.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toHuggingFaceConfig, type ModelConfig } from '../files/config.ts';
import { initialWeights } from '../initialize.ts';
import type { WeightArray } from '../files/safetensors.ts';
import { bf16Header, safetensorsBytes } from './safetensors-bytes.ts';
import { smallConfig } from './small-model.ts';

const AGENT = fileURLToPath(new URL('../../../models/discovery-agent/', import.meta.url));
const VOCABULARY = 34;
const EOS = 1;
const PAD = 0;

const config: ModelConfig = {
  ...smallConfig,
  family: 'qwen3',
  vocabSize: VOCABULARY,
  headDim: 16,
  qkvBias: false,
  qkNorm: true,
  maxPositions: 160,
  eosIds: [EOS],
  padId: PAD,
};

const SHARDS = ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'];

/** Returns the files by name, with the same bytes every time. */
export function tinyFolder(): Map<string, Uint8Array<ArrayBuffer>> {
  const weights = initialWeights(config, 9);
  endEarly(weights.get('model.embed_tokens.weight')!);
  const names = [...weights.keys()];
  const shardOf = (index: number) => SHARDS[index < names.length / 2 ? 0 : 1];
  const weight_map = Object.fromEntries(names.map((name, index) => [name, shardOf(index)]));
  const { bos_token_id, eos_token_id, pad_token_id } = toHuggingFaceConfig(config);
  return new Map([
    ['README.md', text('---\nlicense: mit\n---\n# A tiny checkpoint\n')],
    ['config.json', json({ ...toHuggingFaceConfig(config), torch_dtype: 'bfloat16' })],
    ['generation_config.json', json({ bos_token_id, eos_token_id, pad_token_id })],
    ['tokenizer.json', text(readFileSync(`${AGENT}tokenizer.json`, 'utf8'))],
    ['tokenizer_config.json', text(readFileSync(`${AGENT}tokenizer_config.json`, 'utf8'))],
    ['model.safetensors.index.json', json({ metadata: {}, weight_map })],
    ...SHARDS.map((shard): [string, Uint8Array<ArrayBuffer>] => [
      shard,
      bf16File(new Map([...weights].filter((_, index) => shardOf(index) === shard))),
    ]),
  ]);
}

/**
 * Makes about every third sampled token the end token, because models with random weights hardly ever end a text. All
 * embeddings share a direction, which the residual stream keeps. The end token has more of this direction.
 */
function endEarly({ shape: [rows, width], data }: WeightArray): void {
  for (let row = 0; row < rows; row++) data[row * width] = row === EOS ? 1.6 : 1;
}

/** Writes a safetensors file of bf16, the upper half of each f32. */
function bf16File(tensors: ReadonlyMap<string, WeightArray>): Uint8Array<ArrayBuffer> {
  const header = bf16Header(Array.from(tensors, ([name, { shape }]) => [name, shape] as const));
  const upperHalves = ({ data }: WeightArray) => Uint16Array.from(new Uint32Array(data.buffer), (bits) => bits >>> 16);
  const data = Array.from(tensors.values(), (tensor) => new Uint8Array(upperHalves(tensor).buffer));
  return safetensorsBytes({ __metadata__: { format: 'pt' }, ...header }, ...data);
}

const text = (content: string) => new TextEncoder().encode(content);
const json = (content: object) => text(`${JSON.stringify(content, null, 2)}\n`);
