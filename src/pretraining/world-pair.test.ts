import { afterAll, beforeAll, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { licenceOf } from '../store/models/model-record.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { checkWorld } from '../tasks/worlds/check-world.ts';
import { isBase, pretrain, type PretrainingProgress, type PretrainingState } from './pretrain.ts';
import { pairFolder, pairRecipes, planPair } from './world-pair.ts';
import { nearlyTrained, stateOf, tinyWorld } from './testing/nearly-trained.ts';

let device: Device;
const makePolicy = async (model: LoadedModel) => LanguageModelPolicy.create(device, model);
const recipes = pairRecipes({ family: tinyWorld, size: 'small', seed: 3 });

beforeAll(async () => {
  expect(checkWorld(tinyWorld).problems).toEqual([]);
  device = await openNodeDevice();
});
afterAll(() => device.destroy());

it.each(['agent', 'environment'] as const)('has an %s that knows the language and not the places', async (role) => {
  const steps: number[] = [];
  const check = ({ step, measured }: PretrainingProgress) => {
    if (measured) steps.push(step);
    for (const { written } of measured?.samples ?? []) expect(typeof written).toBe('string');
  };
  const made = await pretrain(nearlyTrained.world[role], makePolicy, check, stateOf('world', role));
  expect(isBase(made.measure)).toBe(true);
  // It ended at the measurement that found it.
  expect(steps.at(-1)).toBeLessThan(made.recipe.steps);
  expect(steps.every((step) => step % 25 === 0)).toBe(true);
  const files = pairFolder(made);
  const card = new TextDecoder().decode(files.get('README.md'));
  expect(licenceOf(card)).toBe('its-maker');
  expect(card).toContain(made.model.weightsHash);
  expect(JSON.parse(/```json\n([\s\S]*?)\n```/.exec(card)![1])).toMatchObject({ recipe: { families: [tinyWorld] } });
  expect(new TextDecoder().decode(files.get('files.json'))).toContain('README.md');
});

it('is interrupted and goes on, to the same bits', async () => {
  const recipe = { ...recipes.agent, batch: 8, steps: 30, untilBase: undefined };
  const whole = await pretrain(recipe, makePolicy);
  let kept: PretrainingState | undefined;
  const interrupted = pretrain(recipe, makePolicy, async ({ step, state }) => {
    if (step !== 13) return;
    kept = structuredClone(await state());
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const resumed = await pretrain(recipe, makePolicy, () => {}, kept);
  expect(resumed.model.weightsHash).toBe(whole.model.weightsHash);
  expect(resumed.lossCurve).toEqual(whole.lossCurve);
});

it('has a plan: time by steps that leave nothing, and memory that holds what it then takes', async () => {
  const own = await openNodeDevice();
  const plan = await planPair({ family: tinyWorld, size: 'small', seed: 3 }, own, async (model) =>
    LanguageModelPolicy.create(own, model),
  );
  expect(plan.seconds).toBeGreaterThan(0);
  expect(plan.seconds).toBeLessThan(3600);
  expect(own.peakBytes).toBeLessThanOrEqual(plan.bytes);
  expect(plan.bytes).toBeLessThan(20 * own.peakBytes);
  own.destroy();
});

it('is refused where it did not become one', async () => {
  const recipe = { ...recipes.agent, batch: 8, steps: 10, untilBase: { every: 5 } };
  await expect(pretrain(recipe, makePolicy)).rejects.toMatchObject({
    code: 'no-base-model',
    parameters: { recipe: recipe.name, steps: 10 },
  });
});
