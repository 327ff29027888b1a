/** @file Checks a world that a person wrote: all problems with their places at once. */
import { meanOrZero } from '../../common/mean.ts';
import { isObject, shown } from '../../common/plain-json.ts';
import { unseenCharacter } from '../../common/plain-text.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { streams } from '../../random/streams.ts';
import { AND, QUESTION } from '../text.ts';
import type { Family } from '../family.ts';
import { partitionOf } from '../family-parts.ts';
import { ruleOf, startsByHops, worldFamily } from './world-family.ts';
import { type Action, NO_GOAL, placesOf, type Rule, TOLD, type World, type WorldLevel } from './world.ts';

/** What is wrong: a code with the values of its sentence; a value that was given is shown as JSON. */
export type WorldFinding =
  | { code: 'too-large'; most: number }
  | { code: 'not-json'; cause: string }
  | { code: 'not-an-object' }
  | { code: 'other-version'; value: string }
  | { code: 'unknown-field'; name: string }
  | { code: 'not-a-title'; most: number }
  | { code: 'not-a-list'; least: number; most: number }
  | { code: 'not-a-name'; value: string; most: number }
  /** A word of the task language itself, or a tag. */
  | { code: 'reserved-name'; name: string }
  | { code: 'same-name'; name: string }
  | { code: 'unknown-name'; name: string; what: 'action' | 'thing' | 'argument' }
  | { code: 'not-true'; value: string }
  | { code: 'not-a-count'; value: string; least: number; most: number }
  /** Rules before it decide all of its goals, or it has none. */
  | { code: 'idle-rule' }
  /** It asks for no more than the level before it. */
  | { code: 'lower-level' }
  | { code: 'too-few-things'; needed: number; things: number }
  /** Of so many things the place is a thing in turn, and so on. */
  | { code: 'too-few-chains'; needed: number; things: number; hops: number }
  | { code: 'too-many-combinations'; combinations: number; most: number }
  | { code: 'no-task' }
  | { code: 'one-place' }
  /** Training, development or evaluation would have no task of the level. */
  | { code: 'too-few-tasks' }
  /** Whoever guesses is right in so many of 100 tasks. */
  | { code: 'too-easy'; percent: number; most: number };

/** A problem and its place: a field of the world, and of a list the item, from 1. Absent: the world as a whole. */
export type WorldProblem = WorldFinding & { field?: string; item?: number };

const LONGEST_TITLE = 60;
const LONGEST_NAME = 40;
const MOST = {
  things: 200,
  actions: 50,
  arguments: 50,
  where: 500,
  places: 100,
  levels: 20,
  steps: 12,
  distractors: 12,
  hops: 4,
};
const MOST_COMBINATIONS = 20_000;
/** Base models are to be right in no more than this share of tasks: what they cannot do yet is what there is to learn. */
export const MOST_RIGHT = 0.1;
const SHOWN = 40;

/** White space and control characters, among them those that turn the direction of what follows; joiners are letters. */
const NO_NAME = /[\s\p{Cc}\p{Cs}\p{Co}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/u;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !NO_NAME.test(value);

/** What is no text was refused already. */
const nameOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const RESERVED = new Set([AND, QUESTION, NO_GOAL, TOLD]);
/** Tags tell models what they read: `<sep>`, `<b2>`. */
const isReserved = (name: string): boolean => RESERVED.has(name) || /^<[\w-]*>$/.test(name);

type Fields = Readonly<Record<string, unknown>>;

/** Reads fields one by one, and keeps what is wrong with them. */
class Reader {
  readonly problems: WorldProblem[] = [];

  fail(field: string, item: number | undefined, finding: WorldFinding): void {
    this.problems.push({ ...finding, field, ...(item !== undefined && { item }) });
  }

  list(value: unknown, field: string, least: number, most: number, item?: number): unknown[] {
    if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
    this.fail(field, item, { code: 'not-a-list', least, most });
    return [];
  }

  names(values: readonly unknown[], field: string, itemOf = (index: number) => index + 1): string[] {
    const names: string[] = [];
    values.forEach((value, index) => {
      const item = itemOf(index);
      if (!isName(value)) this.fail(field, item, { code: 'not-a-name', value: shown(value), most: LONGEST_NAME });
      else if (isReserved(value)) this.fail(field, item, { code: 'reserved-name', name: value });
      else if (names.some((name) => name.normalize('NFKC') === value.normalize('NFKC')))
        this.fail(field, item, { code: 'same-name', name: value });
      else names.push(value);
    });
    return names;
  }

  objects(values: readonly unknown[], field: string, known: readonly string[]): Fields[] {
    return values.map((value, index) => {
      if (!isObject(value)) {
        this.fail(field, index + 1, { code: 'not-an-object' });
        return {};
      }
      for (const name of Object.keys(value))
        if (!known.includes(name)) this.fail(field, index + 1, { code: 'unknown-field', name: name.slice(0, SHOWN) });
      return value;
    });
  }

  count(value: unknown, field: string, item: number, least: number, most: number): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    this.fail(field, item, { code: 'not-a-count', value: shown(value), least, most });
    return least;
  }
}

function readActions(reader: Reader, value: unknown): Action[] {
  const given = reader.objects(reader.list(value, 'actions', 1, MOST.actions), 'actions', ['name', 'arguments']);
  reader.names(
    given.map(({ name }) => name),
    'actions',
  );
  return given.map(({ name, arguments: all }, index) => {
    if (all === undefined) return { name: nameOrEmpty(name) };
    const item = index + 1;
    const listed = reader.list(all, 'actions', 1, MOST.arguments, item);
    return { name: nameOrEmpty(name), arguments: reader.names(listed, 'actions', () => item) };
  });
}

function readRules(reader: Reader, value: unknown, things: readonly string[], actions: readonly Action[]): Rule[] {
  const known = ['action', 'thing', 'argument', 'place', 'told'];
  const given = reader.objects(reader.list(value, 'where', 1, MOST.where), 'where', known);
  const names = {
    action: actions.map(({ name }) => name),
    thing: things,
    argument: actions.flatMap((action) => action.arguments ?? []),
  };
  return given.map((rule, index): Rule => {
    const named: { action?: string; thing?: string; argument?: string } = {};
    for (const what of ['action', 'thing', 'argument'] as const) {
      const name = rule[what];
      if (name === undefined) continue;
      if (typeof name === 'string' && names[what].includes(name)) named[what] = name;
      else reader.fail('where', index + 1, { code: 'unknown-name', name: shown(name), what });
    }
    const [place = ''] = reader.names([rule.place], 'where', () => index + 1);
    const { told } = rule;
    if (told !== undefined && told !== true) reader.fail('where', index + 1, { code: 'not-true', value: shown(told) });
    return { ...named, place, ...(told === true && { told }) };
  });
}

function readLevels(reader: Reader, value: unknown): WorldLevel[] {
  const given = reader.objects(reader.list(value, 'levels', 1, MOST.levels), 'levels', [
    'steps',
    'distractors',
    'hops',
  ]);
  const levels = given.map(({ steps, distractors = 0, hops = 1 }, index) => ({
    steps: reader.count(steps, 'levels', index + 1, 1, MOST.steps),
    distractors: reader.count(distractors, 'levels', index + 1, 0, MOST.distractors),
    hops: reader.count(hops, 'levels', index + 1, 1, MOST.hops),
  }));
  levels.slice(1).forEach((level, index) => {
    const more = (['steps', 'distractors', 'hops'] as const).map((what) => level[what] - levels[index][what]);
    if (Math.min(...more) < 0 || Math.max(...more) === 0) reader.fail('levels', index + 2, { code: 'lower-level' });
  });
  return levels.map(({ steps, distractors, hops }) => ({
    steps,
    ...(distractors > 0 && { distractors }),
    ...(hops > 1 && { hops }),
  }));
}

/** Problems of a world whose fields are as they should be. */
function problemsTogether(reader: Reader, world: World): void {
  const { things, actions, levels, where } = world;
  const kinds = actions.reduce((sum, action) => sum + (action.arguments?.length ?? 1), 0);
  if (things.length * kinds > MOST_COMBINATIONS) {
    const combinations = things.length * kinds;
    return reader.fail('things', undefined, { code: 'too-many-combinations', combinations, most: MOST_COMBINATIONS });
  }
  const starts = startsByHops(world);
  const rules = things.flatMap((thing) => starts[0].get(thing)!.map((lookup) => ruleOf(world, thing, lookup)));
  if (rules.length === 0) return reader.fail('where', undefined, { code: 'no-task' });
  if (placesOf(world).length < 2) return reader.fail('where', undefined, { code: 'one-place' });
  const used = new Set(rules);
  where.forEach((rule, index) => {
    if (!used.has(rule)) reader.fail('where', index + 1, { code: 'idle-rule' });
  });
  levels.forEach(({ steps, distractors = 0, hops = 1 }, index) => {
    const useful = things.filter((thing) => starts[hops - 1]?.get(thing)!.length > 0).length;
    if (hops > 1 && steps > useful)
      return reader.fail('levels', index + 1, { code: 'too-few-chains', needed: steps, things: useful, hops });
    const [needed, has] = steps > useful ? [steps, useful] : [steps + distractors, things.length];
    if (needed > has) reader.fail('levels', index + 1, { code: 'too-few-things', needed, things: has });
  });
  if (reader.problems.length > 0) return;
  const chance = meanOrZero(levels.map(({ steps, hops = 1 }) => placesOf(world).length ** (-steps * hops)));
  if (chance > MOST_RIGHT) {
    const percent = Math.ceil(100 * chance);
    reader.fail('levels', undefined, { code: 'too-easy', percent, most: 100 * MOST_RIGHT });
  }
  const family: Family = worldFamily(world) as unknown as Family;
  levels.forEach((_, index) => {
    if (!hasAllParts(family, index + 1)) reader.fail('levels', index + 1, { code: 'too-few-tasks' });
  });
}

/** Draws after which a part that has no task yet is taken to have none: one with a fiftieth of the texts has one by then. */
const DRAWS = 400;

/** As many streams belong to the splits themselves. */
const SPLITS = 2;

/** True if a level has tasks for training, development and evaluation. */
function hasAllParts(family: Family, level: number): boolean {
  const random = new RandomStream(0, streams.heldOut, SPLITS, level);
  const parts = new Set<string>();
  for (let draw = 0; draw < DRAWS && parts.size < 3; draw++) parts.add(partitionOf(family.sampleTask(level, random)));
  return parts.size === 3;
}

const FIELDS = ['world', 'name', 'things', 'actions', 'where', 'otherPlaces', 'levels'];

type WorldCheck = { world: World; problems: [] } | { world: null; problems: WorldProblem[] };

/** A world of any value, its fields in one order, where there is no problem. */
export function checkWorld(value: unknown): WorldCheck {
  if (!isObject(value)) return { world: null, problems: [{ code: 'not-an-object' }] };
  if (value.world !== 1)
    return { world: null, problems: [{ code: 'other-version', value: shown(value.world), field: 'world' }] };
  const reader = new Reader();
  for (const name of Object.keys(value))
    if (!FIELDS.includes(name)) reader.problems.push({ code: 'unknown-field', name: name.slice(0, SHOWN) });
  const { name } = value;
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_TITLE || unseenCharacter(name))
    reader.fail('name', undefined, { code: 'not-a-title', most: LONGEST_TITLE });
  const things = reader.names(reader.list(value.things, 'things', 1, MOST.things), 'things');
  const actions = readActions(reader, value.actions);
  const where = readRules(reader, value.where, things, actions);
  const { otherPlaces: other = [] } = value;
  const otherPlaces = reader.names(reader.list(other, 'otherPlaces', 0, MOST.places), 'otherPlaces');
  const levels = readLevels(reader, value.levels);
  const world: World = {
    world: 1,
    name: nameOrEmpty(name),
    things,
    actions,
    where,
    ...(otherPlaces.length > 0 && { otherPlaces }),
    levels,
  };
  if (reader.problems.length === 0) problemsTogether(reader, world);
  return reader.problems.length === 0 ? { world, problems: [] } : { world: null, problems: reader.problems };
}

/** A world of the most names there may be has a tenth of it. */
export const MOST_BYTES = 1_000_000;

export function readWorld(text: string): WorldCheck {
  if (text.length > MOST_BYTES) return { world: null, problems: [{ code: 'too-large', most: MOST_BYTES }] };
  try {
    // A byte order mark is part of many a file.
    return checkWorld(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { world: null, problems: [{ code: 'not-json', cause: error.message }] };
  }
}
