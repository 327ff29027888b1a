/** @file Checks that a written model folder is read back exactly, and that each fault has its own message. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterShapes, type ModelConfig } from './config.ts';
import { hubAddress } from './model-files.ts';
import { memoryFolder } from '../testing/memory-folder.ts';
import { inspectModel, loadTokenizer, modelFolder, openModel, openWeights } from './load-model.ts';
import { ModelFileError } from './model-file-error.ts';
import { diskFolder } from './node-files.ts';
import { tinyFolder } from '../testing/tiny-folder.ts';
import { writeDiskFolder } from '../testing/write-disk-folder.ts';
import { writeSafetensors, type WeightArray } from './safetensors.ts';
import { wordLevelTokenizer } from './tokenizer.ts';
import { byteTokenizer } from '../testing/byte-tokenizer.ts';
import { CHATML } from '../testing/chatml.ts';
import { LIST_FILE } from './checked-folder.ts';
import { numberedWeights, smallConfig } from '../testing/small-model.ts';
import { collectWeights, loadModel } from '../testing/load-model.ts';

const config: ModelConfig = {
  ...smallConfig,
  vocabSize: 6,
  hiddenSize: 8,
  heads: 2,
  kvHeads: 1,
  headDim: 4,
  intermediateSize: 12,
  ropeTheta: 100,
  maxPositions: 32,
  eosIds: [1],
  padId: 0,
};
const tokenizer = wordLevelTokenizer(['take', 'mug', '.']);

const folder = () => modelFolder({ config, tokenizer, weights: numberedWeights(config) });
const bytesOf = (json: unknown) => new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
const editJson = (bytes: Uint8Array, change: Record<string, unknown>) =>
  bytesOf({ ...JSON.parse(new TextDecoder().decode(bytes)), ...change });

it('reads the weights of a folder without a tokenizer', async () => {
  const files = folder();
  const { tokenizer: _, ...whole } = await loadModel(memoryFolder(files));
  files.delete('tokenizer.json');
  files.delete('tokenizer_config.json');
  const opened = await openWeights(memoryFolder(files));
  expect({ ...opened, ...(await collectWeights(config, opened.weights)) }).toEqual(whole);
  await expect(loadModel(memoryFolder(files))).rejects.toThrow(/^missing .*tokenizer\.json/);
});

it.each([NaN, Infinity, -Infinity])('refuses weights that hold %s', async (value) => {
  const weights = numberedWeights(config);
  [...weights.values()][2].data[3] = value;
  const files = modelFolder({ config, tokenizer, weights });
  await expect(loadModel(memoryFolder(files))).rejects.toMatchObject({
    code: 'not-finite',
    parameters: { what: `${[...weights.keys()][2]} holds NaN or an infinity` },
  });
});

describe('a model folder', () => {
  it('is read back exactly, from memory and disk alike', async () => {
    const files = folder();
    const path = await mkdtemp(join(tmpdir(), 'model-'));
    await writeDiskFolder(path, files);
    for (const source of [memoryFolder(files), diskFolder(path)]) {
      const model = await loadModel(source);
      expect(model.config).toEqual(config);
      expect(model.weights).toEqual(numberedWeights(config));
      expect(model.tokenizer.encode('take mug .')).toEqual([2, 3, 4]);
      expect(model.weightsHash).toBe(createHash('sha256').update(files.get('model.safetensors')!).digest('hex'));
      expect(modelFolder(model)).toEqual(files);
    }
    await rm(path, { recursive: true });
  });

  it('of the hub has a web address', () => {
    expect(hubAddress('hf:owner/tiny')).toBe('https://huggingface.co/owner/tiny/resolve/main/');
    expect(hubAddress('owner/tiny')).toBeUndefined();
  });

  it('in f16 says so, and holds the nearest numbers', async () => {
    const files = modelFolder({ config, tokenizer, weights: numberedWeights(config) }, 'F16');
    expect(JSON.parse(new TextDecoder().decode(files.get('config.json')))).toMatchObject({ torch_dtype: 'float16' });
    const model = await loadModel(memoryFolder(files));
    expect(model.config).toEqual(config);
    // The tolerance is half a unit in the last of 11 significant bits, for numbers below 1.
    for (const [name, { data }] of numberedWeights(config))
      expect(
        Math.max(...model.weights.get(name)!.data.map((value, i) => Math.abs(value - data[i]))),
      ).toBeLessThanOrEqual(2 ** -12);
  });

  it('refuses a chat template that needs what is not implemented, when it is opened', async () => {
    const files = folder();
    files.delete(LIST_FILE);
    files.set('chat_template.jinja', bytesOf('{% for m in messages %}{{ m.content|nonsense }}{% endfor %}'));
    await expect(loadTokenizer(memoryFolder(files))).rejects.toThrow('the filter \\"nonsense\\"');
    await expect(openModel(memoryFolder(files))).rejects.toThrow('chat_template.jinja');
  });

  it('has every end token that its files name, first the one with which its template closes an answer', async () => {
    const own = byteTokenizer({ chat_template: CHATML });
    const small = { ...config, vocabSize: own.vocabularySize, eosIds: [] };
    const weights = numberedWeights(small);
    const ends = async (named: Record<string, object>) => {
      const files = modelFolder({ config: small, tokenizer: own, weights });
      files.delete(LIST_FILE);
      for (const [name, json] of Object.entries(named))
        files.set(name, editJson(files.get(name) ?? bytesOf({}), json as Record<string, unknown>));
      const model = await openModel(memoryFolder(files));
      expect((await loadTokenizer(memoryFolder(files))).endIds).toEqual(model.tokenizer.endIds);
      return model.tokenizer.endIds;
    };
    const none = { 'tokenizer_config.json': { eos_token: null } };
    expect(await ends(none)).toEqual([]);
    expect(await ends({ ...none, 'config.json': { eos_token_id: 0 } })).toEqual([0]);
    expect(await ends({ ...none, 'special_tokens_map.json': { eos_token: { content: '<|im_end|>' } } })).toEqual([2]);
    // Qwen2 states the base model's end token in two files, and the end of a turn in one.
    expect(
      await ends({ 'generation_config.json': { eos_token_id: [0, 2] }, 'config.json': { eos_token_id: 0 } }),
    ).toEqual([2, 0]);
    expect(await ends({ 'config.json': { eos_token_id: -1 }, 'generation_config.json': { eos_token_id: 5 } })).toEqual([
      0, 5,
    ]);
  });

  it('leaves out the tensors that old exports repeat', async () => {
    const weights = numberedWeights(config);
    weights.set('model.layers.0.self_attn.rotary_emb.inv_freq', { shape: [2], data: new Float32Array(2) });
    weights.set('lm_head.weight', weights.get('model.embed_tokens.weight')!);
    const files = folder().set('model.safetensors', writeSafetensors(weights));
    expect((await loadModel(memoryFolder(files))).weights).toEqual(numberedWeights(config));
  });

  type Change = (files: ReturnType<typeof folder>) => void;
  const withWeights = (change: (weights: Map<string, WeightArray>) => void): Change => {
    return (files) => {
      const weights = numberedWeights(config);
      change(weights);
      files.set('model.safetensors', writeSafetensors(weights));
    };
  };
  const withFile =
    (name: string, json: unknown): Change =>
    (files) =>
      files.set(name, bytesOf(json));
  const ofCache: Change = (files) => {
    files.clear();
    files.set('refs/main', bytesOf('0123abcd'));
  };
  const smaller: Change = (files) =>
    files.set('config.json', editJson(files.get('config.json')!, { vocab_size: 4, eos_token_id: 1 }));
  const transposed = withWeights((weights) => (weights.get('model.layers.1.mlp.up_proj.weight')!.shape = [8, 12]));
  const extra = { shape: [1], data: new Float32Array(1) };
  it.each<[what: string, change: Change, message: RegExp]>([
    ['no config.json', (files) => files.delete('config.json'), /^missing .*here\/config\.json/],
    ['links alone, which a browser leaves out', (files) => files.clear(), /cache of Hugging Face, .*hf download NAME/],
    ['the references of a cache', ofCache, /cache of Hugging Face, .*hf download NAME --local-dir FOLDER/],
    ['no tokenizer.json', (files) => files.delete('tokenizer.json'), /^missing .*here\/tokenizer\.json/],
    ['no weights', (files) => files.delete('model.safetensors'), /^missing .*here\/model\.safetensors/],
    ['a config.json cut off', withFile('config.json', '{"model_'), /^malformed .*here\/config\.json.*not JSON \(/],
    [
      'a tokenizer for a larger model',
      smaller,
      /^mismatch .*here\/tokenizer\.json.*5 tokens, but the model embeds only 4/,
    ],
    [
      'stop tokens as text',
      withFile('generation_config.json', { eos_token_id: 'eos' }),
      /^malformed .*here\/gen.*eos_token_id/,
    ],
    [
      'a missing parameter',
      withWeights((all) => all.delete('model.norm.weight')),
      /^mismatch .*here\/model\.safetensors.*it lacks model\.norm\.weight, which config\.json asks for/,
    ],
    [
      'many missing parameters',
      withWeights((all) => all.clear()),
      /it lacks model\.embed_tokens\.weight, .* and 23 more/,
    ],
    [
      'one too many',
      withWeights((all) => all.set('model.extra', extra)),
      /it holds model\.extra, which config\.json does not/,
    ],
    ['a transposed parameter', transposed, /up_proj\.weight has shape \[8,12\], config\.json asks for \[12,8\]/],
  ])('with %s is refused', async (_, change, message) => {
    const files = folder();
    change(files);
    const loading = loadModel(memoryFolder(files, 'here'));
    await expect(loading).rejects.toThrow(ModelFileError);
    await expect(loading).rejects.toThrow(message);
  });
});

it('a damaged model folder either loads or is refused with a ModelFileError', async () => {
  const whole = [...folder()];
  const damage = fc.record({
    file: fc.nat(whole.length - 1),
    edits: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    keep: fc.double({ min: 0, max: 1, noNaN: true }),
    truncate: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, edits, keep, truncate }) => {
      const [name, bytes] = whole[file];
      const damaged = bytes.slice(0, truncate ? Math.floor(keep * bytes.length) : bytes.length);
      for (const [at, value] of edits) if (damaged.length) damaged[at % damaged.length] = value;
      try {
        const model = await loadModel(memoryFolder(new Map(whole).set(name, damaged)));
        expect([...model.weights.keys()]).toEqual([...parameterShapes(model.config).keys()]);
      } catch (error) {
        expect(error).toBeInstanceOf(ModelFileError);
      }
    }),
    { numRuns: 500 },
  );
});

it('reports architecture, size and number format of a sharded bf16 folder, from headers alone', async () => {
  const files = tinyFolder();
  const folder = memoryFolder(files);
  let read = 0;
  const counting: typeof folder = {
    ...folder,
    read: async (file, range) => {
      const bytes = await folder.read(file, range);
      if (file.endsWith('.safetensors')) read += bytes?.byteLength ?? 0;
      return bytes;
    },
  };
  const inspected = await inspectModel(counting);
  expect(inspected).toMatchObject({ architecture: 'qwen3', precisions: ['BF16'], layers: 2, hiddenSize: 32 });
  const shards = [...files].filter(([name]) => name.endsWith('.safetensors'));
  expect(shards.length).toBeGreaterThan(1);
  const bytes = shards.reduce((sum, [, content]) => sum + content.byteLength, 0);
  // Only the headers of the shards were read. Each parameter takes two bytes.
  expect(bytes - read).toBe(2 * inspected.parameters);
});
