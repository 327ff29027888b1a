/**
 * @file Makes the family of a world from its data: language, parser, oracle, levels, pre-training answers, scorer.
 *
 * A task is a list of goals, such as `clean apple & heat mug`. A goal may have an argument. Things without a goal may
 * follow after `;`. The answer names thing, action, argument and place of each goal, in order: `apple clean sink mug
 * heat oven`. The answer repeats the action so that the word just before a place helps to decide the place. Without
 * this repetition, models with 30 thousand parameters do not learn two goals.
 *
 * If a level has several hops, a goal continues with further actions, each on the place found before. For example,
 * `coin seek chest seek attic` answers `seek coin seek`. An agent that guesses places passes a task with n hops and P
 * places with probability (1/P)^n. So hard tasks alone give no signal.
 */
import type { RandomStream } from '../../random/random-stream.ts';
import { AND, cutBefore, cutText, joinWords, splitWords, wordsOf } from '../text.ts';
import type { Family, FamilyReason, Score } from '../family.ts';
import { exactScore, generatedFamily, refuse } from '../family-parts.ts';
import { NO_GOAL, placesOf, type Rule, TOLD, type World, worldName } from './world.ts';

interface Lookup {
  action: string;
  /** Argument of the action, if the action takes one. */
  argument?: string;
}

interface Goal {
  thing: string;
  /** The first lookup is on the thing. Each further lookup is on the place that the previous lookup found. */
  lookups: readonly Lookup[];
}

/** Lookup of a goal, with the word it is on and the rule that decides it. */
interface Hop extends Lookup {
  /** Thing or place that the lookup is on. */
  on: string;
  /** Rule that decides the place of the lookup, or undefined if no rule fits. */
  rule: Rule | undefined;
}

export interface WorldTask {
  text: string;
  goals: readonly Goal[];
  /** Things that the task names but no goal uses. */
  distractors: readonly string[];
}

/** Number of words of a goal without its argument: action, thing, and `&` in a task or the place in an answer. */
const WORDS_PER_GOAL = 3;

const writeGoal = ({ thing, lookups: [{ action, argument = '' }, ...then] }: Goal): string =>
  joinWords(action, thing, argument, ...then.flatMap((one) => [one.action, one.argument ?? '']));

const writeTask = (goals: readonly Goal[], distractors: readonly string[]): string =>
  joinWords(goals.map(writeGoal).join(` ${AND} `), ...(distractors.length > 0 ? [NO_GOAL, ...distractors] : []));

/** Returns the rule that decides the place of a lookup: the first rule that fits, or undefined if no rule fits. */
export const ruleOf = ({ where }: World, on: string, lookup: Lookup): Rule | undefined =>
  where.find(
    ({ action, thing, argument }) =>
      (action === undefined || action === lookup.action) &&
      (thing === undefined || thing === on) &&
      (argument === undefined || argument === lookup.argument),
  );

/** Returns maps from things to lookups that have a place. After a lookup in map[n], n further hops can follow. */
export function startsByHops(world: World): Map<string, Lookup[]>[] {
  const all = world.actions.flatMap(({ name: action, arguments: choices }): Lookup[] =>
    choices ? choices.map((argument) => ({ action, argument })) : [{ action }],
  );
  const starts = [new Map(world.things.map((thing) => [thing, all.filter((one) => ruleOf(world, thing, one))]))];
  const { hops = 1 } = world.levels.at(-1)!;
  while (starts.length < hops) {
    const further = starts.at(-1)!;
    const goesOn = (thing: string) => (lookup: Lookup) => further.get(ruleOf(world, thing, lookup)!.place)?.length;
    starts.push(new Map([...starts[0]].map(([thing, lookups]) => [thing, lookups.filter(goesOn(thing))])));
  }
  return starts;
}

/** Makes the family of a world. @param prefix name of a shipped world, which begins the codes of the reasons */
export function worldFamily(world: World, prefix?: string): Family<WorldTask> {
  const name = prefix ?? worldName(world);
  const { things, levels } = world;
  const places = placesOf(world);
  const isThing = new Set(things);
  const argumentsOf = new Map(world.actions.map((action) => [action.name, action.arguments]));
  const most = levels.at(-1)!;
  const { hops: mostHops = 1 } = most;
  const startsOf = startsByHops(world);
  const starts = (thing: string, hops: number): Lookup[] => startsOf[hops - 1].get(thing)!;
  const useful = startsOf.map((from) => things.filter((thing) => from.get(thing)!.length > 0));
  const mostDistractors = most.distractors ?? 0;
  const argumentWords = world.actions.flatMap((action) => action.arguments ?? []);
  const perGoal = WORDS_PER_GOAL + Math.min(1, argumentWords.length);

  /** Puts a shipped world's name into a reason's code. Codes call actions `verb`, things `object`, places `station`. */
  const reason = (found: FamilyReason): FamilyReason =>
    prefix === undefined ? found : ({ ...found, code: found.code.replace('world', prefix) } as FamilyReason);

  function drawGoal(thing: string, hops: number, random: RandomStream): Goal {
    const lookups: Lookup[] = [];
    for (let on = thing; lookups.length < hops; on = ruleOf(world, on, lookups.at(-1)!)!.place)
      lookups.push(random.choice(starts(on, hops - lookups.length)));
    return { thing, lookups };
  }

  function hopsOf({ thing, lookups }: Goal): Hop[] {
    const hops: Hop[] = [];
    let on = thing;
    for (const lookup of lookups) {
      const rule = isThing.has(on) ? ruleOf(world, on, lookup) : undefined;
      hops.push({ ...lookup, on, rule });
      on = rule?.place ?? '';
    }
    return hops;
  }

  /** Returns the first hop that no rule decides, with the number of its goal (from 1). Undefined if there is none. */
  function lostHop(goals: readonly Goal[]) {
    for (const [index, goal] of goals.entries()) {
      const hop = hopsOf(goal).find(({ rule }) => !rule);
      if (hop) return { goal: index + 1, verb: hop.action, object: hop.on };
    }
    return undefined;
  }

  /** Reads the words of a goal. @returns undefined if the number of words fits no goal */
  function readGoal([action, thing, ...rest]: readonly string[]): Goal | undefined {
    const lookups: Lookup[] = [];
    const words = [action, ...rest];
    while (words.length > 0) {
      const [name, argument] = words;
      const takes = argumentsOf.get(name) !== undefined;
      if (takes && argument === undefined) return undefined;
      lookups.push({ action: name, ...(takes && { argument }) });
      words.splice(0, takes ? 2 : 1);
    }
    return thing === undefined || lookups.length > mostHops ? undefined : { thing, lookups };
  }

  function read(text: string): WorldTask {
    const words = wordsOf(text);
    if (words.length === 0) refuse(reason({ code: 'world/empty-text' }));
    const [asked, ...rest] = splitWords(words, NO_GOAL);
    const goals: Goal[] = [];
    for (const segment of splitWords(asked, AND)) {
      const goal = readGoal(segment);
      if (!goal) refuse(reason({ code: 'world/malformed-goal', goal: goals.length + 1 }));
      const { thing, lookups } = goal;
      const unknown = lookups.find(({ action }) => !argumentsOf.has(action));
      if (unknown) refuse(reason({ code: 'world/unknown-verb', word: unknown.action }));
      if (!isThing.has(thing)) refuse(reason({ code: 'world/unknown-object', word: thing }));
      for (const { action, argument } of lookups)
        if (argument !== undefined && !argumentsOf.get(action)!.includes(argument))
          refuse(reason({ code: 'world/unknown-argument', word: argument, verb: action }));
      if (goals.some((one) => one.thing === thing)) refuse(reason({ code: 'world/two-goals', object: thing }));
      goals.push(goal);
    }
    if (goals.length > most.steps)
      refuse(reason({ code: 'world/too-many-goals', goals: goals.length, most: most.steps }));
    const distractors = rest.flat();
    const named = [...goals.map(({ thing }) => thing), ...distractors];
    const fits = rest.length === 0 || (rest.length === 1 && distractors.length > 0);
    if (!fits || new Set(named).size < named.length || !distractors.every((thing) => isThing.has(thing)))
      refuse(reason({ code: 'world/malformed-distractors' }));
    if (distractors.length > mostDistractors)
      refuse(reason({ code: 'world/too-many-distractors', distractors: distractors.length, most: mostDistractors }));
    return { text: writeTask(goals, distractors), goals, distractors };
  }

  /** Returns the words of an answer. @param write returns the word for the place of a hop */
  const answerWith = (goals: readonly Goal[], write: (hop: Hop) => string): string[] =>
    goals.flatMap((goal) => [
      goal.thing,
      ...hopsOf(goal).flatMap((hop) => [hop.action, ...(hop.argument === undefined ? [] : [hop.argument]), write(hop)]),
    ]);

  const solution = ({ goals }: WorldTask): string[] => answerWith(goals, ({ rule }) => rule?.place ?? '');

  function score(task: WorldTask, turns: readonly string[]): Score {
    const answer = wordsOf(turns[0] ?? '');
    const right = solution(task);
    // No word is empty, so an empty text marks each place.
    const form = answerWith(task.goals, () => '');
    const wellFormed =
      answer.length === right.length &&
      answer.every((word, i) => (form[i] === '' ? places.includes(word) : word === right[i]));
    if (!wellFormed) return exactScore(false, false, reason({ code: 'world/malformed-answer' }));
    const wrong = answer.findIndex((word, i) => word !== right[i]);
    if (wrong < 0) return exactScore(true, true, reason({ code: 'world/solved' }));
    const hops = task.goals.flatMap((one, index) => hopsOf(one).map((hop) => ({ ...hop, goal: index + 1 })));
    const { goal, action: verb, on: object } = hops[form.slice(0, wrong).filter((word) => word === '').length];
    return exactScore(false, true, reason({ code: 'world/wrong-station', goal, station: answer[wrong], verb, object }));
  }

  /** Returns the words of the rules that the agent is told with a task, each rule once. */
  const told = ({ goals }: WorldTask): string[] => {
    const rules = new Set(goals.flatMap((goal) => hopsOf(goal).map(({ rule }) => rule)).filter((rule) => rule?.told));
    return [...rules].flatMap((rule) => {
      const { action = '', thing = '', argument = '', place } = rule!;
      return [TOLD, action, thing, argument, place];
    });
  };

  return generatedFamily<WorldTask>({
    name,
    example: writeTask(
      useful[0].slice(0, Math.min(2, most.steps)).map((thing, i) => {
        const first = starts(thing, 1);
        return { thing, lookups: [first[i % first.length]] };
      }),
      [],
    ),
    levels: levels.length,
    words: [
      ...new Set([
        AND,
        ...argumentsOf.keys(),
        ...places,
        ...things,
        ...argumentWords,
        ...(mostDistractors > 0 ? [NO_GOAL] : []),
        ...(world.where.some((rule) => rule.told) ? [TOLD] : []),
      ]),
    ],
    maxTaskTokens:
      perGoal * (most.steps - 1) +
      (perGoal - WORDS_PER_GOAL + 1) * (mostHops - 1) * most.steps +
      (mostDistractors > 0 ? 1 + mostDistractors : 0) +
      1,
    maxAnswerTokens: (perGoal + (perGoal - 1) * (mostHops - 1)) * most.steps + 1,

    // The seed has only the first lookup, so that the environment decides the number of hops of the first goal too.
    sampleSeed: (random) => {
      const { thing, lookups } = drawGoal(random.choice(useful[mostHops - 1]), mostHops, random);
      return writeGoal({ thing, lookups: lookups.slice(0, 1) });
    },
    splitSeed: (text) =>
      mostHops === 1
        ? cutBefore(text, (word) => word === AND || word === NO_GOAL)
        : cutText(text, argumentsOf.get(wordsOf(text)[0]) ? 3 : 2),
    read,
    level: ({ goals, distractors }) =>
      1 +
      levels.findIndex(
        (level) =>
          level.steps >= goals.length &&
          (level.distractors ?? 0) >= distractors.length &&
          goals.every(({ lookups }) => (level.hops ?? 1) >= lookups.length),
      ),
    goals: (task) => task.goals.map(writeGoal),
    prompt: (task) => joinWords(task.text, ...told(task)),
    // `audit` is left out: one rule decides each hop and no task text names the right place, so every task is valid.
    solve(task) {
      const lost = lostHop(task.goals);
      return lost ? reason({ code: 'world/no-place', ...lost }) : [solution(task).join(' ')];
    },
    comparison: (task, turns) => ({ rule: 'exact-match', answer: wordsOf(turns[0] ?? ''), reference: solution(task) }),
    score,
    sampleTask(level, random) {
      const { steps, distractors = 0, hops = 1 } = levels[level - 1];
      const chosen = random.sample(useful[hops - 1], steps);
      const goals = chosen.map((thing) => drawGoal(thing, hops, random));
      const rest = things.filter((thing) => !chosen.includes(thing));
      return writeTask(goals, distractors > 0 ? random.sample(rest, distractors) : []);
    },
    play: ({ goals }, random) => [answerWith(goals, () => random.choice(places)).join(' ')],
  });
}
