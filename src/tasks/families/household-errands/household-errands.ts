/**
 * @file Defines household errands: a short game in a small household, by the rules of ALFWorld's world. A task is a few
 * errands, each with an action, an object, the place where the object lies, and the place to leave it. Each errand has
 * its own object.
 *
 *     heat apple shelf desk & put mug drawer shelf
 *
 * For this task the agent may act like this: `take apple shelf` → `ok`, `heat apple sink` → `nothing`, `heat apple
 * microwave` → `ok`, `put apple desk` → `ok`, and so on. Unlike in ALFWorld, the task says where a thing lies. The
 * agent has to discover that a thing belongs at the second place, and which receptacle serves which treatment. A task
 * of `household-errands` has at most three errands. A task of `long-errands` has at most four. The names of receptacles
 * and objects are shorter than ALFWorld's.
 *
 * A command names an action, the object and the place. In one turn the agent goes to the place, opens it if it is
 * closed, and reads `ok`, or `nothing` if the command did nothing. The game ends when every object has been put down,
 * in the right place or not. It also ends at the second wasted command, because a task allows only one spare command.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { exactScore, generatedFamily, refuse } from '../../family-parts.ts';
import type { Episode, FamilyReason, PlayStyle, Score } from '../../family.ts';
import { AND, cutBefore, NOTHING, splitWords, wordsOf } from '../../text.ts';
import { OBJECTS } from '../household/household.ts';
import {
  type Action,
  type Affordance,
  APPLIANCE,
  createWorld,
  type HouseholdFacts,
  type HouseholdGoal,
  type HouseholdWorld,
  TREATABLE,
  type Treatment,
  TREATMENTS,
} from './alfworld/facts.ts';
import { applyAction, type HouseholdState, initialState, isGoalReached, isPossible } from './alfworld/transition.ts';

/** Maps words to ALFWorld's names of receptacle types, if they differ. */
const RECEPTACLE_TYPES = new Map(
  Object.entries({ sink: APPLIANCE.clean, microwave: APPLIANCE.heat, fridge: APPLIANCE.cool }),
);

const OPEN_RECEPTACLES: readonly string[] = ['sink', 'desk', 'shelf', 'table', 'counter'];
const CLOSED_RECEPTACLES: readonly string[] = ['microwave', 'fridge', 'drawer', 'cabinet', 'safe'];
const RECEPTACLES: readonly string[] = [...OPEN_RECEPTACLES, ...CLOSED_RECEPTACLES];
const LAMP = 'lamp';

const TREATMENTS_OF: ReadonlyMap<string, readonly Treatment[]> = new Map([
  ['apple', ['clean', 'heat', 'cool']],
  ['egg', ['clean', 'heat', 'cool']],
  ['mug', ['clean', 'heat', 'cool']],
  ['cup', ['clean', 'heat', 'cool']],
  ['plate', ['clean', 'heat', 'cool']],
  ['bowl', ['clean', 'cool']],
  ['pot', ['clean', 'cool']],
  ['knife', ['clean']],
  ['towel', ['clean']],
]);

const receptacleType = (word: string): string => RECEPTACLE_TYPES.get(word) ?? word;
const isOpenable = (word: string): boolean => CLOSED_RECEPTACLES.includes(word);
const allowsTreatment = (object: string, treatment: Treatment): boolean =>
  TREATMENTS_OF.get(object)?.includes(treatment) ?? false;

const applianceFor = (treatment: Treatment): string =>
  RECEPTACLES.find((word) => receptacleType(word) === APPLIANCE[treatment])!;

const affordancesOf = (object: string): ReadonlySet<Affordance> =>
  object === LAMP
    ? new Set<Affordance>(['toggleable'])
    : new Set<Affordance>(['pickupable', ...(TREATMENTS_OF.get(object) ?? []).map((name) => TREATABLE[name])]);

/** Returns true if an object may lie in a receptacle. Microwave and fridge take only what they treat. */
function mayLieIn(object: string, receptacle: string): boolean {
  if (receptacle === applianceFor('heat')) return allowsTreatment(object, 'heat');
  if (receptacle === applianceFor('cool')) return allowsTreatment(object, 'cool');
  return object !== LAMP || !isOpenable(receptacle);
}

/** Maps ALFWorld's receptacle types to the objects that may be put there. */
const CAN_CONTAIN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  RECEPTACLES.map((receptacle) => [
    receptacleType(receptacle),
    new Set(OBJECTS.filter((object) => mayLieIn(object, receptacle))),
  ]),
);

/** Kind of an errand without a treatment. */
const PUT = 'put';
const KINDS: readonly string[] = [PUT, ...TREATMENTS];
const APPLIANCES: readonly string[] = TREATMENTS.map(applianceFor);
/** Receptacles that an errand can name as the place where an object lies or belongs. */
const PLACES: readonly string[] = RECEPTACLES.filter((receptacle) => !APPLIANCES.includes(receptacle));
/** Number of words of an errand: kind, object and two places. */
const ERRAND_WORDS = 4;

interface Errand {
  kind: string;
  object: string;
  source: string;
  /** Place where the object belongs, which always differs from `source`. */
  target: string;
}

interface HouseholdErrandsTask {
  text: string;
  errands: readonly Errand[];
}

const treatmentOf = (kind: string): Treatment | null => TREATMENTS.find((treatment) => treatment === kind) ?? null;

const writeErrand = ({ kind, object, source, target }: Errand): string => [kind, object, source, target].join(' ');

const writeTask = (errands: readonly Errand[]): string => errands.map(writeErrand).join(` ${AND} `);

/** Returns the objects that an errand of this kind may ask for: all objects, or the ones that allow the treatment. */
const objectsFor = (kind: string): string[] => {
  const treatment = treatmentOf(kind);
  return OBJECTS.filter((object) => treatment === null || allowsTreatment(object, treatment));
};

function readErrand(words: readonly string[]): Errand {
  if (words.length === 0) refuse({ code: 'household-errands/no-errand' });
  const [kind, object, source, target] = words;
  if (!KINDS.includes(kind)) refuse({ code: 'household-errands/unknown-errand', word: kind });
  if (words.length !== ERRAND_WORDS) refuse({ code: 'household-errands/incomplete-errand', errand: words.join(' ') });
  if (!OBJECTS.includes(object)) refuse({ code: 'household-errands/unknown-object', word: object });
  const unknown = [source, target].find((word) => !PLACES.includes(word));
  if (unknown !== undefined) refuse({ code: 'household-errands/unknown-place', word: unknown });
  if (!objectsFor(kind).includes(object)) {
    refuse({ code: 'household-errands/treatment-impossible', treatment: kind, object });
  }
  if (source === target) refuse({ code: 'household-errands/same-place', place: source });
  return { kind, object, source, target };
}

function parseTask(text: string, most: number): HouseholdErrandsTask {
  const errands: Errand[] = [];
  for (const words of splitWords(wordsOf(text), AND)) {
    const read = readErrand(words);
    const { object } = read;
    if (errands.some((errand) => errand.object === object)) {
      refuse({ code: 'household-errands/repeated-object', object });
    }
    errands.push(read);
  }
  if (errands.length > most) {
    refuse({ code: 'household-errands/too-many-errands', errands: errands.length, most });
  }
  return { text: writeTask(errands), errands };
}

/** Turns an errand into a goal of the household world: the object lies at its target, treated as asked. */
const goalOf = ({ kind, object, target }: Errand): HouseholdGoal => ({
  kind: 'place',
  object,
  receptacle: receptacleType(target),
  treatment: treatmentOf(kind),
  count: 1,
});

/** Describes the household of a task as facts of the household world, with the goal of the first errand. */
const factsOf = ({ text, errands }: HouseholdErrandsTask): HouseholdFacts => ({
  receptacles: RECEPTACLES.map((name) => ({
    name,
    type: receptacleType(name),
    location: name,
    openable: isOpenable(name),
    opened: false,
  })),
  objects: errands.map(({ object, source }) => ({
    name: object,
    type: object,
    in: [source],
    affordances: affordancesOf(object),
    container: false,
  })),
  agentLocation: 'door',
  canContain: CAN_CONTAIN,
  goal: goalOf(errands[0]),
  task: text,
});

const OK = 'ok';
const COMMANDS: readonly string[] = ['take', PUT, ...TREATMENTS];
const SPARE_COMMANDS = 1;

interface Game {
  readonly task: HouseholdErrandsTask;
  /** One world per errand, with the errand's goal. */
  readonly worlds: readonly HouseholdWorld[];
  state: HouseholdState;
  /** Objects that were put down, in the right place or not. */
  readonly putDown: Set<string>;
  turns: number;
  readonly mostTurns: number;
}

/** Counts the commands of an errand whose object is untreated and not yet taken. */
const commandsDue = ({ kind }: Pick<Errand, 'kind'>): number => (treatmentOf(kind) === null ? 2 : 3);

const mostTurns = ({ errands }: HouseholdErrandsTask): number =>
  SPARE_COMMANDS + errands.reduce((sum, errand) => sum + commandsDue(errand), 0);

function newGame(task: HouseholdErrandsTask): Game {
  const facts = factsOf(task);
  const worlds = task.errands.map((errand) => createWorld({ ...facts, goal: goalOf(errand) }));
  return { task, worlds, state: initialState(worlds[0]), putDown: new Set(), turns: 0, mostTurns: mostTurns(task) };
}

/** Returns the first errand whose object was not put down anywhere, or undefined if there is none. */
const nextErrand = ({ task, putDown }: Game): Errand | undefined =>
  task.errands.find(({ object }) => !putDown.has(object));

/** Returns the first errand whose goal is not reached now, or undefined if there is none. */
const failedErrand = ({ task, worlds, state }: Game): Errand | undefined =>
  task.errands.find((_, i) => !isGoalReached(worlds[i], state));

const isTreated = ({ state }: Game, { kind, object }: Errand): boolean => {
  const treatment = treatmentOf(kind);
  return treatment === null || state.treated[treatment].has(object);
};

/** Counts the fewest commands that treat and put down the remaining objects. An object that was put down needs none. */
const commandsLeft = (game: Game): number =>
  game.task.errands.reduce((sum, errand) => {
    const inHand = game.state.holding === errand.object;
    if (game.putDown.has(errand.object) && !inHand) return sum;
    return sum + (inHand ? 0 : 1) + (isTreated(game, errand) ? 0 : 1) + 1;
  }, 0);

const isOver = (game: Game): boolean => {
  const left = commandsLeft(game);
  return left === 0 || game.turns + left > game.mostTurns;
};

/** Returns true if a turn has the form of a command, possible now or not. */
function isCommand(turn: string): boolean {
  const [verb, object, receptacle, ...more] = wordsOf(turn);
  return COMMANDS.includes(verb) && OBJECTS.includes(object) && RECEPTACLES.includes(receptacle) && more.length === 0;
}

function playTurn(game: Game, turn: string): string {
  game.turns++;
  if (!isCommand(turn)) return NOTHING;
  const [world] = game.worlds;
  const [verb, name, place] = wordsOf(turn);
  const object = world.objects.get(name);
  const receptacle = world.receptacles.get(place)!;
  const act = (action: Action): boolean => {
    const possible = isPossible(world, game.state, action);
    if (possible) game.state = applyAction(game.state, action);
    return possible;
  };
  act({ kind: 'go', receptacle });
  act({ kind: 'open', receptacle });
  const done =
    object !== undefined && act({ kind: verb as 'take' | 'put' | 'clean' | 'heat' | 'cool', object, receptacle });
  if (done && verb === PUT) game.putDown.add(name);
  return done ? OK : NOTHING;
}

function start(task: HouseholdErrandsTask): Episode {
  const game = newGame(task);
  return {
    step(turn) {
      const observation = playTurn(game, turn);
      const done = isOver(game);
      return { observation: done ? '' : observation, done };
    },
  };
}

export function solutionOf({ kind, object, source, target }: Errand): string[] {
  const treatment = treatmentOf(kind);
  return [
    `take ${object} ${source}`,
    ...(treatment === null ? [] : [`${treatment} ${object} ${applianceFor(treatment)}`]),
    `put ${object} ${target}`,
  ];
}

/**
 * Returns commands that do the errands in order without the skill. They take the right object, treat it as asked but at
 * any receptacle, and put it down anywhere. A treatment that did nothing is repeated at another receptacle. A share
 * `reads` of the objects is put where the task says. No task says where a treatment is done.
 */
function playErrands(
  task: HouseholdErrandsTask,
  random: RandomStream,
  { reads = 0 }: Pick<PlayStyle, 'reads'> = {},
): string[] {
  const game = newGame(task);
  const turns: string[] = [];
  const elsewhere = (receptacles: readonly string[]): string =>
    random.choice(receptacles.filter((receptacle) => receptacle !== game.state.location));
  while (!isOver(game)) {
    const errand = nextErrand(game)!;
    const { kind, object, source, target } = errand;
    let turn = `take ${object} ${source}`;
    if (game.state.holding === object) {
      if (!isTreated(game, errand)) turn = `${kind} ${object} ${elsewhere(RECEPTACLES)}`;
      else turn = `put ${object} ${reads > 0 && random.next() < reads ? target : elsewhere(PLACES)}`;
    }
    playTurn(game, turn);
    turns.push(turn);
  }
  return turns;
}

const TREATMENT_SHARE = 1 / 2;

/** Returns an errand's part of the level: its number of commands, without the one that takes the object. */
const levelOf = (errand: Pick<Errand, 'kind'>): number => commandsDue(errand) - 1;
const HIGHEST_LEVEL_OF_AN_ERRAND = Math.max(...KINDS.map((kind) => levelOf({ kind })));

function score(task: HouseholdErrandsTask, turns: readonly string[]): Score {
  const game = newGame(task);
  let wellFormed = true;
  for (const turn of turns) {
    if (isOver(game)) break;
    wellFormed &&= isCommand(turn);
    playTurn(game, turn);
  }
  const { turns: commands, mostTurns: most } = game;
  const failed = failedErrand(game);
  const reason: FamilyReason =
    failed === undefined
      ? { code: 'household-errands/solved', commands, most }
      : { code: 'household-errands/errand-not-done', errand: writeErrand(failed), commands };
  return exactScore(failed === undefined, wellFormed && commands > 0, reason);
}

/** Draws each errand's part of the level: ones and twos that sum to the level, in any order. */
function drawParts(level: number, most: number, random: RandomStream): number[] {
  const counts = Array.from({ length: most + 1 }, (_, count) => count);
  const errands = random.choice(counts.filter((count) => count <= level && level <= 2 * count));
  const treatments = level - errands;
  return random.shuffle(Array.from({ length: errands }, (_, i) => (i < treatments ? 2 : 1)));
}

function drawErrand(kind: string, taken: readonly string[], random: RandomStream): Errand {
  const object = random.choice(objectsFor(kind).filter((word) => !taken.includes(word)));
  const [source, target] = random.sample(PLACES, 2);
  return { kind, object, source, target };
}

function drawErrands(level: number, most: number, random: RandomStream): Errand[] {
  const errands: Errand[] = [];
  for (const part of drawParts(level, most, random)) {
    const kind = random.choice(KINDS.filter((word) => levelOf({ kind: word }) === part));
    const taken = errands.map(({ object }) => object);
    errands.push(drawErrand(kind, taken, random));
  }
  return errands;
}

/**
 * Draws a seed, which is a whole errand. An environment that chose all places itself would end up with only two places.
 * Half of the seeds ask for no treatment.
 */
const sampleSeed = (random: RandomStream): string =>
  writeErrand(drawErrand(random.next() < TREATMENT_SHARE ? random.choice(TREATMENTS) : PUT, [], random));

function familyOf(name: string, mostErrands: number) {
  const levels = mostErrands * HIGHEST_LEVEL_OF_AN_ERRAND;
  return generatedFamily<HouseholdErrandsTask>({
    name,
    example: 'heat apple shelf desk & put mug drawer shelf',
    levels,
    words: [...new Set([AND, ...KINDS, ...COMMANDS, OK, NOTHING]), ...RECEPTACLES, ...OBJECTS],
    maxTaskTokens: (ERRAND_WORDS + 1) * (mostErrands - 1) + 1,
    maxAnswerTokens: 4,
    maxTurns: levels + mostErrands + SPARE_COMMANDS,
    oneAnswer: false,

    sampleSeed,
    splitSeed: (text) => cutBefore(text, (word) => word === AND),
    read: (text) => parseTask(text, mostErrands),
    level: ({ errands }) => errands.reduce((sum, errand) => sum + levelOf(errand), 0),
    goals: ({ errands }) => errands.map(writeErrand),
    prompt: ({ text }) => text,
    // Errands may be done in any order. No errand is done at the beginning, because each object must change its place.
    solve: ({ errands }) => errands.flatMap(solutionOf),
    start,
    score,
    sampleTask: (level, random) => writeTask(drawErrands(level, mostErrands, random)),
    play: playErrands,
  });
}

export const householdErrands = familyOf('household-errands', 3);

/** Family whose hard tasks an untrained agent hardly ever solves. Writing only hard tasks therefore teaches little. */
export const longErrands = familyOf('long-errands', 4);
