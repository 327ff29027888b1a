/** @file Checks that a folder with a list refuses damaged files, and asks for no file that the list lacks. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { LIST_FILE, listedFolder, withList } from './checked-folder.ts';
import { openModel } from './load-model.ts';
import type { ModelFiles } from './model-files.ts';
import { memoryFolder } from '../testing/memory-folder.ts';
import { tinyFolder } from '../testing/tiny-folder.ts';
import { loadModel } from '../testing/load-model.ts';

const SHARD = 'model-00002-of-00002.safetensors';
const whole = withList(tinyFolder());
const load = (files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) =>
  loadModel(listedFolder(memoryFolder(files, 'tiny'), 'read'));
const flipped = (bytes: Uint8Array<ArrayBuffer>, bit: number) => {
  const copy = bytes.slice();
  copy[bit >> 3] ^= 1 << (bit & 7);
  return copy;
};

it('loads as without a list, and its weights have the same name', async () => {
  const { tokenizer, ...model } = await load(whole);
  expect(tokenizer.files.tokenizer).toEqual(JSON.parse(new TextDecoder().decode(whole.get('tokenizer.json'))));
  const { tokenizer: _, ...unlisted } = await loadModel(memoryFolder(tinyFolder(), 'tiny'));
  expect(model).toEqual(unlisted);
});

it('refuses a flipped bit in any file that is loaded, and in the list', async () => {
  const random = new RandomStream(1, 2, 3);
  for (const [file, bytes] of whole)
    for (let trial = 0; trial < 6 && file !== 'README.md'; trial++)
      await expect(
        load(new Map(whole).set(file, flipped(bytes, random.integer(8 * bytes.length)))),
        file,
      ).rejects.toMatchObject({ name: 'ModelFileError' });
});

it('refuses a file of another model of the same shape, and one that went missing, in a sentence', async () => {
  const other = whole.get(SHARD)!.slice();
  other[other.length - 1] ^= 1;
  await expect(load(new Map(whole).set(SHARD, other))).rejects.toThrow(
    `damaged {"file":"tiny/${SHARD}","what":"it is damaged or was exchanged: the list of the folder has another SHA-256`,
  );
  const without = new Map(whole);
  without.delete('generation_config.json');
  await expect(load(without)).rejects.toThrow(
    'damaged {"file":"tiny/generation_config.json","what":"it is missing, though the list',
  );
});

it('notices weights that are exchanged while the model is loaded', async () => {
  const files = new Map(whole);
  const { weights } = await openModel(listedFolder(memoryFolder(files, 'tiny'), 'read'));
  files.set(SHARD, flipped(files.get(SHARD)!, 8 * files.get(SHARD)!.length - 1));
  await expect(weights.stream(() => {})).rejects.toMatchObject({ code: 'damaged' });
});

it('compares a file that is not read from its beginning before a part of it is used', async () => {
  const files = new Map(whole);
  const last = { begin: files.get(SHARD)!.length - 4, end: files.get(SHARD)!.length };
  const read = () => listedFolder(memoryFolder(files, 'tiny')).read(SHARD, last);
  expect(await read()).toEqual(files.get(SHARD)!.slice(-4));
  files.set(SHARD, flipped(files.get(SHARD)!, 8));
  await expect(read()).rejects.toMatchObject({ code: 'damaged' });
});

describe('a file that the list lacks', () => {
  const asked: string[] = [];
  const source: ModelFiles = {
    ...memoryFolder(whole),
    read: async (file, range) => {
      asked.push(file);
      return (file === 'chat_template.jinja' ? whole.get('config.json') : whole.get(file))?.subarray(
        range?.begin,
        range?.end,
      );
    },
  };

  it('counts as absent, and is not requested', async () => {
    const folder = listedFolder(source);
    await loadModel(folder);
    expect(await folder.size('chat_template.jinja')).toBeUndefined();
    expect(asked).not.toContain('chat_template.jinja');
    expect(asked).toContain(LIST_FILE);
  });

  it('is read if a user may have added it', async () => {
    expect(await listedFolder(source, 'read').read('chat_template.jinja')).toEqual(whole.get('config.json'));
  });
});
