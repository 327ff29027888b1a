import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { licenceOf } from '../store/models/model-record.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { checkWorld } from '../tasks/worlds/check-world.ts';
import { isBase, pretrain, type PretrainedModel, type PretrainingState } from './pretrain.ts';
import { pairFolder, pairRecipes, planPair } from './world-pair.ts';
import { type NearlyTrained, nearlyTrained, stateOf, tinyWorld } from './testing/nearly-trained.ts';

let device: Device;
const makePolicy = async (model: LoadedModel) => LanguageModelPolicy.create(device, model);
const request = { family: tinyWorld, size: 'small', seed: 3 } as const;
const recipe = { ...pairRecipes(request).agent, batch: 8 };

beforeAll(async () => {
  expect(checkWorld(tinyWorld).problems).toEqual([]);
  device = await openNodeDevice();
});
afterAll(() => device.destroy());

describe.each(['world', 'words', 'text'] as const satisfies NearlyTrained[])(
  'a pair for tasks of the form %s',
  (form) => {
    const made = {} as Record<'agent' | 'environment', PretrainedModel>;
    const written: string[] = [];
    beforeAll(async () => {
      for (const role of ['agent', 'environment'] as const) {
        const steps: number[] = [];
        const recipe = nearlyTrained[form][role];
        made[role] = await pretrain(
          recipe,
          makePolicy,
          ({ step, measured }) => {
            if (measured) steps.push(step);
            if (role === 'environment') written.push(...(measured?.samples ?? []).map((sample) => sample.written));
          },
          stateOf(form, role),
        );
        // Training ended at the first measurement that found a base model.
        expect(steps).toHaveLength(1);
        expect(steps[0] % recipe.untilBase!.every).toBe(0);
        expect(steps[0]).toBeLessThan(recipe.steps);
      }
    });

    it('has two base models that read the same tokens', () => {
      for (const { measure } of Object.values(made)) expect(isBase(measure)).toBe(true);
      expect(made.agent.model.tokenizer.files).toEqual(made.environment.model.tokenizer.files);
    });

    it.runIf(form !== 'world')('is right by chance only, and writes keys after its tasks', () => {
      const { agent, environment } = made;
      // One answer of 144 is right.
      expect(Math.max(...Object.values('success' in agent.measure ? agent.measure.success : {}).flat())).toBeLessThan(
        0.1,
      );
      expect(environment.measure).toMatchObject({ rightKeys: expect.any(Number) });
      expect(written.some((text) => text.includes(form === 'words' ? '<sep>' : '\nAnswer:'))).toBe(true);
    });

    it('has a card with its licence, its weights and its recipe', () => {
      const files = pairFolder(made.agent);
      const card = new TextDecoder().decode(files.get('README.md'));
      expect(licenceOf(card)).toBe('its-maker');
      expect(card).toContain(made.agent.model.weightsHash);
      expect(JSON.parse(/```json\n([\s\S]*?)\n```/.exec(card)![1])).toMatchObject({
        recipe: nearlyTrained[form].agent,
      });
      expect(new TextDecoder().decode(files.get('files.json'))).toContain('README.md');
    });
  },
);

it('is interrupted and goes on, to the same bits', async () => {
  const short = { ...recipe, steps: 10, untilBase: undefined };
  const whole = await pretrain(short, makePolicy);
  let kept: PretrainingState | undefined;
  const interrupted = pretrain(short, makePolicy, async ({ step, state }) => {
    if (step !== 4) return;
    kept = structuredClone(await state());
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const resumed = await pretrain(short, makePolicy, () => {}, kept);
  expect(resumed.model.weightsHash).toBe(whole.model.weightsHash);
  expect(resumed.lossCurve).toEqual(whole.lossCurve);
});

it('has a plan: time by steps that leave nothing, and memory that holds what it then takes', async () => {
  const own = await openNodeDevice();
  const plan = await planPair(request, own, async (model) => LanguageModelPolicy.create(own, model));
  expect(plan.seconds).toBeGreaterThan(0);
  expect(plan.seconds).toBeLessThan(3600);
  expect(own.peakBytes).toBeLessThanOrEqual(plan.bytes);
  expect(plan.bytes).toBeLessThan(20 * own.peakBytes);
  own.destroy();
});

it('is refused where it did not become one', async () => {
  await expect(pretrain({ ...recipe, steps: 2, untilBase: { every: 1 } }, makePolicy)).rejects.toMatchObject({
    code: 'no-base-model',
    parameters: { recipe: recipe.name, steps: 2 },
  });
});

it('is not made of tasks that are solved by guessing', () => {
  const rows = Array.from({ length: 30 }, (_, i) => `{"prompt":"is ${i} even","answer":"${i % 2 ? 'no' : 'yes'}"}`);
  const { set } = readTasks(rows.join('\n'), 'Even');
  expect(() => pairRecipes({ family: set!, size: 'small', seed: 1 })).toThrow('tasks-guessed');
});
