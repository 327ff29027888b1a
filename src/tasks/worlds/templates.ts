/**
 * @file Declares worlds that users start from. In `errands` the place of a goal depends on the action. In `calls` the
 * place depends on the thing, and the agent copies an argument. In `search` there are distractors, and the next place
 * depends on the place found. In `rules` there are rules with exceptions, and the agent is told one rule.
 */
import type { World } from './world.ts';

const steps = (most: number) => Array.from({ length: most }, (_, index) => ({ steps: index + 1 }));

const errands: World = {
  world: 1,
  name: 'Kitchen',
  things: ['egg', 'pan', 'cup', 'pot', 'pear', 'fork', 'jar', 'lid'],
  actions: [{ name: 'wash' }, { name: 'boil' }, { name: 'chill' }],
  where: [
    { action: 'wash', place: 'basin' },
    { action: 'boil', place: 'stove' },
    { action: 'chill', place: 'cellar' },
  ],
  levels: steps(6),
};

const DAYS = ['monday', 'tuesday', 'friday'];

const calls: World = {
  world: 1,
  name: 'Appointments',
  things: ['checkup', 'filling', 'flight', 'upgrade', 'table', 'banquet', 'loan', 'account'],
  actions: [{ name: 'book', arguments: DAYS }, { name: 'move', arguments: DAYS }, { name: 'cancel' }],
  where: [
    { thing: 'checkup', place: 'dentist' },
    { thing: 'filling', place: 'dentist' },
    { thing: 'flight', place: 'airline' },
    { thing: 'upgrade', place: 'airline' },
    { thing: 'table', place: 'restaurant' },
    { thing: 'banquet', place: 'restaurant' },
    { thing: 'loan', place: 'bank' },
    { thing: 'account', place: 'bank' },
  ],
  levels: steps(6),
};

const search: World = {
  world: 1,
  name: 'Lost property',
  things: [
    ...['keys', 'glasses', 'scarf', 'phone', 'wallet', 'umbrella', 'gloves', 'ring'],
    ...['drawer', 'wardrobe', 'safe', 'study', 'hall'],
  ],
  actions: [{ name: 'find' }, { name: 'fetch' }],
  where: [
    { thing: 'keys', place: 'drawer' },
    { thing: 'ring', place: 'safe' },
    { thing: 'wallet', place: 'drawer' },
    { thing: 'scarf', place: 'wardrobe' },
    { thing: 'gloves', place: 'wardrobe' },
    { thing: 'umbrella', place: 'wardrobe' },
    { thing: 'phone', place: 'safe' },
    { thing: 'glasses', place: 'drawer' },
    { thing: 'drawer', place: 'study' },
    { thing: 'wardrobe', place: 'hall' },
    { thing: 'safe', place: 'study' },
    { thing: 'study', place: 'attic' },
    { thing: 'hall', place: 'porch' },
  ],
  levels: [
    { steps: 1 },
    { steps: 1, distractors: 2 },
    { steps: 1, distractors: 2, hops: 2 },
    { steps: 2, distractors: 2, hops: 2 },
    { steps: 2, distractors: 2, hops: 3 },
    { steps: 3, distractors: 3, hops: 3 },
  ],
};

const rules: World = {
  world: 1,
  name: 'Laundry',
  things: ['shirt', 'sock', 'towel', 'sheet', 'apron', 'jumper', 'curtain', 'cap'],
  actions: [
    { name: 'wash', arguments: ['white', 'dark'] },
    { name: 'dry', arguments: ['fast', 'gently'] },
    { name: 'iron' },
  ],
  where: [
    { action: 'wash', thing: 'jumper', place: 'bucket' },
    { action: 'wash', argument: 'white', place: 'boiler' },
    { action: 'wash', place: 'drum' },
    { action: 'dry', argument: 'fast', place: 'tumbler' },
    { action: 'dry', place: 'line' },
    { action: 'iron', place: 'board', told: true },
  ],
  otherPlaces: ['floor'],
  levels: steps(6),
};

export const TEMPLATES = { errands, calls, search, rules } as const;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];
