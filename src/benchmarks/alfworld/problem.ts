/**
 * @file Reads a game of ALFWorld in its original form, a PDDL problem, into a household. In a PDDL problem, names are
 * mangled and contain coordinates (`Desk_bar__minus_01_dot_58…`). As in the engine's demangler, the names are sorted
 * and each type is numbered downwards, so the last desk becomes `desk 1`.
 */
import { codedProblem } from '../../common/error-data.ts';
import type { CodedProblem } from '../../common/error-parameters.ts';
import { groupBy } from '../../common/mean.ts';
import type {
  Affordance,
  HouseholdFacts,
  HouseholdGoal,
  HouseholdObject,
  Receptacle,
  Treatment,
} from '../../tasks/families/household-errands/alfworld/facts.ts';
import type { BenchmarkItem } from '../benchmark.ts';

export interface AlfworldItem extends BenchmarkItem {
  type: TaskType;
  /** Split in the name of the file or folder: `valid_unseen`, `valid_seen`, … */
  split: string;
  facts: HouseholdFacts;
}

type Expression = string | readonly Expression[];

/** Deepest nesting that is read. The limit keeps hostile text from exhausting the stack. */
const MAX_DEPTH = 100;

/** Returns the top-level expressions of a text, or a problem of its parentheses with the line number, from 1. */
export function parseExpressions(
  text: string,
): { expressions: Expression[] } | { problem: CodedProblem; line: number } {
  const wrong = (fault: 'unopened' | 'unclosed', at: number) => ({
    problem: codedProblem('parentheses', { fault }),
    line: at,
  });
  const top: Expression[] = [];
  const open: { items: Expression[]; line: number }[] = [];
  let line = 1;
  for (const [token] of text.matchAll(/\n|;[^\n]*|[()]|[^\s();]+/g)) {
    const current = open.at(-1)?.items ?? top;
    if (token === '\n') line += 1;
    else if (token === '(') {
      if (open.length === MAX_DEPTH) return { problem: codedProblem('nested-too-deep', { limit: MAX_DEPTH }), line };
      const items: Expression[] = [];
      current.push(items);
      open.push({ items, line });
    } else if (token === ')') {
      if (open.pop() === undefined) return wrong('unopened', line);
    } else if (!token.startsWith(';')) current.push(token);
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? { expressions: top } : wrong('unclosed', unclosed.line);
}

export const TASK_TYPES = [
  'pick_and_place_simple',
  'look_at_obj_in_light',
  'pick_clean_then_place_in_recep',
  'pick_heat_then_place_in_recep',
  'pick_cool_then_place_in_recep',
  'pick_two_obj_and_place',
] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Maps each predicate of a problem to the arguments of its occurrences. */
type Facts = ReadonlyMap<string, readonly (readonly string[])[]>;

const isWord = (expression: Expression): expression is string => typeof expression === 'string';
const isWords = (expression: Expression): expression is readonly string[] =>
  !isWord(expression) && expression.every(isWord);

/** Yields an expression, if it is a list, and every list inside, outermost first. */
function* listsIn(expression: Expression): Generator<readonly Expression[]> {
  if (isWord(expression)) return;
  yield expression;
  for (const part of expression) yield* listsIn(part);
}

/** Groups the lists of words in an expression by their first word. */
function collectFacts(expression: Expression): Facts {
  const lists = [...listsIn(expression)].filter((list) => isWords(list) && list.length > 0) as string[][];
  const groups = groupBy(lists, ([predicate]) => predicate);
  return new Map([...groups].map(([predicate, facts]) => [predicate, facts.map(([, ...args]) => args)]));
}

/** Turns `DeskLampType` into `desklamp`. */
const typeName = (word: string) => word.replace(/Type$/, '').toLowerCase();

const asMap = (facts: Facts, predicate: string): Map<string, string> =>
  new Map((facts.get(predicate) ?? []).map(([first = '', second = '']) => [first, second]));
const asSet = (facts: Facts, predicate: string): Set<string> =>
  new Set((facts.get(predicate) ?? []).map(([first = '']) => first));

/** Maps each mangled name to its type and short name, in the order of the game's texts. */
function demangle(types: ReadonlyMap<string, string>): Map<string, { name: string; type: string }> {
  const mangled = [...types.keys()].sort();
  const remaining = new Map<string, number>();
  const typeOf = (id: string) => typeName(types.get(id) ?? '');
  for (const id of mangled) remaining.set(typeOf(id), (remaining.get(typeOf(id)) ?? 0) + 1);
  return new Map(
    mangled.map((id) => {
      const type = typeOf(id);
      const number = remaining.get(type) ?? 0;
      remaining.set(type, number - 1);
      return [id, { name: `${type} ${number}`, type }];
    }),
  );
}

const AFFORDANCE_PREDICATES: readonly Affordance[] = [
  'pickupable',
  'cleanable',
  'heatable',
  'coolable',
  'toggleable',
  'sliceable',
];

const TREATMENT_OF_TYPE: Partial<Record<TaskType, Treatment>> = {
  pick_clean_then_place_in_recep: 'clean',
  pick_heat_then_place_in_recep: 'heat',
  pick_cool_then_place_in_recep: 'cool',
};

/** Returns the goal of a task with these types, or `null` if the types do not form a goal. */
export function goalOf(
  type: TaskType,
  objects: readonly string[],
  receptacles: readonly string[],
): HouseholdGoal | null {
  if (type === 'look_at_obj_in_light') {
    const lamp = objects.find((name) => name.endsWith('lamp'));
    const object = objects.find((name) => name !== lamp);
    return lamp === undefined || object === undefined ? null : { kind: 'look', object, lamp };
  }
  if (objects.length === 0 || receptacles.length === 0) return null;
  return {
    kind: 'place',
    object: objects[0],
    receptacle: receptacles[0],
    treatment: TREATMENT_OF_TYPE[type] ?? null,
    count: type === 'pick_two_obj_and_place' ? 2 : 1,
  };
}

/** Infers the type of the task from the goal's conditions, because a problem does not state it. */
function typeOfGoal(goal: Facts): TaskType {
  if (goal.has('holds')) return 'look_at_obj_in_light';
  if (goal.has('=')) return 'pick_two_obj_and_place';
  if (goal.has('isClean')) return 'pick_clean_then_place_in_recep';
  if (goal.has('isHot')) return 'pick_heat_then_place_in_recep';
  return goal.has('isCool') ? 'pick_cool_then_place_in_recep' : 'pick_and_place_simple';
}

/** Writes a goal in the words of the game, because a PDDL problem has no wording of its own. */
function wordGoal(goal: HouseholdGoal): string {
  if (goal.kind === 'look') return `look at ${goal.object} under the ${goal.lamp}`;
  const { object, receptacle, treatment, count } = goal;
  if (count === 2) return `put two ${object} in ${receptacle}`;
  const quality = treatment === null ? '' : { clean: 'clean ', heat: 'hot ', cool: 'cool ' }[treatment];
  return `put a ${quality}${object} in ${receptacle}`;
}

export type ReadGame = { facts: HouseholdFacts; type: TaskType } | { problem: CodedProblem; line: number | null };

/** Reads a PDDL problem as a household. @param task goal in the game's words; null to write words for the goal */
export function readProblem(text: string, task: string | null = null): ReadGame {
  const parsed = parseExpressions(text);
  if ('problem' in parsed) return parsed;
  const sections = parsed.expressions.flatMap((expression) => [...listsIn(expression)]);
  const section = (name: string) => sections.find(([head]) => head === name);
  const [init, goalSection] = [section(':init'), section(':goal')];
  if (init === undefined || goalSection === undefined) return { problem: codedProblem('not-pddl'), line: null };
  const conditions = collectFacts(goalSection);
  const typesIn = (predicate: string) =>
    (conditions.get(predicate) ?? []).flatMap(([, type]) => (type ? [typeName(type)] : []));
  const type = typeOfGoal(conditions);
  const goal = goalOf(type, typesIn('objectType'), typesIn('receptacleType'));
  if (goal === null) return { problem: codedProblem('unknown-goal'), line: null };

  const facts = collectFacts(init);
  const receptacleIds = demangle(asMap(facts, 'receptacleType'));
  const objectIds = demangle(asMap(facts, 'objectType'));
  const locations = asMap(facts, 'receptacleAtLocation');
  const openable = asSet(facts, 'openable');
  const opened = asSet(facts, 'opened');
  const containers = asSet(facts, 'isReceptacleObject');
  const allowing = AFFORDANCE_PREDICATES.map((affordance) => [affordance, asSet(facts, affordance)] as const);
  const placesOf = new Map<string, string[]>();
  for (const [object = '', receptacle = ''] of facts.get('inReceptacle') ?? []) {
    const place = receptacleIds.get(receptacle);
    if (place !== undefined) placesOf.set(object, [...(placesOf.get(object) ?? []), place.name]);
  }
  const canContain = new Map<string, Set<string>>();
  for (const [receptacle = '', object = ''] of facts.get('canContain') ?? []) {
    const type = typeName(receptacle);
    canContain.set(type, (canContain.get(type) ?? new Set()).add(typeName(object)));
  }
  return {
    type,
    facts: {
      receptacles: [...receptacleIds].map(([id, named]): Receptacle => ({
        ...named,
        location: locations.get(id) ?? id,
        openable: openable.has(id),
        opened: opened.has(id),
      })),
      objects: [...objectIds].map(([id, named]): HouseholdObject => ({
        ...named,
        in: placesOf.get(id) ?? [],
        affordances: new Set(allowing.filter(([, ids]) => ids.has(id)).map(([affordance]) => affordance)),
        container: containers.has(id),
      })),
      agentLocation: facts.get('atLocation')?.[0]?.[1] ?? '',
      canContain,
      goal,
      task: task ?? wordGoal(goal),
    },
  };
}
