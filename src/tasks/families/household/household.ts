/**
 * @file Household, the world of the `discovery` preset.
 *
 * A task is a list of goals, `clean apple & heat mug`; the answer names object, verb and station of each, in order:
 * `apple clean sink mug heat oven`. Repeating the verb is a written thought: it turns "which station?" into a question
 * about the word just before it, without which models this small do not learn level 2. A player who knows the language
 * but not the stations passes a task of L goals with probability (1/6)^L, so hard tasks alone carry no signal.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { AND } from '../../common-words.ts';
import type { Family, ParsedTask, Score } from '../../family.ts';
import { inOrder, notATask, requireLevel, singleTurnEpisode } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import { cutBefore, splitWords, wordsOf } from '../../text.ts';
import type { HouseholdReason } from './reasons.ts';
import { OBJECTS, STATION_OF, STATIONS, VERBS } from './world.ts';

const LEVELS = 10;
/** Words per goal in a task text (verb, object, `&`) and in an answer (object, verb, station). */
const WORDS_PER_GOAL = 3;

interface Goal {
  verb: string;
  object: string;
}

export interface HouseholdTask {
  text: string;
  goals: readonly Goal[];
}

const writeGoal = ({ verb, object }: Goal): string => `${verb} ${object}`;

const writeGoals = (goals: readonly Goal[]): string => goals.map(writeGoal).join(` ${AND} `);

const drawGoal = (object: string, random: RandomStream): Goal => ({ verb: random.choice(VERBS), object });

function parse(text: string): ParsedTask<HouseholdTask, HouseholdReason> {
  const words = wordsOf(text);
  if (words.length === 0) return notATask({ code: 'household/empty-text' });
  const goals: Goal[] = [];
  for (const segment of splitWords(words, AND)) {
    const [verb, object] = segment;
    if (segment.length !== 2) return notATask({ code: 'household/malformed-goal', goal: goals.length + 1 });
    if (!STATION_OF.has(verb)) return notATask({ code: 'household/unknown-verb', word: verb });
    if (!OBJECTS.includes(object)) return notATask({ code: 'household/unknown-object', word: object });
    if (goals.some((goal) => goal.object === object)) return notATask({ code: 'household/two-goals', object });
    goals.push({ verb, object });
  }
  if (goals.length > LEVELS) return notATask({ code: 'household/too-many-goals', goals: goals.length, most: LEVELS });
  return { ok: true, task: { text: writeGoals(goals), goals } };
}

const solution = (task: HouseholdTask): string[] =>
  task.goals.flatMap(({ verb, object }) => [object, verb, STATION_OF.get(verb)!]);

function score(task: HouseholdTask, turns: readonly string[]): Score<HouseholdReason> {
  const answer = wordsOf(turns[0] ?? '');
  const wellFormed =
    answer.length === WORDS_PER_GOAL * task.goals.length &&
    task.goals.every(
      ({ verb, object }, i) =>
        answer[WORDS_PER_GOAL * i] === object &&
        answer[WORDS_PER_GOAL * i + 1] === verb &&
        STATIONS.includes(answer[WORDS_PER_GOAL * i + 2]),
    );
  if (!wellFormed) return { reward: 0, success: false, wellFormed, reason: { code: 'household/malformed-answer' } };
  const stationOf = (goal: number): string => answer[WORDS_PER_GOAL * goal + 2];
  const wrong = task.goals.findIndex(({ verb }, i) => stationOf(i) !== STATION_OF.get(verb));
  if (wrong < 0) return { reward: 1, success: true, wellFormed, reason: { code: 'household/solved' } };
  const { verb, object } = task.goals[wrong];
  return {
    reward: 0,
    success: false,
    wellFormed,
    reason: { code: 'household/wrong-station', goal: wrong + 1, station: stationOf(wrong), verb, object },
  };
}

export const household: Family<HouseholdTask, HouseholdReason> = {
  name: 'household',
  example: 'clean apple & heat mug',
  levels: LEVELS,
  words: [AND, ...VERBS, ...STATIONS, ...OBJECTS],
  maxTaskTokens: WORDS_PER_GOAL * (LEVELS - 1) + 1,
  maxAnswerTokens: WORDS_PER_GOAL * LEVELS + 1,
  maxTurns: 1,
  reward: 'exact',
  oneAnswer: true,

  sampleSeed: (random) => writeGoals([drawGoal(random.choice(OBJECTS), random)]),
  splitSeed: (text) => cutBefore(text, (word) => word === AND),
  parse,
  level: (task) => task.goals.length,
  goals: (task) => task.goals.map(writeGoal),
  skills: STATIONS,
  skillsOf: ({ goals }) => inOrder(STATIONS, new Set(goals.map(({ verb }) => STATION_OF.get(verb)!))),
  prompt: (task) => task.text,
  oracle(task) {
    const answer = solution(task);
    return { solvable: true, answers: [answer.join(' ')], length: answer.length };
  },
  // A task text never names a station, and each verb has exactly one: no task shows its answer or has two answers.
  audit: () => 'valid',
  start: singleTurnEpisode,
  comparison: (task, turns) => ({ rule: 'exact-match', answer: wordsOf(turns[0] ?? ''), reference: solution(task) }),
  score,
  sampleTask(level, random) {
    requireLevel('household', level, LEVELS);
    return writeGoals(random.sample(OBJECTS, level).map((object) => drawGoal(object, random)));
  },
  play: (task, random) => [task.goals.flatMap(({ verb, object }) => [object, verb, random.choice(STATIONS)]).join(' ')],
  heldOut: (split, level, count) => heldOutTexts(household, split, level, count),
};
