import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openModel } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import { memoryFolder } from '../../lm/testing/memory-folder.ts';
import { testDevice } from '../../tensor/testing/check-op.ts';
import { expectComputes, type Expected } from './testing/expected.ts';
import { loadModel } from '../../lm/testing/load-model.ts';

const FOLDERS = fileURLToPath(new URL('../../lm/fixtures/transformers/', import.meta.url));
const expectedOf = (name: string) => JSON.parse(readFileSync(`${FOLDERS}${name}/expected.json`, 'utf8')) as Expected;

const device = testDevice();

describe('a folder saved by transformers', () => {
  const names = readdirSync(FOLDERS).filter((name) => !name.startsWith('adapter'));

  it('is of each family, tied and untied, in one file and in shards, in f32 and in bf16, with scaled rotary frequencies', () => {
    const files = names.map((name) => readdirSync(FOLDERS + name));
    expect(names.length).toBe(8);
    expect(files.filter((of) => of.includes('model.safetensors.index.json'))).toHaveLength(2);
  });

  it.each(names)('%s', async (name) => {
    const { config, weights, tokenizer } = await loadModel(diskFolder(FOLDERS + name));
    expect(tokenizer.encode('w2 w3')).toEqual([2, 3]);
    await expectComputes(device(), config, weights, expectedOf(name));
  });
});

const ofFolder = (name: string, files: readonly string[]): [string, Uint8Array<ArrayBuffer>][] =>
  files.map((file) => [file, new Uint8Array(readFileSync(`${FOLDERS}${name}/${file}`))]);
const BASE = ofFolder('llama-tied', [
  'config.json',
  'generation_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'model.safetensors',
]);
const ADAPTER = ['adapter_config.json', 'adapter_model.safetensors'];

it.each(['adapter', 'adapter-patterns'])('an %s saved by PEFT, in the folder of its base', async (name) => {
  const { config, weights, weightsHash } = await loadModel(
    memoryFolder(new Map([...BASE, ...ofFolder(name, ADAPTER)])),
  );
  expect(weightsHash).not.toBe((await loadModel(memoryFolder(new Map(BASE)))).weightsHash);
  await expectComputes(device(), config, weights, expectedOf(name));
});

it('refuses by its name what an adapter asks for that is not computed, and an adapter alone', async () => {
  const files = new Map([...BASE, ...ofFolder('adapter', ADAPTER)]);
  const given = JSON.parse(new TextDecoder().decode(files.get(ADAPTER[0]))) as Record<string, unknown>;
  const asked = (change: object) =>
    openModel(
      memoryFolder(new Map(files).set(ADAPTER[0], new TextEncoder().encode(JSON.stringify({ ...given, ...change })))),
    );
  for (const change of [
    { use_dora: true },
    { bias: 'all' },
    { modules_to_save: ['lm_head'] },
    { peft_type: 'IA3' },
    { init_lora_weights: 'pissa' },
    { trainable_token_indices: [1] },
    { some_new_setting: 2 },
  ])
    await expect(asked(change)).rejects.toThrow(Object.keys(change)[0]);
  await expect(asked({ rank_pattern: { q_proj: 2 } })).rejects.toThrow('not those of rank 2');
  await expect(openModel(memoryFolder(new Map(ofFolder('adapter', ADAPTER))))).rejects.toThrow('without its base');
});
