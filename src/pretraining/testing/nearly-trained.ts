/**
 * @file Holds pairs for tests of pre-training, some steps before training ends. scripts/make-test-pair.ts trains them
 * once, so a test only needs the last few steps.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import type { Form, TaskSet } from '../../tasks/given/task-set.ts';
import { readTasks } from '../../tasks/given/tasks-file.ts';
import type { World } from '../../tasks/worlds/world.ts';
import type { ModelRecipe, PretrainingState } from '../pretrain.ts';
import { pairRecipes } from '../world-pair.ts';

/** A world with few names and short tasks. One name contains HTML, and one is written from right to left. */
export const tinyWorld: World = {
  world: 1,
  name: 'Tiny <b>house</b>',
  things: [
    'pear',
    'ring',
    'key',
    'hat',
    'lamp',
    'coat',
    'ball',
    'drum',
    'kite',
    '苹果',
    'תפוח',
    '<img/src=x/onerror=alert(1)>',
  ],
  actions: [{ name: 'take' }, { name: 'hide' }],
  where: [
    { action: 'take', place: 'hall' },
    { action: 'hide', place: 'den' },
  ],
  otherPlaces: ['loft', 'yard', 'shed', 'barn', 'porch', 'attic'],
  levels: [{ steps: 1 }, { steps: 2 }, { steps: 3 }],
};

/** Makes tasks that ask for the letters in reverse order. */
export const turned = (prompts: readonly (readonly string[])[], form: Form): TaskSet => {
  const rows = prompts.map((names) => ({ prompt: `turn ${names.join(' ')}`, answer: names.toReversed().join(' ') }));
  return readTasks(rows.map((row) => JSON.stringify(row)).join('\n'), 'Turned', { form }).set!;
};

const pairsOf = (letters: string): string[][] => Array.from(letters).flatMap((a) => Array.from(letters, (b) => [a, b]));

/** Makes 144 tasks, of which 96 are for training. */
export const turnedLetters = (form: Form): TaskSet => turned(pairsOf('abcdefghijkl'), form);

/** Makes recipes of a small pair with small batches and frequent measurements. */
export const quickly = (family: World | TaskSet, every: number): Record<'agent' | 'environment', ModelRecipe> => {
  const { agent, environment } = pairRecipes({ family, size: 'small', seed: 3 });
  const quick = { batch: 32, untilBase: { every } };
  return { agent: { ...agent, ...quick }, environment: { ...environment, ...quick } };
};

export const nearlyTrained = {
  /** The page's form makes the same recipes, so the page can continue this pair. */
  world: pairRecipes({ family: tinyWorld, size: 'small', seed: 1 }),
  words: quickly(turnedLetters('words'), 50),
  text: quickly(turnedLetters('text'), 50),
};
export type NearlyTrained = keyof typeof nearlyTrained;

export const stateFile = (name: NearlyTrained, role: 'agent' | 'environment'): string =>
  fileURLToPath(new URL(`../fixtures/${name}-${role}.state`, import.meta.url));

export const stateOf = (name: NearlyTrained, role: 'agent' | 'environment'): PretrainingState =>
  deserialize(readFileSync(stateFile(name, role))) as PretrainingState;

/** Pairs of eight letters, which the tasks of `CHECKPOINT` reverse. */
export const EIGHT_LETTERS = pairsOf('abcdefgh');

/** Checkpoint trained on two-letter tasks. f16 keeps the file small. */
export const CHECKPOINT = fileURLToPath(new URL('../fixtures/two', import.meta.url));
