/**
 * @file The family that interprets worlds: task language, parser, oracle, levels, play and scorer follow from the data.
 *
 * A task is a list of goals, `clean apple & heat mug`, maybe with an argument each, then maybe things without a goal after
 * `;`. The answer names thing, action, argument and place of each goal, in order: `apple clean sink mug heat oven`. Repeating
 * the action is a written thought: it turns "which place?" into a question about the word just before it, without which
 * models of 30 thousand parameters do not learn two goals. A player who knows the language but not the places passes a task of
 * n goals among P places with probability (1/P)^n, so hard tasks alone carry no signal.
 */
import type { RandomStream } from '../../random/random-stream.ts';
import { AND } from '../common-words.ts';
import type { Family, ParsedTask, Score } from '../family.ts';
import { notATask, requireLevel, singleTurnEpisode } from '../family-parts.ts';
import { heldOutTexts } from '../held-out.ts';
import { cutBefore, joinWords, splitWords, wordsOf } from '../text.ts';
import type { BareReason, WorldReason } from './reasons.ts';
import { NO_GOAL, placesOf, type Rule, TOLD, type World, worldName } from './world.ts';

interface Goal {
  action: string;
  thing: string;
  /** Present where the action takes one. */
  argument?: string;
}

export interface WorldTask {
  text: string;
  goals: readonly Goal[];
  /** Things that nothing is to be done with. */
  distractors: readonly string[];
}

/** Words of a goal beside its argument: action and thing, and the `&` before it or, in an answer, the place. */
const WORDS_PER_GOAL = 3;

const writeGoal = ({ action, thing, argument = '' }: Goal): string => joinWords(action, thing, argument);

const writeTask = (goals: readonly Goal[], distractors: readonly string[]): string =>
  joinWords(goals.map(writeGoal).join(` ${AND} `), ...(distractors.length > 0 ? [NO_GOAL, ...distractors] : []));

/** @returns undefined where no rule says where the goal is done */
export const ruleOf = ({ where }: World, goal: Goal): Rule | undefined =>
  where.find(
    ({ action, thing, argument }) =>
      (action === undefined || action === goal.action) &&
      (thing === undefined || thing === goal.thing) &&
      (argument === undefined || argument === goal.argument),
  );

/** What can be done with a thing somewhere. */
export const doable = (world: World, thing: string): Goal[] =>
  world.actions
    .flatMap(({ name: action, arguments: all }): Goal[] =>
      all ? all.map((argument) => ({ action, thing, argument })) : [{ action, thing }],
    )
    .filter((goal) => ruleOf(world, goal));

/**
 * The family of a world.
 * @param world without problems (check-world.ts)
 * @param prefix what its name and the codes of its reasons begin with where it is shipped
 */
export function worldFamily<Prefix extends string = 'world'>(
  world: World,
  prefix?: Prefix,
): Family<WorldTask, WorldReason<Prefix>> {
  type Reason = WorldReason<Prefix>;
  const name = prefix ?? worldName(world);
  const { things, levels } = world;
  const places = placesOf(world);
  const argumentsOf = new Map(world.actions.map((action) => [action.name, action.arguments]));
  const goalsWith = new Map(things.map((thing) => [thing, doable(world, thing)]));
  const useful = things.filter((thing) => goalsWith.get(thing)!.length > 0);
  const placeOf = (goal: Goal): string => ruleOf(world, goal)?.place ?? '';
  const needed = new Set([...goalsWith.values()].flat().map(placeOf));
  const skills = places.filter((place) => needed.has(place));
  const most = levels.at(-1)!;
  const mostDistractors = most.distractors ?? 0;
  const argumentWords = world.actions.flatMap((action) => action.arguments ?? []);
  const perGoal = WORDS_PER_GOAL + Math.min(1, argumentWords.length);

  const reason = ({ code, ...values }: BareReason) => ({ code: `${prefix ?? 'world'}/${code}`, ...values }) as Reason;
  const refuse = (bare: BareReason): ParsedTask<never, Reason> => notATask<Reason>(reason(bare));
  const drawGoal = (thing: string, random: RandomStream): Goal => random.choice(goalsWith.get(thing)!);

  function parse(text: string): ParsedTask<WorldTask, Reason> {
    const words = wordsOf(text);
    if (words.length === 0) return refuse({ code: 'empty-text' });
    const [asked, ...rest] = splitWords(words, NO_GOAL);
    const goals: Goal[] = [];
    for (const segment of splitWords(asked, AND)) {
      const [action, thing, argument] = segment;
      const choices = argumentsOf.get(action);
      if (segment.length !== (choices ? 3 : 2)) return refuse({ code: 'malformed-goal', goal: goals.length + 1 });
      if (!argumentsOf.has(action)) return refuse({ code: 'unknown-verb', word: action });
      if (!goalsWith.has(thing)) return refuse({ code: 'unknown-object', word: thing });
      if (choices && !choices.includes(argument))
        return refuse({ code: 'unknown-argument', word: argument, verb: action });
      if (goals.some((goal) => goal.thing === thing)) return refuse({ code: 'two-goals', object: thing });
      goals.push({ action, thing, ...(choices && { argument }) });
    }
    if (goals.length > most.steps) return refuse({ code: 'too-many-goals', goals: goals.length, most: most.steps });
    const distractors = rest.flat();
    const named = [...goals.map(({ thing }) => thing), ...distractors];
    const fits = rest.length === 0 || (rest.length === 1 && distractors.length > 0);
    if (!fits || new Set(named).size < named.length || !distractors.every((thing) => goalsWith.has(thing)))
      return refuse({ code: 'malformed-distractors' });
    if (distractors.length > mostDistractors)
      return refuse({ code: 'too-many-distractors', distractors: distractors.length, most: mostDistractors });
    return { ok: true, task: { text: writeTask(goals, distractors), goals, distractors } };
  }

  const answerWith = ({ goals }: WorldTask, write: (goal: Goal) => string): string[] =>
    goals.flatMap((goal) => {
      const { action, thing, argument } = goal;
      return [thing, action, ...(argument === undefined ? [] : [argument]), write(goal)];
    });

  const solution = (task: WorldTask): string[] => answerWith(task, placeOf);

  function score(task: WorldTask, turns: readonly string[]): Score<Reason> {
    const answer = wordsOf(turns[0] ?? '');
    const right = solution(task);
    const ends = task.goals.map(
      (_, i) => answerWith({ ...task, goals: task.goals.slice(0, i + 1) }, () => '').length - 1,
    );
    const wellFormed =
      answer.length === right.length &&
      answer.every((word, i) => (ends.includes(i) ? places.includes(word) : word === right[i]));
    const failed = { reward: 0, success: false, wellFormed };
    if (!wellFormed) return { ...failed, reason: reason({ code: 'malformed-answer' }) };
    const wrong = ends.findIndex((end) => answer[end] !== right[end]);
    if (wrong < 0) return { reward: 1, success: true, wellFormed, reason: reason({ code: 'solved' }) };
    const { action: verb, thing: object } = task.goals[wrong];
    const station = answer[ends[wrong]];
    return { ...failed, reason: reason({ code: 'wrong-station', goal: wrong + 1, station, verb, object }) };
  }

  /** What the agent is told of a task's rules, each once. */
  const told = ({ goals }: WorldTask): string[] => {
    const rules = new Set(goals.map((goal) => ruleOf(world, goal)).filter((rule) => rule?.told));
    return [...rules].flatMap((rule) => {
      const { action = '', thing = '', argument = '', place } = rule!;
      return [TOLD, action, thing, argument, place];
    });
  };

  const family: Family<WorldTask, Reason> = {
    name,
    example: writeTask(
      useful.slice(0, Math.min(2, most.steps)).map((thing, i) => {
        const goals = goalsWith.get(thing)!;
        return goals[i % goals.length];
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
    maxTaskTokens: perGoal * (most.steps - 1) + (mostDistractors > 0 ? 1 + mostDistractors : 0) + 1,
    maxAnswerTokens: perGoal * most.steps + 1,
    maxTurns: 1,
    reward: 'exact',
    oneAnswer: true,

    sampleSeed: (random) => writeGoal(drawGoal(random.choice(useful), random)),
    splitSeed: (text) => cutBefore(text, (word) => word === AND || word === NO_GOAL),
    parse,
    level: ({ goals, distractors }) =>
      1 + levels.findIndex((level) => level.steps >= goals.length && (level.distractors ?? 0) >= distractors.length),
    goals: (task) => task.goals.map(writeGoal),
    skills,
    skillsOf: ({ goals }) => goals.map(placeOf),
    prompt: (task) => joinWords(task.text, ...told(task)),
    oracle(task) {
      const lost = task.goals.findIndex((goal) => !ruleOf(world, goal));
      if (lost >= 0) {
        const { action: verb, thing: object } = task.goals[lost];
        return { solvable: false, reason: reason({ code: 'no-place', goal: lost + 1, verb, object }) };
      }
      const answer = solution(task);
      return { solvable: true, answers: [answer.join(' ')], length: answer.length };
    },
    // Of each goal one rule decides, and a task text names no place: no task shows its answer or has two answers.
    audit: () => 'valid',
    start: singleTurnEpisode,
    comparison: (task, turns) => ({ rule: 'exact-match', answer: wordsOf(turns[0] ?? ''), reference: solution(task) }),
    score,
    sampleTask(level, random) {
      requireLevel(name, level, levels.length);
      const { steps, distractors = 0 } = levels[level - 1];
      const chosen = random.sample(useful, steps);
      const goals = chosen.map((thing) => drawGoal(thing, random));
      const rest = things.filter((thing) => !chosen.includes(thing));
      return writeTask(goals, distractors > 0 ? random.sample(rest, distractors) : []);
    },
    play: (task, random) => [answerWith(task, () => random.choice(places)).join(' ')],
    heldOut: (split, level, count) => heldOutTexts(family, split, level, count),
  };
  return family;
}
