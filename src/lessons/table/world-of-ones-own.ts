/**
 * @file Teaches how to design a world. The learner makes a world in a form, and a pair of models from random weights
 * discovers the world's hidden rules.
 */
import { familyByName } from '../../tasks/registry.ts';
import { familyNameOf } from '../../tasks/family.ts';
import { placesOf, type World } from '../../tasks/worlds/world.ts';
import { type Evidence, type Finding, finished, type Lesson } from '../lesson.ts';

const EPOCHS = 10;

/** Returns the user's world among the chosen families, or undefined if all families are shipped ones. */
const chosenWorld = ({ settings }: Evidence): World | undefined =>
  settings.families.find((family): family is World => typeof family !== 'string');

function made(seen: Evidence): Finding | null {
  const world = chosenWorld(seen);
  if (!world) return null;
  const family = familyByName(world);
  return {
    world: world.name,
    things: world.things.length,
    actions: world.actions.length,
    places: placesOf(world).length,
    levels: family.levels,
    task: family.heldOut('development', family.levels, 1)[0],
  };
}

function paired(seen: Evidence): Finding | null {
  const world = chosenWorld(seen);
  const { agentModel, environmentModel } = seen.settings;
  if (!world || ![agentModel, environmentModel].every((name) => name.includes(familyNameOf(world)))) return null;
  const [agent, environment] = [agentModel, environmentModel].map((model) => model.replace(/^stored:/, ''));
  return { world: world.name, agent, environment };
}

function learned(seen: Evidence): Finding | null {
  const { view, metrics } = seen;
  const [world] = view.started?.settings.families ?? [];
  const { epochs, heldOut } = metrics;
  if (typeof world !== 'object' || finished(seen).length < EPOCHS || heldOut.length < 2) return null;
  return {
    world: world.name,
    epochs: epochs.length,
    first: epochs[0].meanLevel,
    level: epochs.at(-1)!.meanLevel,
    before: { share: heldOut[0].success },
    after: { share: heldOut.at(-1)!.success },
  };
}

export const worldOfOnesOwn: Lesson = {
  name: 'world-of-ones-own',
  opens: { run: 'live', preset: 'discovery', settings: { epochs: 60, evalEvery: 5 } },
  panel: 'circuit',
  controls: [],
  form: 'world',
  hidden: ['preset'],
  steps: [
    { name: 'world', check: made },
    { name: 'pair', check: paired },
    { name: 'learns', check: learned },
  ],
};
