import { describe, expect, test } from 'vitest';
import {
  type Affordance,
  createWorld,
  type HouseholdFacts,
  type HouseholdObject,
  type HouseholdWorld,
  type Receptacle,
  STEP_LIMIT,
} from './facts.ts';
import { initialState } from './transition.ts';
import { describeOpening, NOTHING_HAPPENS, step } from './observation.ts';

const receptacle = (name: string, location = name, openable = false): Receptacle => ({
  name,
  type: name.split(' ')[0],
  location,
  openable,
  opened: false,
});
const object = (name: string, place: string, ...affordances: Affordance[]): HouseholdObject => ({
  name,
  type: name.split(' ')[0],
  in: place === '' ? [] : [place],
  affordances: new Set(affordances),
  container: false,
});

const OBJECT_TYPES = ['egg', 'mug', 'knife', 'lamp', 'potato'];
const RECEPTACLE_TYPES = ['fridge', 'microwave', 'sinkbasin', 'desk', 'drawer'];
const everywhere = new Map(RECEPTACLE_TYPES.map((type) => [type, new Set(OBJECT_TYPES)]));

const kitchen: HouseholdFacts = {
  receptacles: [
    receptacle('fridge 1', 'a', true),
    receptacle('microwave 1', 'b', true),
    receptacle('sinkbasin 1', 'c'),
    receptacle('desk 1', 'd'),
    receptacle('drawer 2', 'e', true),
    receptacle('drawer 1', 'e', true),
  ],
  objects: [
    object('egg 2', 'fridge 1', 'pickupable', 'heatable', 'coolable', 'cleanable', 'sliceable'),
    object('egg 1', 'desk 1', 'pickupable', 'heatable', 'coolable', 'cleanable', 'sliceable'),
    object('knife 1', 'desk 1', 'pickupable', 'cleanable'),
    object('lamp 1', 'drawer 1', 'toggleable'),
    { ...object('mug 1', 'sinkbasin 1', 'pickupable', 'cleanable'), container: true },
    object('curtains 1', ''),
  ],
  agentLocation: 'door',
  canContain: new Map([...everywhere, ['microwave', new Set(['egg'])]]),
  goal: { kind: 'place', object: 'egg', receptacle: 'desk', treatment: null, count: 2 },
  task: 'put two egg in desk',
};

function run(world: HouseholdWorld, commands: readonly string[]): string[] {
  let state = initialState(world);
  return commands.map((command) => {
    const result = step(world, state, command);
    state = result.state;
    return result.observation;
  });
}

describe('what the world answers', () => {
  const world = createWorld(kitchen);
  const ON_DESK = 'You arrive at desk 1. On the desk 1, you see a egg 1, and a knife 1.';

  test('the opening names every receptacle, then the task', () => {
    expect(describeOpening(world)).toBe(
      'You are in the middle of a room. Looking quickly around you, you see a fridge 1, a microwave 1, a sinkbasin 1, ' +
        'a desk 1, a drawer 2, and a drawer 1.\n\nYour task is to: put two egg in desk.',
    );
  });

  test('the older wording', () => {
    const older = createWorld(kitchen, 'put');
    const commands = ['go to desk 1', 'take egg 1 from desk 1', 'move egg 1 to desk 1', 'put egg 1 in/on desk 1'];
    expect(run(older, commands)).toEqual([
      'On the desk 1, you see a egg 1, and a knife 1.',
      'You pick up the egg 1 from the desk 1.',
      NOTHING_HAPPENS,
      'You put the egg 1 in/on the desk 1.',
    ]);
  });

  test.each<[string, [string, string][]]>([
    [
      'walking, looking, opening and taking',
      [
        ['look', 'You are in the middle of a room. Looking quickly around you, you see nothing.'],
        ['inventory', 'You are not carrying anything.'],
        ['take egg 2 from fridge 1', NOTHING_HAPPENS],
        ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.'],
        ['go to fridge 1', NOTHING_HAPPENS],
        ['take egg 2 from fridge 1', NOTHING_HAPPENS],
        ['examine egg 2', NOTHING_HAPPENS],
        ['open fridge 1', 'You open the fridge 1. The fridge 1 is open. In it, you see a egg 2.'],
        ['open fridge 1', NOTHING_HAPPENS],
        ['examine egg 2', "There's nothing special about egg 2."],
        ['take egg 2 from fridge 1', 'You pick up the egg 2 from the fridge 1.'],
        ['examine fridge 1', 'The fridge 1 is open. In it, you see nothing.'],
        ['close fridge 1', 'You close the fridge 1.'],
        ['inventory', 'You are carrying: a egg 2.'],
        ['go to desk 1', ON_DESK],
        ['take knife 1 from desk 1', NOTHING_HAPPENS],
        ['put egg 2 in/on desk 1', NOTHING_HAPPENS],
        ['move egg 2 to desk 1', 'You move the egg 2 to the desk 1.'],
        ['look', ''],
      ],
    ],
    [
      'heating undoes cooling and the reverse; appliances need not be open',
      [
        ['go to desk 1', ON_DESK],
        ['take egg 1 from desk 1', 'You pick up the egg 1 from the desk 1.'],
        ['go to microwave 1', 'You arrive at microwave 1. The microwave 1 is closed.'],
        ['heat egg 1 with microwave 1', 'You heat the egg 1 using the microwave 1.'],
        ['examine egg 1', 'This is a hot egg 1.'],
        ['go to fridge 1', 'You arrive at fridge 1. The fridge 1 is closed.'],
        ['cool egg 1 with fridge 1', 'You cool the egg 1 using the fridge 1.'],
        ['examine egg 1', 'This is a cold egg 1.'],
        ['heat egg 1 with fridge 1', NOTHING_HAPPENS],
        ['go to sinkbasin 1', 'You arrive at sinkbasin 1. On the sinkbasin 1, you see a mug 1.'],
        ['clean egg 1 with sinkbasin 1', 'You clean the egg 1 using the sinkbasin 1.'],
        ['examine egg 1', 'This is a cool and clean egg 1.'],
      ],
    ],
    [
      'slicing needs a knife in hand and the thing at hand; what a receptacle may contain goes by type',
      [
        ['go to desk 1', ON_DESK],
        ['slice egg 1 with knife 1', NOTHING_HAPPENS],
        ['take knife 1 from desk 1', 'You pick up the knife 1 from the desk 1.'],
        ['slice egg 1 with knife 1', 'You sliced the egg 1 with the knife 1.'],
        ['examine egg 1', 'This is a sliced egg 1.'],
        ['slice egg 2 with knife 1', NOTHING_HAPPENS],
        ['go to microwave 1', 'You arrive at microwave 1. The microwave 1 is closed.'],
        ['open microwave 1', 'You open the microwave 1. The microwave 1 is open. In it, you see nothing.'],
        ['move knife 1 to microwave 1', NOTHING_HAPPENS],
      ],
    ],
    [
      'receptacles at one place share it, and a lamp is reached in a closed one',
      [
        ['go to drawer 1', 'You arrive at drawer 1. The drawer 1 is closed.'],
        ['go to drawer 2', NOTHING_HAPPENS],
        ['look', 'You are facing the drawer 2, and drawer 1. Next to it, you see nothing.'],
        ['examine lamp 1', NOTHING_HAPPENS],
        ['use lamp 1', 'You turn on the lamp 1.'],
        ['open drawer 1', 'You open the drawer 1. The drawer 1 is open. In it, you see a lamp 1.'],
        ['examine lamp 1', 'This lamp 1 is on.'],
      ],
    ],
    [
      'a container shows its emptiness before anything else',
      [
        ['go to sinkbasin 1', 'You arrive at sinkbasin 1. On the sinkbasin 1, you see a mug 1.'],
        ['take mug 1 from sinkbasin 1', 'You pick up the mug 1 from the sinkbasin 1.'],
        ['clean mug 1 with sinkbasin 1', 'You clean the mug 1 using the sinkbasin 1.'],
        ['examine mug 1', 'This is a normal mug 1. In it, you see nothing.'],
      ],
    ],
  ])('%s', (_, turns) => {
    const commands = turns.map(([command]) => command);
    expect(run(world, commands)).toEqual(turns.map(([, observation]) => observation));
  });

  test('the episode ends at the step limit and then stays as it is', () => {
    let state = initialState(world);
    for (let steps = 1; steps < STEP_LIMIT; steps++) {
      const result = step(world, state, 'anything');
      expect(result.done).toBe(false);
      state = result.state;
    }
    const last = step(world, state, 'go to desk 1');
    expect([last.done, last.won]).toEqual([true, false]);
    expect(step(world, last.state, 'look')).toEqual({ state: last.state, observation: '', done: true, won: false });
  });

  test('inconsistent facts are refused with the reason', () => {
    const twice = { ...kitchen, objects: [...kitchen.objects, object('desk 1', '')] };
    expect(() => createWorld(twice)).toThrow('two things are called "desk 1"');
    const lost = { ...kitchen, objects: [object('egg 9', 'attic 1')] };
    expect(() => createWorld(lost)).toThrow('"egg 9" lies in "attic 1"');
  });
});
