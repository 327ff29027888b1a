/**
 * @file Checks a world that a user wrote, and reports each problem with its field. The schema checks single fields.
 * Further functions check whether the world offers something to play and to discover.
 */
import * as z from 'zod/mini';
import { meanOrZero } from '../../common/mean.ts';
import type { CodedData } from '../../common/message-data.ts';
import type { ErrorsMessages } from '../../common/message-types.ts';
import { isObject, shown } from '../../common/plain-json.ts';
import { unseenCharacter } from '../../common/plain-text.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { streams } from '../../random/streams.ts';
import { AND, QUESTION } from '../text.ts';
import type { Family } from '../family.ts';
import { partitionOf } from '../family-parts.ts';
import { ruleOf, startsByHops, worldFamily } from './world-family.ts';
import { NO_GOAL, placesOf, TOLD, type World } from './world.ts';

/**
 * Problem with a code from `worldProblems` in errors.json. Values from the user's file are shown as JSON.
 * `src/text/problems.ts` puts zod's issues into words.
 */
export type WorldFinding = CodedData<ErrorsMessages['worldProblems']> | { code: 'schema'; issue: z.core.$ZodIssue };

/**
 * `field` names a field of the world. `item` is a position in that field's list, from 1. Without a field, the problem
 * concerns the world as a whole.
 */
export type WorldProblem = WorldFinding & { field?: string; item?: number };

const LONGEST_TITLE = 60;
const LONGEST_NAME = 40;
const MOST_COMBINATIONS = 20_000;
/** Largest share of tasks that guessing may solve, so that there is something to learn. */
export const MOST_RIGHT = 0.1;

/** Matches white space, control characters and direction marks. Zero-width joiners count as letters. */
const NO_NAME = /[\s\p{Cc}\p{Cs}\p{Co}\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff]/u;
const RESERVED = new Set([AND, QUESTION, NO_GOAL, TOLD]);
/** Returns true for reserved words of the task language, and for tags such as `<sep>` and `<b2>`. */
const isReserved = (name: string): boolean => RESERVED.has(name) || /^<[\w-]*>$/.test(name);

const finding = (params: WorldFinding) => ({ params, message: params.code });

const name = z
  .custom<string>(
    (value) => typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !NO_NAME.test(value),
    finding({ code: 'not-a-name', most: LONGEST_NAME }),
  )
  .check(
    z.superRefine((name, context) => {
      if (isReserved(name)) context.addIssue({ code: 'custom', ...finding({ code: 'reserved-name', name }) });
    }),
  );

/** Refuses items whose name, in Unicode's normal form, is also the name of an earlier item. */
const different =
  <Item>(nameOf: (item: Item) => string) =>
  (items: readonly Item[], context: z.core.$RefinementCtx) => {
    const names = items.map((item) => nameOf(item).normalize('NFKC'));
    names.forEach((name, index) => {
      if (names.indexOf(name) < index)
        context.addIssue({ code: 'custom', path: [index], ...finding({ code: 'same-name', name }) });
    });
  };

const names = (least: number, most: number) =>
  z.array(name).check(z.minLength(least), z.maxLength(most), z.superRefine(different((name: string) => name)));
const title = z.custom<string>(
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TITLE && !unseenCharacter(value),
  finding({ code: 'not-a-title', most: LONGEST_TITLE }),
);
const action = z.strictObject({ name, arguments: z.optional(names(1, 50)) });
const rule = z.strictObject({
  action: z.optional(z.string()),
  thing: z.optional(z.string()),
  argument: z.optional(z.string()),
  place: name,
  told: z.optional(z.literal(true)),
});
const count = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const level = z.pipe(
  z.strictObject({ steps: count(1, 12), distractors: z._default(count(0, 12), 0), hops: z._default(count(1, 4), 1) }),
  z.transform(({ steps, distractors, hops }) => ({
    steps,
    ...(distractors > 0 && { distractors }),
    ...(hops > 1 && { hops }),
  })),
);

const worldSchema = z.pipe(
  z.strictObject({
    world: z.literal(1),
    name: title,
    things: names(1, 200),
    actions: z
      .array(action)
      .check(z.minLength(1), z.maxLength(50), z.superRefine(different(({ name }: { name: string }) => name))),
    where: z.array(rule).check(z.minLength(1), z.maxLength(500)),
    otherPlaces: z.optional(names(0, 100)),
    levels: z.array(level).check(z.minLength(1), z.maxLength(20)),
  }),
  z.transform(({ otherPlaces = [], levels, ...world }) => ({
    ...world,
    ...(otherPlaces.length > 0 && { otherPlaces }),
    levels,
  })),
);

type Fail = (field: string, item: number | undefined, finding: WorldFinding) => void;

/** Refuses rules with unknown names, and levels that are no harder than the level before. */
function checkReferences({ things, actions, where, levels }: World, fail: Fail): void {
  const known = {
    action: actions.map(({ name }) => name),
    thing: things,
    argument: actions.flatMap((action) => action.arguments ?? []),
  };
  where.forEach((rule, index) => {
    for (const what of ['action', 'thing', 'argument'] as const) {
      const name = rule[what];
      if (name !== undefined && !known[what].includes(name))
        fail('where', index + 1, { code: 'unknown-name', name: shown(name), what });
    }
  });
  const asks = levels.map(({ steps, distractors = 0, hops = 1 }) => [steps, distractors, hops]);
  asks.slice(1).forEach((level, index) => {
    const more = level.map((asked, i) => asked - asks[index][i]);
    if (Math.min(...more) < 0 || Math.max(...more) === 0) fail('levels', index + 2, { code: 'lower-level' });
  });
}

/** Refuses a world with too many combinations, no tasks, one place, unused rules, or levels that need more things. */
function checkPlay(world: World, fail: Fail): void {
  const { things, actions, levels, where } = world;
  const kinds = actions.reduce((sum, action) => sum + (action.arguments?.length ?? 1), 0);
  if (things.length * kinds > MOST_COMBINATIONS) {
    const combinations = things.length * kinds;
    return fail('things', undefined, { code: 'too-many-combinations', combinations, most: MOST_COMBINATIONS });
  }
  const starts = startsByHops(world);
  const rules = things.flatMap((thing) => starts[0].get(thing)!.map((lookup) => ruleOf(world, thing, lookup)));
  if (rules.length === 0) return fail('where', undefined, { code: 'no-task' });
  if (placesOf(world).length < 2) return fail('where', undefined, { code: 'one-place' });
  const used = new Set(rules);
  where.forEach((rule, index) => {
    if (!used.has(rule)) fail('where', index + 1, { code: 'idle-rule' });
  });
  levels.forEach(({ steps, distractors = 0, hops = 1 }, index) => {
    const useful = things.filter((thing) => starts[hops - 1]?.get(thing)!.length > 0).length;
    if (hops > 1 && steps > useful)
      return fail('levels', index + 1, { code: 'too-few-chains', needed: steps, things: useful, hops });
    const [needed, has] = steps > useful ? [steps, useful] : [steps + distractors, things.length];
    if (needed > has) fail('levels', index + 1, { code: 'too-few-things', needed, things: has });
  });
}

/** Refuses a world that guessing solves too often, or a level with too few tasks to keep some for evaluation. */
function checkLearning(world: World, fail: Fail): void {
  const { levels } = world;
  const chance = meanOrZero(levels.map(({ steps, hops = 1 }) => placesOf(world).length ** (-steps * hops)));
  if (chance > MOST_RIGHT) {
    const percent = Math.ceil(100 * chance);
    fail('levels', undefined, { code: 'too-easy', percent, most: 100 * MOST_RIGHT });
  }
  const family: Family = worldFamily(world) as unknown as Family;
  levels.forEach((_, index) => {
    if (!hasAllParts(family, index + 1)) fail('levels', index + 1, { code: 'too-few-tasks' });
  });
}

/** A split with no task in this many draws counts as empty. A 2% split is missed with probability 0.98^400 ≈ 0.0003. */
const DRAWS = 400;

/** Number of splits with a random stream for held-out texts. This check uses the next stream. */
const SPLITS = 2;

/** Returns true if a level has training, development and held-out tasks. */
function hasAllParts(family: Family, level: number): boolean {
  const random = new RandomStream(0, streams.heldOut, SPLITS, level);
  const parts = new Set<string>();
  for (let draw = 0; draw < DRAWS && parts.size < 3; draw++) parts.add(partitionOf(family.sampleTask(level, random)));
  return parts.size === 3;
}

type WorldCheck = { world: World; problems: [] } | { world: null; problems: WorldProblem[] };

const refused = (...problems: WorldProblem[]): WorldCheck => ({ world: null, problems });

function schemaProblem(issue: z.core.$ZodIssue): WorldProblem {
  const [field, index] = issue.path;
  const place = {
    ...(field !== undefined && { field: String(field) }),
    ...(typeof index === 'number' && { item: index + 1 }),
  };
  const found = issue.code === 'custom' ? (issue.params as WorldFinding) : { code: 'schema' as const, issue };
  return { ...found, ...place };
}

/** Checks whether a value is a world, and returns it with fields in a fixed order. Stops at the first failed check. */
export function checkWorld(value: unknown): WorldCheck {
  if (isObject(value) && value.world !== 1)
    return refused({ code: 'other-version', value: shown(value.world), field: 'world' });
  const parsed = worldSchema.safeParse(value);
  if (!parsed.success) return refused(...parsed.error.issues.map(schemaProblem));
  const world: World = parsed.data;
  const problems: WorldProblem[] = [];
  const fail: Fail = (field, item, finding) => {
    problems.push({ ...finding, field, ...(item !== undefined && { item }) });
  };
  for (const check of [checkReferences, checkPlay, checkLearning]) if (problems.length === 0) check(world, fail);
  return problems.length === 0 ? { world, problems: [] } : refused(...problems);
}

/** Longest text of a world, in characters. */
export const MOST_BYTES = 1_000_000;

export function readWorld(text: string): WorldCheck {
  if (text.length > MOST_BYTES) return refused({ code: 'too-large', most: MOST_BYTES });
  try {
    // Many files begin with a byte order mark.
    return checkWorld(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refused({ code: 'not-json', cause: error.message });
  }
}
