/**
 * @file The household game: a dialogue in few words with the household world, whose rules decide everything.
 *
 * The agent writes `go shelf`, `open drawer`, `take apple`, `heat apple`, `put apple`, `use lamp`; its place decides which
 * receptacle is meant. After `go` and `open` it reads the contents (`apple pen`, `empty`, `closed`), after other actions
 * `ok`, and `nothing` where ALFWorld answers `Nothing happens.`
 */
import { type Action, formatCommand, parseCommand } from '../../../benchmarks/alfworld/world/action.ts';
import { createWorld, type HouseholdWorld } from '../../../benchmarks/alfworld/world/facts.ts';
import { isGoalReached } from '../../../benchmarks/alfworld/world/goal.ts';
import { NOTHING_HAPPENS } from '../../../benchmarks/alfworld/world/observation.ts';
import { oraclePlan } from '../../../benchmarks/alfworld/world/oracle.ts';
import { step } from '../../../benchmarks/alfworld/world/step.ts';
import { type HouseholdState, initialState } from '../../../benchmarks/alfworld/world/transition.ts';
import { NOTHING } from '../../common-words.ts';
import { OBJECTS } from '../household/world.ts';
import { wordsOf } from '../../text.ts';
import { factsOf, type HouseholdGameTask, STEP_LIMIT, TREATMENT_GOALS } from './task.ts';
import { LAMP } from './things.ts';

export const CLOSED = 'closed';
export const EMPTY = 'empty';
export const OK = 'ok';
const MOVES = ['go', 'open', 'close'];
const OBJECT_COMMANDS: readonly string[] = ['take', 'put', ...TREATMENT_GOALS];
const USE = 'use';
export const COMMANDS: readonly string[] = [...MOVES, ...OBJECT_COMMANDS, USE];

/** A game in progress. */
export interface Game {
  readonly world: HouseholdWorld;
  state: HouseholdState;
}

export function newGame(task: HouseholdGameTask): Game {
  const world = createWorld(factsOf(task), { stepLimit: STEP_LIMIT });
  return { world, state: initialState(world) };
}

export const isWon = ({ world, state }: Game): boolean => isGoalReached(world, state);
export const isOver = (game: Game): boolean => isWon(game) || game.state.steps >= game.world.stepLimit;

/** Objects lying in a receptacle now, by kind; null where it is closed. */
export function contentsOf({ world, state }: Game, receptacle: string): string[] | null {
  if (world.receptacles.get(receptacle)!.openable && !state.opened.has(receptacle)) return null;
  return world.facts.objects.filter(({ name }) => state.places.get(name)?.includes(receptacle)).map(({ type }) => type);
}

/** Whether a turn has the form of a command about things of this household, possible now or not. */
export function isCommand({ world }: Game, turn: string): boolean {
  const [verb, thing, ...more] = wordsOf(turn);
  if (thing === undefined || more.length > 0) return false;
  if (MOVES.includes(verb)) return world.receptacles.has(thing);
  if (OBJECT_COMMANDS.includes(verb)) return OBJECTS.includes(thing);
  return verb === USE && thing === LAMP;
}

/** The action that a turn means; null if nothing of that kind is in hand or in reach. */
function actionOf(game: Game, turn: string): Action | null {
  if (!isCommand(game, turn)) return null;
  const { world, state } = game;
  const [verb, thing] = wordsOf(turn);
  if (MOVES.includes(verb)) {
    return { kind: verb as 'go' | 'open' | 'close', receptacle: world.receptacles.get(thing)! };
  }
  const here = world.receptacles.get(state.location);
  const ofKind = world.facts.objects.filter(({ type }) => type === thing);
  const inReach = here && ofKind.find(({ name }) => state.places.get(name)?.includes(here.name));
  if (verb === USE) return inReach ? { kind: 'use', object: inReach } : null;
  const object = verb === 'take' ? inReach : ofKind.find(({ name }) => name === state.holding);
  return here && object ? { kind: verb as 'take' | 'put' | 'clean' | 'heat' | 'cool', object, receptacle: here } : null;
}

/** The words that {@link actionOf} reads as this action. */
function turnOf(action: Action): string {
  switch (action.kind) {
    case 'go':
    case 'open':
    case 'close':
      return `${action.kind} ${action.receptacle.name}`;
    case 'take':
    case 'put':
    case 'clean':
    case 'heat':
    case 'cool':
    case 'use':
      return `${action.kind} ${action.object.type}`;
    default:
      throw new Error(`The household game has no word for the action ${action.kind}.`);
  }
}

/** Plays one turn of any text and returns the observation. */
export function playTurn(game: Game, turn: string): string {
  const action = actionOf(game, turn);
  const result = step(game.world, game.state, action === null ? '' : formatCommand(game.world, action));
  game.state = result.state;
  if (action === null || result.observation === NOTHING_HAPPENS) return NOTHING;
  if (action.kind !== 'go' && action.kind !== 'open') return OK;
  const contents = contentsOf(game, action.receptacle.name);
  if (contents === null) return CLOSED;
  return contents.length === 0 ? EMPTY : contents.join(' ');
}

/** The turns of a shortest solution, found with full knowledge of the household; null where there is none. */
export function shortestSolution(task: HouseholdGameTask): string[] | null {
  const { world } = newGame(task);
  return oraclePlan(world)?.map((command) => turnOf(parseCommand(world, command)!)) ?? null;
}
