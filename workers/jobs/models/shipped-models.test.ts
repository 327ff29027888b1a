import { expect, it } from 'vitest';
import { memoryFolder, type ModelFiles } from '../../../src/lm/files/model-files.ts';
import { diskFolder, modelSource } from '../../../src/lm/files/node-files.ts';
import { shippedModels } from './shipped-models.ts';

it('lists the models beside the page with the size of their weights', async () => {
  const models = await shippedModels(diskFolder('models'), (name) => modelSource(name, 'models'));
  const agent = models.find(({ name }) => name === 'discovery-agent')!;
  expect(agent.families).toEqual(['household']);
  // Four bytes a parameter, and a header.
  expect(agent.bytes / agent.parameters).toBeCloseTo(4, 0);
  expect(models.filter(({ bytes }) => bytes === 0)).toEqual([]);
});

it('says what to do where the list is missing or damaged', async () => {
  const holding = (text: string): ModelFiles =>
    memoryFolder(new Map([['manifest.json', new TextEncoder().encode(text)]]));
  for (const folder of [memoryFolder(new Map()), holding('<!doctype html>'), holding('{"models":[{}]}')])
    await expect(shippedModels(folder, diskFolder)).rejects.toThrow('shipped-models');
});
