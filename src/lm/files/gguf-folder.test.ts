/**
 * @file Compares what we read from GGUF files with Python's `gguf` (fixtures/gguf), to the bit. An unusable file is
 * refused with a message that names the problem.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildGgufHeader, gguf, GGUFValueType, type MetadataValue } from '@huggingface/gguf';
import { describe, expect, it } from 'vitest';
import { families, readFixture } from '../testing/fixture.ts';
import { parameterShapes } from './config.ts';
import { openModel, openWeights } from './load-model.ts';
import { GGUF_FILE } from './model-files.ts';
import { memoryFolder } from '../testing/memory-folder.ts';
import { modelSource } from './node-files.ts';
import { dequantised, type QuantisedDtype } from './quantised-blocks.ts';
import { collectWeights } from '../testing/load-model.ts';

const folder = fileURLToPath(new URL('../fixtures/gguf/', import.meta.url));
const TYPES = `${folder}types.gguf`;
const bytes = () => new Uint8Array(readFileSync(TYPES));
const sha256 = (data: Uint8Array | Float32Array) => createHash('sha256').update(data).digest('hex');
const blocks = JSON.parse(readFileSync(`${folder}blocks.json`, 'utf8')) as Record<
  string,
  { blocks: string; sha256: string }
>;
const inMemory = (file: Uint8Array<ArrayBuffer>) => memoryFolder(new Map([[GGUF_FILE, file]]));

it.each(families)('holds the model of the folder that it was made from: %s', async (family) => {
  const { model } = await readFixture(family);
  const { config, weights } = await openWeights(modelSource(`${folder}${family}.gguf`));
  expect(config).toEqual({ ...model.config, rmsNormEps: Math.fround(model.config.rmsNormEps) });
  expect((await collectWeights(config, weights)).weights).toEqual(model.weights);
});

describe('a file with a tensor of every type', () => {
  it('gives the weights of Python’s gguf to the bit, streamed or one at a time, and its own hash', async () => {
    const expected: Record<string, { type: string; sha256: string }> = JSON.parse(
      readFileSync(`${folder}types.json`, 'utf8'),
    );
    const { config, weights } = await openModel(modelSource(TYPES));
    expect(weights.dtypes).toEqual(['BF16', 'F16', 'F32', 'Q4_0', 'Q4_1', 'Q4_K', 'Q6_K', 'Q8_0']);
    expect([...new Set(Object.values(expected).map(({ type }) => type))].sort()).toEqual(weights.dtypes);
    const streamed = await collectWeights(config, weights);
    expect(streamed.weightsHash).toBe(sha256(bytes()));
    const hashes = [...streamed.weights.values()].map(({ data }) => sha256(data));
    expect(hashes.sort()).toEqual(
      Object.values(expected)
        .map((tensor) => tensor.sha256)
        .sort(),
    );
    for (const name of parameterShapes(config).keys())
      expect(sha256(await weights.read(name))).toBe(sha256(streamed.weights.get(name)!.data));
  });

  it('has its tokenizer, its chat template and both end tokens', async () => {
    const { config, tokenizer } = await openModel(modelSource(TYPES));
    const ids = tokenizer.encode('<|im_start|>hello 123<|im_end|>');
    expect(ids.map((id) => tokenizer.tokenText(id)).join('|')).toBe('<|im_start|>|hell|o| |1|2|3|<|im_end|>');
    const text = 'Zwölf Äpfel,\n 你好!';
    expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    expect(tokenizer.chat!.render([{ role: 'user', content: 'hell' }])).toBe('<|im_start|>user:hell<|im_end|>');
    expect(tokenizer.specialIds).toMatchObject({ bos: 0, eos: 2, pad: 0 });
    expect(config.eosIds).toEqual([2, 0]);
  });
});

it.each(Object.entries(blocks))('reads blocks of %s to the bit', (dtype, given) => {
  const read = dequantised(dtype as QuantisedDtype, new Uint8Array(Buffer.from(given.blocks, 'base64')));
  expect(sha256(read)).toBe(given.sha256);
});

/** Adds metadata, mostly under the architecture's name. Writes whole numbers as uint32 and other numbers as float32. */
async function withMetadata(name: string, more: Record<string, string | number>) {
  const path = `${folder}${name}.gguf`;
  const keyOf = (key: string) => (key.startsWith('split.') ? key : `${name.replace('3-rope', '')}.${key}`);
  const header = await gguf(path, { typedMetadata: true, allowLocalFile: true });
  const typed = (value: string | number): { value: MetadataValue; type: GGUFValueType } => {
    const isText = typeof value === 'string';
    const type = Number.isInteger(value) ? GGUFValueType.UINT32 : GGUFValueType.FLOAT32;
    return { value, type: isText ? GGUFValueType.STRING : type };
  };
  const file = new Uint8Array(readFileSync(path));
  const metadata = Object.fromEntries(Object.entries(more).map(([key, value]) => [keyOf(key), typed(value)]));
  const head = await buildGgufHeader(new Blob([file]), { ...header.typedMetadata, ...metadata } as never, header);
  const parts = new Blob([head, file.subarray(Number(header.tensorDataOffset))]);
  return inMemory(new Uint8Array(await parts.arrayBuffer()));
}

describe('settings beside the sizes', () => {
  const llama3 = { type: 'llama3', factor: 32, lowFrequency: 1, highFrequency: 4, originalPositions: 8192 };

  it('hold Llama 3’s rotary scaling as divisors, which are no weights', async () => {
    const { model } = await readFixture('llama');
    const { config, weights } = await openWeights(modelSource(`${folder}llama3-rope.gguf`));
    expect(config).toMatchObject({ ropeTheta: 5e5, ropeScaling: llama3 });
    expect((await collectWeights(config, weights)).weights).toEqual(model.weights);
  });

  it('hold YaRN’s rotary scaling as numbers, with transformers’ defaults for missing ones', async () => {
    const least = { 'rope.scaling.type': 'yarn', 'rope.scaling.factor': 4 };
    const yarn = { type: 'yarn', factor: 4, attention: 0.1 * Math.log(4) + 1, truncate: true };
    const rotary = async (more: object) =>
      (await openWeights(await withMetadata('qwen2', { ...least, ...more }))).config.ropeScaling;
    expect(await rotary({})).toEqual({ ...yarn, betaFast: 32, betaSlow: 1, originalPositions: 64 });
    const others = {
      'rope.scaling.original_context_length': 16,
      'rope.scaling.yarn_beta_fast': 8,
      'rope.scaling.yarn_beta_slow': 2.5,
    };
    expect(await rotary(others)).toEqual({ ...yarn, betaFast: 8, betaSlow: 2.5, originalPositions: 16 });
  });

  it('that are off change nothing', async () => {
    const off = { 'rope.scaling.type': 'linear', 'rope.scaling.factor': 1, 'attention.sliding_window': 0 };
    const { config } = await openWeights(await withMetadata('qwen2', off));
    expect(config).toEqual((await openWeights(modelSource(`${folder}qwen2.gguf`))).config);
  });

  it.each<[name: string, metadata: Record<string, string | number>, sentence: string]>([
    ['qwen2', { 'rope.scaling.type': 'linear', 'rope.scaling.factor': 2 }, 'rope scaling \\"linear\\" by 2'],
    ['qwen2', { 'rope.scaling.factor': 2 }, 'rope scaling \\"linear\\" by 2'],
    ['qwen2', { 'rope.scaling.type': 'longrope' }, 'rope scaling \\"longrope\\"'],
    ['qwen2', { 'rope.scaling.attn_factor': 1.5 }, 'qwen2.rope.scaling.attn_factor = 1.5'],
    ['qwen2', { 'attention.sliding_window': 32 }, 'qwen2.attention.sliding_window = 32'],
    ['llama', { logit_scale: 2.5 }, 'llama.logit_scale = 2.5'],
    ['llama3-rope', { 'rope.freq_base': 1e4 }, 'rope_freqs.weight divides rotary frequencies in another way'],
    ['llama3-rope', { 'rope.scaling.type': 'yarn' }, 'rope_freqs.weight scales rotary frequencies beside'],
    ['llama', { 'split.count': 3 }, 'one of 3 parts of a split GGUF file; join them with llama-gguf-split --merge'],
    ['llama', { expert_count: 8, expert_used_count: 2 }, 'a mixture of experts (8 of them, as Mixtral)'],
  ])('are refused by name if they are not computed: %s %o', async (name, metadata, sentence) => {
    const opening = openWeights(await withMetadata(name, metadata));
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.toMatchObject({ code: 'unsupported', parameters: { file: 'the model/model.gguf' } });
  });
});

describe('a file that cannot be used', () => {
  /** Replaces the text `before` with `after` of equal length. Writes the bytes `more`, `skip` bytes after the text. */
  function changed(before: string, after: string, skip = 0, ...more: number[]): Uint8Array<ArrayBuffer> {
    const file = bytes();
    const at = Buffer.from(file.buffer).indexOf(before);
    expect(at).toBeGreaterThan(0);
    file.set(new TextEncoder().encode(after), at);
    file.set(more, at + before.length + skip);
    return file;
  }

  // A tensor's name is followed by the number of sizes (4 bytes), the sizes (8 bytes each) and the type.
  const ofType = (type: number) => changed('output.weight', 'output.weight', 20, type);
  it.each([
    ['too short', bytes().subarray(0, 3), /not a GGUF file, or it is cut off/],
    ['something else', new TextEncoder().encode('{"not": "a model"}'), /not a GGUF file/],
    [
      'cut off in its tensors',
      bytes().subarray(0, 100_000),
      /ends at byte \d+, but the file has only 100000: it is cut off/,
    ],
    ['of another type', ofType(10), /output.weight.* has type Q2_K; only F32/],
    ['of an unknown type', ofType(99), /output.weight.* has type number 99; only F32/],
    ['of another architecture', changed('llama', 'bloom'), /architecture .*bloom.* is not one this engine computes/],
    ['without a size', changed('llama.block_count', 'llama.block_kount'), /block_count: /],
    ['with another tensor', changed('output_norm', 'output_form'), /it lacks model.norm.weight/],
    ['with another tokenizer', changed('gpt2', 'bert'), /tokenizer .*bert.* is not supported/],
    ['cut another way', changed('smollm', 'smallm'), /tokenizer.ggml.pre: smallm/],
    ['without tokenizer', changed('tokenizer.ggml.model', 'tokenizer.ggml.modem'), /its metadata hold no tokenizer/],
    ['without a way to cut text', changed('tokenizer.ggml.pre', 'tokenizer.ggml.prx'), /how text is cut/],
  ])('%s', async (_, file, sentence) => {
    await expect(openModel(inMemory(file))).rejects.toThrow(sentence);
    await expect(openModel(inMemory(file))).rejects.toMatchObject({
      name: 'ModelFileError',
      parameters: { file: expect.stringContaining('the model/model.gguf') },
    });
  });

  it('is refused if it is cut off at any byte', async () => {
    const file = bytes();
    for (let length = 0; length < file.length; length += 1009)
      await expect(openModel(inMemory(file.slice(0, length)))).rejects.toMatchObject({ name: 'ModelFileError' });
  });
});
