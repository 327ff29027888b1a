/**
 * @file Scores ALFWorld (Shridhar et al. 2021, arXiv 2010.03768). A game is won if its goal is reached within 50
 * commands. The simulated world is in `src/tasks/families/household-errands/alfworld`. This file reads commands and
 * computes success rates.
 */
import {
  accuracy,
  accuracyBy,
  type BenchmarkReason,
  type Benchmark,
  type BenchmarkEpisode,
  type BenchmarkVerdict,
  type ScoredItem,
} from '../benchmark.ts';
import { CAN_CONTAIN, loadGames } from './games.ts';
import type { AlfworldItem } from './problem.ts';
import {
  createWorld,
  PREPOSITION,
  STEP_LIMIT,
  type Wording,
} from '../../tasks/families/household-errands/alfworld/facts.ts';
import {
  describeOpening,
  NOTHING_HAPPENS,
  step,
  type StepResult,
} from '../../tasks/families/household-errands/alfworld/observation.ts';
import { initialState, type HouseholdState } from '../../tasks/families/household-errands/alfworld/transition.ts';

/** Strips the `>` with which ReAct's agents begin a command. */
const commandOf = (line: string): string => line.trim().replace(/^>\s*/, '');

/** Matches one action in two wordings: `put O in/on R` of the older game, `move O to R` of the newer one. */
const PLACING = /^(?:put (.+?) (?:in\/on|in|on) (.+)|move (.+?) to (.+))$/;

function inWording(wording: Wording, [, put, into, moved, to]: RegExpExecArray): string {
  const [object, receptacle] = [put ?? moved, into ?? to];
  return `${wording} ${object} ${PREPOSITION[wording]} ${receptacle}`;
}

/** Returns an episode of a game. The episode keeps the state of the household and counts commands. */
function play({ facts, type }: AlfworldItem, wording: Wording): BenchmarkEpisode {
  const world = createWorld(facts, wording);
  let state: HouseholdState = initialState(world);
  let result: StepResult | null = null;
  let steps = 0;
  let refused = 0;
  const used = new Set<Wording>();
  return {
    opening: describeOpening(world),
    act(command) {
      if (result?.done) return { observation: '', done: true };
      const said = commandOf(command);
      if (/^think:/i.test(said)) return { observation: 'OK.', done: false };
      const placing = PLACING.exec(said);
      if (placing) used.add(placing[1] === undefined ? 'move' : 'put');
      result = step(world, state, placing ? inWording(wording, placing) : said);
      state = result.state;
      steps += 1;
      if (result.observation === NOTHING_HAPPENS) refused += 1;
      return { observation: result.observation, done: result.done };
    },
    verdict() {
      const won = result?.won ?? false;
      const limitUsed = !won && result?.done === true;
      const reason: BenchmarkReason = limitUsed
        ? { code: 'limit-used', limit: STEP_LIMIT }
        : { code: won ? 'won' : 'goal-not-reached', commands: steps };
      return {
        correct: won,
        reason,
        subscores: { type, steps, nothing_happens: refused, wording: [...used].join(' and ') || wording },
      };
    },
  };
}

/** Infers the wording of the recorded game from the first command that places something. Default: `move`. */
function wordingOf(commands: readonly string[]): Wording {
  const first = commands.find((command) => PLACING.test(command));
  return first?.startsWith('put ') ? 'put' : 'move';
}

function score(item: AlfworldItem, output: string): BenchmarkVerdict {
  const commands = output
    .split('\n')
    .map(commandOf)
    .filter((line) => line !== '');
  const game = play(item, wordingOf(commands));
  for (const command of commands) if (game.act(command).done) break;
  return game.verdict();
}

const aggregate = (scored: readonly ScoredItem<AlfworldItem>[]): Record<string, number> => ({
  success: accuracy(scored),
  ...accuracyBy(scored, ({ type }) => type),
});

const INSTRUCTIONS = `You act in a household. Answer with one command and nothing else, in one of these forms:
go to R, open R, close R, take O from R, move O to R, examine R, examine O, use O, clean O with R, heat O with R, cool O with R, slice O with O, look, inventory.
R is a receptacle and O an object, each with its number, such as "go to drawer 1". You can carry one object at a time.`;

export const alfworld = {
  name: 'alfworld',
  rule: 'alfworld-goal',
  files: [
    { path: 'games_*.compact.json', required: false },
    { path: CAN_CONTAIN, required: false },
    { path: '*/game.tw-pddl', required: false },
    { path: '*/initial_state.pddl', required: false },
  ],
  load: loadGames,
  score,
  aggregate,
  prompt: ({ facts }) => [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: describeOpening(createWorld(facts)) },
  ],
  part: ({ split }) => split,
  episode: (item) => play(item, 'move'),
} satisfies Benchmark<AlfworldItem>;
