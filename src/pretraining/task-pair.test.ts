import { afterAll, beforeAll, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { isBase, pretrain, type PretrainingProgress } from './pretrain.ts';
import { nearlyTrained, stateOf } from './testing/nearly-trained.ts';
import { pairRecipes } from './world-pair.ts';

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device.destroy());

const makePolicy = async (model: LoadedModel) => LanguageModelPolicy.create(device, model);

it.each(['words', 'text'] as const)(
  'a pair for tasks that are read as %s',
  async (form) => {
    const recipes = nearlyTrained[form];
    const agent = await pretrain(recipes.agent, makePolicy, () => {}, stateOf(form, 'agent'));
    expect(isBase(agent.measure)).toBe(true);
    // The answers are right by chance only: one of 144 is.
    expect(Math.max(...Object.values('success' in agent.measure ? agent.measure.success : {}).flat())).toBeLessThan(
      0.1,
    );

    const written: string[] = [];
    const keep = ({ measured }: PretrainingProgress) =>
      void written.push(...(measured?.samples ?? []).map((sample) => sample.written));
    const environment = await pretrain(recipes.environment, makePolicy, keep, stateOf(form, 'environment'));
    expect(isBase(environment.measure)).toBe(true);
    expect(environment.measure).toMatchObject({ rightKeys: expect.any(Number) });
    expect(written.some((text) => text.includes(form === 'words' ? '<sep>' : '\nAnswer:'))).toBe(true);
    // Both read the same tokens.
    expect(agent.model.tokenizer.files).toEqual(environment.model.tokenizer.files);
  },
  240_000,
);

it('is not made of tasks that are solved by guessing', () => {
  const rows = Array.from({ length: 30 }, (_, i) => `{"prompt":"is ${i} even","answer":"${i % 2 ? 'no' : 'yes'}"}`);
  const { set } = readTasks(rows.join('\n'), 'Even');
  expect(() => pairRecipes({ family: set!, size: 'small', seed: 1 })).toThrow('tasks-guessed');
});
