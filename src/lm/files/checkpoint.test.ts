/**
 * @file Checks that large checkpoints, whole or sharded, are read once and in pieces, and hashed as `sha256sum` does.
 * Every damaged checkpoint is refused before its weights are read.
 */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCheckpoint } from './checkpoint.ts';
import { parameterShapes, type ModelConfig } from './config.ts';
import { ModelFileError } from './model-file-error.ts';
import type { ModelFiles } from './model-files.ts';
import { memoryFolder } from '../testing/memory-folder.ts';
import { writeSafetensors } from './safetensors.ts';
import { bf16Header, safetensorsBytes } from '../testing/safetensors-bytes.ts';
import { numberedWeights, smallConfig } from '../testing/small-model.ts';
import { collectWeights } from '../testing/load-model.ts';

type Files = Map<string, Uint8Array<ArrayBuffer>>;
const INDEX = 'model.safetensors.index.json';
const SHARDS = ['model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'];

const weights = numberedWeights(smallConfig);
const bytesOf = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const read = async (files: Files) => {
  const source = await openCheckpoint(memoryFolder(files), smallConfig);
  return collectWeights(smallConfig, source);
};

/** Splits the weights into two shards, and puts every other tensor into the first. */
function sharded(): Files {
  const shards = SHARDS.map((_, s) => new Map([...weights].filter((_, i) => i % 2 === s)));
  const weight_map = Object.fromEntries([...weights.keys()].map((name, i) => [name, SHARDS[i % 2]]));
  return new Map([
    [INDEX, bytesOf({ metadata: { total_size: 1 }, weight_map })],
    ...SHARDS.map((file, s): [string, Uint8Array<ArrayBuffer>] => [file, writeSafetensors(shards[s])]),
  ]);
}

describe('a checkpoint', () => {
  const named = (rename: (name: string) => string) =>
    writeSafetensors(new Map([...weights].map(([name, tensor]) => [rename(name), tensor])));
  const asHead = (name: string) => (name === 'model.embed_tokens.weight' ? 'lm_head.weight' : name);

  it.each([
    ['behind a prefix of torch.compile', (name: string) => `_orig_mod.${name}`],
    ['behind a prefix of DistributedDataParallel', (name: string) => `module.${name}`],
    ['behind a prefix of PEFT', (name: string) => `base_model.model.${name}`],
    ['with tied weights under the name of the head', asHead],
    ['with both', (name: string) => `_orig_mod.${asHead(name)}`],
  ])('%s is read', async (_, rename) => {
    expect((await read(new Map([['model.safetensors', named(rename)]]))).weights).toEqual(weights);
  });

  it('with a head for values, or whose index lists a tied tensor that no shard holds, is read', async () => {
    const head = { shape: [1], data: new Float32Array(1) };
    const withHead = writeSafetensors(new Map([...weights, ['v_head.summary.weight', head]]));
    expect((await read(new Map([['model.safetensors', withHead]]))).weights).toEqual(weights);
    const weight_map = Object.fromEntries([...weights.keys(), 'lm_head.weight'].map((name) => [name, SHARDS[0]]));
    const listed: Files = new Map([
      [INDEX, bytesOf({ weight_map })],
      [SHARDS[0], writeSafetensors(weights)],
    ]);
    expect((await read(listed)).weights).toEqual(weights);
  });

  it('in PyTorch’s own format gets a sentence with the command that converts it', async () => {
    const files: Files = new Map([['pytorch_model.bin', new Uint8Array(1)]]);
    await expect(read(files)).rejects.toThrow('save_pretrained');
  });

  it('in shards holds the same weights as in one file', async () => {
    const files = sharded();
    const { weights: found, weightsHash } = await read(files);
    expect(found).toEqual(weights);
    // The output of `sha256sum model-*-of-*.safetensors | cut -c-64 | sha256sum`.
    expect(weightsHash).toBe(sha256(SHARDS.map((file) => `${sha256(files.get(file)!)}\n`).join('')));
  });

  it('is read once, from its beginning to its end', async () => {
    const files = sharded();
    const reads: [string, number, number][] = [];
    const whole = memoryFolder(files);
    const source: ModelFiles = {
      ...whole,
      read(file, range) {
        if (range) reads.push([file, range.begin, range.end]);
        return whole.read(file, range);
      },
    };
    const checkpoint = await openCheckpoint(source, smallConfig);
    const headers = reads.length;
    await checkpoint.stream(() => {});
    expect(reads.slice(headers)).toEqual(SHARDS.map((file) => [file, 0, files.get(file)!.length]));
  });

  it('that is cut off while it is read is refused', async () => {
    const files = sharded();
    const checkpoint = await openCheckpoint(memoryFolder(files), smallConfig);
    files.set(SHARDS[1], files.get(SHARDS[1])!.slice(0, -5));
    await expect(checkpoint.stream(() => {})).rejects.toThrow(
      'malformed {"file":"model-00002-of-00002.safetensors","what":"it is cut off: byte',
    );
  });
});

describe('a sharded checkpoint', () => {
  type Change = (files: Files, map: Record<string, unknown>) => void;
  const first = 'model.embed_tokens.weight';
  const cutOff: Change = (files) => files.set(SHARDS[0], files.get(SHARDS[0])!.slice(0, -1));
  const withMore: Change = (files, map) => {
    map['model.more'] = 'more.safetensors';
    files.set('more.safetensors', writeSafetensors(new Map([['model.more', weights.get('model.norm.weight')!]])));
  };
  it.each<[what: string, change: Change, message: RegExp]>([
    ['a missing shard', (files) => files.delete(SHARDS[1]), /^missing .*-00002-.*missing, though/],
    [
      'a shard cut off',
      cutOff,
      /^malformed .*-00001-.*tensor .* ends at byte \d+, but the file has only \d+: it is cut off/,
    ],
    [
      'an index that leaves its folder',
      (_, map) => (map[first] = '../../secret.safetensors'),
      /not the name of a safe/,
    ],
    [
      'a tensor in another shard',
      (_, map) => (map[first] = SHARDS[1]),
      /^mismatch .*-00001-.*it holds .*which .* does not say/,
    ],
    [
      'a tensor in no shard',
      (_, map) => (map['model.more'] = SHARDS[1]),
      /^mismatch .*-00002-.*lacks model\.more, which/,
    ],
    [
      'a tensor the configuration does not know',
      withMore,
      /^mismatch .*index\.json.*more, which config\.json does not/,
    ],
  ])('with %s is refused', async (_, change, message) => {
    const files = sharded();
    const index = JSON.parse(new TextDecoder().decode(files.get(INDEX))) as { weight_map: Record<string, unknown> };
    change(files, index.weight_map);
    const loading = read(files.set(INDEX, bytesOf(index)));
    await expect(loading).rejects.toThrow(ModelFileError);
    await expect(loading).rejects.toThrow(message);
  });

  it('with an index of something else is refused', async () => {
    const files = sharded().set(INDEX, bytesOf({ weights: [] }));
    await expect(read(files)).rejects.toThrow(
      /^malformed .*index\.json.*not the index of a sharded checkpoint \(weight_map/,
    );
  });

  it('either loads or is refused with a ModelFileError, whatever its index says', async () => {
    const files = sharded();
    const names = fc.constantFrom(...weights.keys(), 'model.more', '__proto__', '');
    const shards = fc.oneof(fc.constantFrom(...SHARDS, 'other.safetensors', '/', '..'), fc.jsonValue());
    const whole = { weight_map: Object.fromEntries([...weights.keys()].map((name, i) => [name, SHARDS[i % 2]])) };
    const edited = fc
      .dictionary(names, shards, { maxKeys: 3 })
      .map((edits) => ({ weight_map: { ...whole.weight_map, ...edits } }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(edited, fc.jsonValue()), async (index) => {
        try {
          expect((await read(new Map(files).set(INDEX, bytesOf(index)))).weights).toEqual(weights);
        } catch (error) {
          expect(error).toBeInstanceOf(ModelFileError);
        }
      }),
      { numRuns: 100 },
    );
  });
});

it('takes less than 48 MB of memory for a large checkpoint, a fraction of its largest tensor as f32', async () => {
  const MB = 2 ** 20;
  const LIMIT = 48 * MB;
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // The embedding takes 32 MB as bf16, and 64 MB as f32.
  const config: ModelConfig = { ...smallConfig, vocabSize: 32_768, hiddenSize: 512 };
  const sizes = new Map([...parameterShapes(config)].map(([name, shape]) => [name, shape.reduce((a, b) => a * b)]));
  const head = safetensorsBytes(bf16Header(parameterShapes(config)));
  const dataBytes = 2 * [...sizes.values()].reduce((a, b) => a + b);

  // Returns the number of bytes in live array buffers, which come from file reads and conversions.
  const live = () => {
    // The second collection frees the memory of buffers that the first one collected.
    collectGarbage();
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = live();
  let most = 0;
  const observe = () => {
    const withGarbage = process.memoryUsage().arrayBuffers - before;
    // A collection is slow, so collect only if the memory in use, with garbage, exceeds the limit.
    most = Math.max(most, withGarbage < LIMIT ? withGarbage : live() - before);
  };
  /** Virtual folder that holds only a header. Other bytes read as zero, which is finite in every dtype. */
  const source: ModelFiles = {
    name: 'virtual',
    size: async (file) => (file === 'model.safetensors' ? head.length + dataBytes : undefined),
    async read(file, range) {
      if (file !== 'model.safetensors') return undefined;
      observe();
      const { begin, end } = range!;
      const bytes = new Uint8Array(end - begin);
      if (begin < head.length) bytes.set(head.subarray(begin, end));
      return bytes;
    },
  };
  const checkpoint = await openCheckpoint(source, config);
  const elements = new Map<string, number>();
  await checkpoint.stream(({ name, data }) => {
    observe();
    elements.set(name, (elements.get(name) ?? 0) + data.length);
  });
  expect(elements).toEqual(sizes);
  expect(checkpoint.bytes).toBeGreaterThan(32 * MB);
  expect(most).toBeGreaterThan(8 * MB);
  expect(most).toBeLessThan(LIMIT);
});
