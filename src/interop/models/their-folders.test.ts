/** @file Folders that transformers and PEFT saved: what our engine computes of them is what they compute. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import { openSafetensors } from '../../lm/files/safetensors.ts';
import { takeTensors } from '../../lm/files/take-tensors.ts';
import { adapterShapes } from '../../lm/lora/adapter-layout.ts';
import type { LoraConfig } from '../../lm/lora/lora-config.ts';
import { mergeWeight } from '../../lm/lora/merge.ts';
import { testDevice } from '../../tensor/testing/check-op.ts';
import { expectComputes, type Expected } from './testing/expected.ts';

const FOLDERS = fileURLToPath(new URL('../../lm/fixtures/transformers/', import.meta.url));
const expectedOf = (name: string) => JSON.parse(readFileSync(`${FOLDERS}${name}/expected.json`, 'utf8')) as Expected;

const device = testDevice();

describe('a folder saved by transformers', () => {
  const names = readdirSync(FOLDERS).filter((name) => name !== 'adapter');

  it('is of each family, tied and untied, in one file and in shards, in f32 and in bf16', () => {
    const files = names.map((name) => readdirSync(FOLDERS + name));
    expect(names.length).toBe(6);
    expect(files.filter((of) => of.includes('model.safetensors.index.json'))).toHaveLength(2);
  });

  it.each(names)('%s', async (name) => {
    const { config, weights, tokenizer } = await loadModel(diskFolder(FOLDERS + name));
    expect(tokenizer.encode('w2 w3')).toEqual([2, 3]);
    await expectComputes(device(), config, weights, expectedOf(name));
  });
});

it('an adapter saved by PEFT, over its base', async () => {
  const { config, weights } = await loadModel(diskFolder(`${FOLDERS}llama-tied`));
  const { r, lora_alpha, target_modules } = JSON.parse(
    readFileSync(`${FOLDERS}adapter/adapter_config.json`, 'utf8'),
  ) as { r: number; lora_alpha: number; target_modules: LoraConfig['targets'] };
  const lora: LoraConfig = { rank: r, alpha: lora_alpha, targets: target_modules };
  const file = openSafetensors(readFileSync(`${FOLDERS}adapter/adapter_model.safetensors`));
  const adapter = { lora, weights: takeTensors(file, adapterShapes(config, lora), 'the adapter') };
  const merged = new Map([...weights].map(([name, weight]) => [name, mergeWeight(name, weight, adapter)]));
  await expectComputes(device(), config, merged, expectedOf('adapter'));
});
