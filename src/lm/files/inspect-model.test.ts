/** @file Inspects a folder without reading its weights, and refuses what cannot be loaded. */
import { expect, it } from 'vitest';
import { inspectModel } from './inspect-model.ts';
import { memoryFolder } from './model-files.ts';
import { tinyFolder } from '../testing/tiny-folder.ts';

const text = (content: object) => new TextEncoder().encode(JSON.stringify(content));

it('tells architecture, size and number format of a sharded bf16 folder, from headers alone', async () => {
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
  // Two bytes a parameter; headers are what was read.
  expect(bytes - read).toBe(2 * inspected.parameters);
});

it('refuses an unknown architecture, a missing shard and a truncated one, each in a sentence', async () => {
  const files = tinyFolder();
  const broken = (name: string, content?: Uint8Array<ArrayBuffer>) => {
    const copy = new Map(files);
    if (content) copy.set(name, content);
    else copy.delete(name);
    return inspectModel(memoryFolder(copy, 'mine'));
  };
  const shard = [...files.keys()].filter((name) => name.endsWith('.safetensors'))[1];
  await expect(broken('config.json', text({ model_type: 'mamba' }))).rejects.toThrow(
    /^unsupported .*mine\/config\.json.*mamba/,
  );
  await expect(broken(shard)).rejects.toThrow(`missing {"file":"mine/${shard}"`);
  await expect(broken(shard, files.get(shard)!.slice(0, -2))).rejects.toThrow(/cut off/);
});
