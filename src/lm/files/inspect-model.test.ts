/** @file Inspects a folder without reading its weights. The tests of checkpoints and configurations check what is refused. */
import { expect, it } from 'vitest';
import { inspectModel } from './load-model.ts';
import { memoryFolder } from '../testing/memory-folder.ts';
import { tinyFolder } from '../testing/tiny-folder.ts';

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
  // A parameter takes two bytes, and only headers were read.
  expect(bytes - read).toBe(2 * inspected.parameters);
});
