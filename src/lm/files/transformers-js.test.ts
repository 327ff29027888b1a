/** @file Checks that transformers.js loads the shipped folders, and gives the same token ids. */
import { fileURLToPath } from 'node:url';
import { AutoConfig, AutoTokenizer, env } from '@huggingface/transformers';
import { beforeAll, describe, expect, it } from 'vitest';
import { diskFolder } from './node-files.ts';
import { loadModel } from '../testing/load-model.ts';

const models = fileURLToPath(new URL('../../../models/', import.meta.url));

beforeAll(() => {
  env.allowRemoteModels = false;
  env.localModelPath = models;
});

describe.each([
  ['discovery-agent', 'clean apple & heat mug'],
  ['function-calling-agent', 'remind tue lima & mail amy'],
])('transformers.js reads %s', (name, text) => {
  it('with the same shape and the same token ids', async () => {
    const ours = await loadModel(diskFolder(models + name));
    const config = (await AutoConfig.from_pretrained(name)) as unknown as Record<string, unknown>;
    expect(config).toMatchObject({
      model_type: ours.config.family,
      hidden_size: ours.config.hiddenSize,
      num_hidden_layers: ours.config.layers,
      vocab_size: ours.config.vocabSize,
    });
    const theirs = await AutoTokenizer.from_pretrained(name);
    expect(theirs.encode(text, { add_special_tokens: false })).toEqual(ours.tokenizer.encode(text));
    expect(theirs.decode(ours.tokenizer.encode(text))).toBe(ours.tokenizer.decode(ours.tokenizer.encode(text)));
  });
});
