/**
 * @file Writes the texts that the agent reads, exactly as ALFWorld's game grammar (`alfred.twl2`) does. For example, it
 * writes "a egg 1" and "a cup 1, and a mug 2".
 */
import {
  type Action,
  type HouseholdObject,
  type HouseholdWorld,
  PREPOSITION,
  type Receptacle,
  STEP_LIMIT,
  TREATMENTS,
} from './facts.ts';
import {
  applyAction,
  type HouseholdState,
  isAccessible,
  isGoalReached,
  isPossible,
  liesIn,
  receptaclesHere,
} from './transition.ts';

/** Observation after an unknown or impossible command. */
export const NOTHING_HAPPENS = 'Nothing happens.';

const MIDDLE_OF_ROOM = 'You are in the middle of a room. Looking quickly around you, you see';

function enumerate(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const last = names[names.length - 1];
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')}, and ${last}`;
}

const withArticle = (things: readonly { name: string }[]) => enumerate(things.map(({ name }) => `a ${name}`));

/** Describes the room and the task before the agent's first command. */
export const describeOpening = ({ facts }: HouseholdWorld): string =>
  `${MIDDLE_OF_ROOM} ${withArticle(facts.receptacles)}.\n\nYour task is to: ${facts.task}.`;

function describeReceptacle(world: HouseholdWorld, state: HouseholdState, receptacle: Receptacle): string {
  if (!isAccessible(state, receptacle)) return `The ${receptacle.name} is closed.`;
  const contents = withArticle(world.facts.objects.filter((object) => liesIn(state, object, receptacle)));
  return receptacle.openable
    ? `The ${receptacle.name} is open. In it, you see ${contents}.`
    : `On the ${receptacle.name}, you see ${contents}.`;
}

function describeObject({ treated, toggled, sliced }: HouseholdState, object: HouseholdObject): string {
  const { name, container } = object;
  if (container) return `This is a normal ${name}. In it, you see nothing.`;
  const isSliced = sliced.has(name);
  const isClean = treated.clean.has(name);
  const hot = treated.heat.has(name) ? 'hot' : null;
  // A cooled object is "cold" alone and "cool" beside another quality.
  const cool = treated.cool.has(name) ? (isClean || isSliced ? 'cool' : 'cold') : null;
  const qualities = [hot ?? cool, isClean ? 'clean' : null].filter((quality) => quality !== null).join(' and ');
  if (qualities !== '') return `This is a ${qualities}${isSliced ? ' sliced' : ''} ${name}.`;
  if (object.affordances.has('toggleable') && toggled.has(name)) return `This ${name} is on.`;
  if (isSliced) return `This is a sliced ${name}.`;
  return `There's nothing special about ${name}.`;
}

function describeSurroundings(world: HouseholdWorld, state: HouseholdState): string {
  const here = receptaclesHere(world, state);
  return here.length === 0
    ? `${MIDDLE_OF_ROOM} nothing.`
    : `You are facing the ${enumerate(here.map(({ name }) => name))}. Next to it, you see nothing.`;
}

function describeCommands({ wording }: HouseholdWorld): string {
  const forms = [
    'look, inventory, help',
    'go to, open, close or examine (receptacle)',
    'examine or use (object)',
    `take (object) from (receptacle), ${wording} (object) ${PREPOSITION[wording]} (receptacle)`,
    'clean, heat or cool (object) with (receptacle)',
    'slice (object) with (knife)',
  ];
  return `Commands: ${forms.join('; ')}.`;
}

/** Returns the observation after a possible action. @param state the state after the action */
function describeAction(world: HouseholdWorld, state: HouseholdState, action: Action): string {
  switch (action.kind) {
    case 'look':
      return describeSurroundings(world, state);
    case 'inventory':
      return state.holding === null ? 'You are not carrying anything.' : `You are carrying: a ${state.holding}.`;
    case 'help':
      return describeCommands(world);
    case 'go': {
      const view = describeReceptacle(world, state, action.receptacle);
      // The older game also announced a numbered location, but the published transcripts leave it out.
      return world.wording === 'move' ? `You arrive at ${action.receptacle.name}. ${view}` : view;
    }
    case 'open':
      return `You open the ${action.receptacle.name}. ${describeReceptacle(world, state, action.receptacle)}`;
    case 'close':
      return `You close the ${action.receptacle.name}.`;
    case 'examine receptacle':
      return describeReceptacle(world, state, action.receptacle);
    case 'examine object':
      return describeObject(state, action.object);
    case 'use':
      return `You turn on the ${action.object.name}.`;
    case 'take':
      return `You pick up the ${action.object.name} from the ${action.receptacle.name}.`;
    case 'put':
      return `You ${world.wording} the ${action.object.name} ${PREPOSITION[world.wording]} the ${action.receptacle.name}.`;
    case 'clean':
    case 'heat':
    case 'cool':
      return `You ${action.kind} the ${action.object.name} using the ${action.receptacle.name}.`;
    case 'slice':
      return `You sliced the ${action.object.name} with the ${action.knife.name}.`;
  }
}

/** Writes the command that stands for an action. */
function commandOf({ wording }: HouseholdWorld, action: Action): string {
  switch (action.kind) {
    case 'look':
    case 'inventory':
    case 'help':
      return action.kind;
    case 'go':
      return `go to ${action.receptacle.name}`;
    case 'open':
    case 'close':
      return `${action.kind} ${action.receptacle.name}`;
    case 'examine receptacle':
      return `examine ${action.receptacle.name}`;
    case 'examine object':
      return `examine ${action.object.name}`;
    case 'use':
      return `use ${action.object.name}`;
    case 'take':
      return `take ${action.object.name} from ${action.receptacle.name}`;
    case 'put':
      return `${wording} ${action.object.name} ${PREPOSITION[wording]} ${action.receptacle.name}`;
    case 'clean':
    case 'heat':
    case 'cool':
      return `${action.kind} ${action.object.name} with ${action.receptacle.name}`;
    case 'slice':
      return `slice ${action.object.name} with ${action.knife.name}`;
  }
}

/** Lists every action whose preconditions hold, in a fixed order. */
function possibleActions(world: HouseholdWorld, state: HouseholdState): Action[] {
  const here = receptaclesHere(world, state);
  const objects = world.facts.objects.filter(
    (object) => object.name === state.holding || here.some((receptacle) => liesIn(state, object, receptacle)),
  );
  const held = state.holding === null ? [] : objects.filter(({ name }) => name === state.holding);
  const candidates: Action[] = [
    { kind: 'look' },
    { kind: 'inventory' },
    { kind: 'help' },
    ...world.facts.receptacles.map((receptacle): Action => ({ kind: 'go', receptacle })),
    ...here.flatMap((receptacle): Action[] => [
      { kind: 'open', receptacle },
      { kind: 'close', receptacle },
      { kind: 'examine receptacle', receptacle },
      ...objects.map((object): Action => ({ kind: 'take', object, receptacle })),
      ...held.flatMap((object): Action[] => [
        { kind: 'put', object, receptacle },
        ...TREATMENTS.map((kind): Action => ({ kind, object, receptacle })),
      ]),
    ]),
    ...objects.flatMap((object): Action[] => [
      { kind: 'examine object', object },
      { kind: 'use', object },
      ...held.map((knife): Action => ({ kind: 'slice', object, knife })),
    ]),
  ];
  return candidates.filter((action) => isPossible(world, state, action));
}

export interface StepResult {
  state: HouseholdState;
  /** Observation, which is empty only if the episode had already ended. */
  observation: string;
  /** True if the episode is won or the step limit is reached. */
  done: boolean;
  won: boolean;
}

/** Applies any command and returns the new state. Every command counts as a step. After the end nothing changes. */
export function step(world: HouseholdWorld, state: HouseholdState, command: string): StepResult {
  const settle = (next: HouseholdState, observation: string): StepResult => {
    const won = isGoalReached(world, next);
    return { state: next, observation, done: won || next.steps >= STEP_LIMIT, won };
  };
  const before = settle(state, '');
  if (before.done) return before;
  const action = possibleActions(world, state).find((one) => commandOf(world, one) === command.trim());
  const counted = { ...state, steps: state.steps + 1 };
  if (action === undefined) return settle(counted, NOTHING_HAPPENS);
  const next = applyAction(counted, action);
  return settle(next, describeAction(world, next, action));
}
