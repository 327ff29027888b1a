import { afterAll, beforeAll, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import type { Form, TaskSet } from '../tasks/given/task-set.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { isBase, type ModelRecipe, pretrain } from './pretrain.ts';
import { pairRecipes } from './world-pair.ts';

const letters = Array.from('abcdefghijkl');

/** Two letters, to be written the other way round: 144 tasks, of which 96 are for training. */
function turned(form: Form): TaskSet {
  const rows = letters.flatMap((a) => letters.map((b) => ({ prompt: `turn ${a} ${b}`, answer: `${b} ${a}` })));
  return readTasks(rows.map((row) => JSON.stringify(row)).join('\n'), 'Turned', { form }).set!;
}

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device.destroy());

const makePolicy = async (model: LoadedModel) => LanguageModelPolicy.create(device, model);

it.each(['words', 'text'] as const)(
  'a pair for tasks that are read as %s',
  async (form) => {
    const recipes = pairRecipes({ family: turned(form), size: 'small', seed: 3 });
    const quickly = (recipe: ModelRecipe): ModelRecipe => ({ ...recipe, batch: 32, untilBase: { every: 50 } });
    const agent = await pretrain(quickly(recipes.agent), makePolicy);
    expect(isBase(agent.measure)).toBe(true);
    // Right by chance only: of 144 answers one is right.
    expect(Math.max(...Object.values('success' in agent.measure ? agent.measure.success : {}).flat())).toBeLessThan(
      0.1,
    );

    const written: string[] = [];
    const environment = await pretrain(quickly(recipes.environment), makePolicy, ({ measured }) => {
      written.push(...(measured?.samples ?? []).map((sample) => sample.written));
    });
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
