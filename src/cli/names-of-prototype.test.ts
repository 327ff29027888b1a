/**
 * @file Puts names of Object.prototype, such as `constructor`, into inputs from users and models. Every reader must take
 * them as data, or refuse them with a coded error.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CodedError } from '../common/coded-error.ts';
import { isObject } from '../common/plain-json.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { recordRun } from '../genenv/testing/record-run.ts';
import { WorldJudge } from '../interop/worlds/world-judge.ts';
import { createTokenizer, wordLevelTokenizer } from '../lm/files/tokenizer.ts';
import { RandomStream } from '../random/random-stream.ts';
import { readRun } from '../runs/testing/read-run.ts';
import { writeEventLog } from '../store/event-log.ts';
import { parseSweep } from '../sweeps/sweep-file.ts';
import { englishCalls } from '../tasks/families/english-calls/english-calls.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import { familyByName } from '../tasks/registry.ts';
import { vocabulary } from '../tasks/family.ts';
import { TEMPLATES } from '../tasks/worlds/templates.ts';
import { readWorld } from '../tasks/worlds/check-world.ts';
import { solveText } from '../tasks/family-parts.ts';
import { taskOf } from '../tasks/testing/read-task.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);
const words = NAMES.filter((name) => !name.startsWith('__') || name === '__proto__');

/** Returns the value as JSON, changed in one place. The number `at` chooses the place, and `how` the change. */
function changed(value: unknown, at: number, name: string, how: 'value' | 'name' | 'field'): string {
  const field = (inner: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(inner)}}`) as object;
  const places = countPlaces(value);
  let place = -1;
  return JSON.stringify(value, (_, one: unknown) => {
    place += 1;
    if (place !== at % places) return one;
    if (how === 'value') return field(1);
    if (how === 'name') return name;
    return isObject(one) ? Object.assign(field({ [name]: 1 }), one) : one;
  });
}

function countPlaces(value: unknown): number {
  let places = 0;
  JSON.stringify(value, (_, one: unknown) => ((places += 1), one));
  return places;
}

const given = Array.from({ length: 30 }, (_, i) => ({ prompt: `p${i} a`, answer: `${i % 3}`, level: 1 }));
const judge = new WorldJudge({ reasonSentence: ({ code }) => code, familyTitle: (name) => name });
const tokenizerFile = {
  added_tokens: [{ id: 0, content: '<pad>', special: true }],
  pre_tokenizer: { type: 'WhitespaceSplit' },
  decoder: null,
  model: { type: 'WordLevel', vocab: { '<pad>': 0, a: 1 }, unk_token: '<unk>' },
};
const sweep = { format: 'genenv-sweep', version: 1, name: 'mine', preset: 'quick', arms: ['genenv'], seeds: [1] };
const events = await recordRun();
const eventTypes = new Map(events.map((event) => [event.type, event]));

const readers: [string, unknown, (json: string) => unknown][] = [
  ['a world', TEMPLATES.errands, readWorld],
  [
    'a set of tasks',
    { tasks: 1, name: 'Mine', rule: 'exact', form: 'words', given },
    (json) => readTasks(json, 'mine'),
  ],
  ['tasks as lines', given[0], (json) => readTasks(json, 'mine')],
  ['settings', parseSettings({}), (json) => parseSettings(JSON.parse(json))],
  ['a tokenizer', tokenizerFile, (json) => createTokenizer(JSON.parse(json), {}).encode('a')],
  [
    'a question of a trainer',
    { ask: 'play', family: 'household', text: 'clean apple', turns: ['a'] },
    (json) => judge.answer(JSON.parse(json)),
  ],
  ['a sweep', { ...sweep, grid: { alpha: [0.5] } }, parseSweep],
  ['a task that a model wrote', JSON.parse(englishCalls.example), (json) => englishCalls.parse(json)],
  ...[...eventTypes].map(([type, event]): (typeof readers)[number] => [
    `the event ${type}`,
    event,
    (json) => {
      const log = writeEventLog(events.map((one) => (one === event ? (JSON.parse(json) as typeof one) : one)));
      return readRun(log, 'run.jsonl', { damaged: 'keep' });
    },
  ]),
];

it.each(readers)('reads %s, or refuses it with a coded error', async (name, value, read) => {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...NAMES), fc.constantFrom('value', 'name', 'field'));
  await fc.assert(
    fc.asyncProperty(change, async ([at, one, how]) => {
      const json = changed(value, at, one, how);
      // The async function turns a thrown error into a rejection, so that one handler catches both.
      await (async () => read(json))().catch((error: unknown) => expect(error).toBeInstanceOf(CodedError));
    }),
    { numRuns: name.startsWith('the event') ? 10 : 1000 },
  );
});

it('plays a world whose things, actions and places have such names', () => {
  const [thing, ...places] = words;
  const { world: made, problems } = readWorld(
    JSON.stringify({
      world: 1,
      name: '__proto__',
      things: words.map((one) => `${one}s`).concat(thing),
      actions: words.slice(0, 4).map((one) => ({ name: one })),
      where: words.slice(0, 4).map((action, i) => ({ action, place: places[i] })),
      otherPlaces: places.slice(4),
      levels: [{ steps: 1 }, { steps: 2 }],
    }),
  );
  expect(problems).toEqual([]);
  const family = familyByName(made!);
  const random = new RandomStream(1, 1, 1, 1);
  const tokenizer = wordLevelTokenizer(vocabulary([family]).slice(2));
  for (let i = 0; i < 40; i++) {
    const text = family.sampleTask(2, random);
    expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    expect(family.score(taskOf(family, text), solveText(family, text)!).success).toBe(true);
  }
});
