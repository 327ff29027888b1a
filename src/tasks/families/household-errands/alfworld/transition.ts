/**
 * @file Defines preconditions and effects of each action: ALFWorld's planning domain (`alfred.pddl`) as two pure
 * functions over immutable states. The published verdicts depend on these oddities of the domain:
 * - An appliance need not be open or empty to treat the held object.
 * - A lamp can be reached in a closed receptacle.
 * - An object that was switched on once stays switched on.
 * - An object in two receptacles leaves only the receptacle that it is taken from.
 */
import {
  type Action,
  APPLIANCE,
  type HouseholdObject,
  type HouseholdWorld,
  KNIVES,
  type Receptacle,
  TREATABLE,
  type Treatment,
} from './facts.ts';

/** State of a household. Fields are replaced, never changed in place, so earlier states stay valid. */
export interface HouseholdState {
  readonly location: string;
  /** Name of the object in the agent's hand; null if the hand is empty. */
  readonly holding: string | null;
  readonly opened: ReadonlySet<string>;
  /** Maps an object's name to the receptacles that hold it. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Maps each treatment to the names of the objects that are now clean, hot or cold. */
  readonly treated: Readonly<Record<Treatment, ReadonlySet<string>>>;
  readonly toggled: ReadonlySet<string>;
  readonly sliced: ReadonlySet<string>;
  /** Number of commands so far, including impossible commands. */
  readonly steps: number;
}

export function initialState({ facts }: HouseholdWorld): HouseholdState {
  return {
    location: facts.agentLocation,
    holding: null,
    opened: new Set(facts.receptacles.filter(({ openable, opened }) => openable && opened).map(({ name }) => name)),
    places: new Map(facts.objects.map((object) => [object.name, object.in])),
    treated: { clean: new Set(), heat: new Set(), cool: new Set() },
    toggled: new Set(),
    sliced: new Set(),
    steps: 0,
  };
}

export const liesIn = ({ places }: HouseholdState, object: HouseholdObject, receptacle: Receptacle): boolean =>
  (places.get(object.name) ?? []).includes(receptacle.name);

/** Returns true if the receptacle is open or has no door. */
export const isAccessible = ({ opened }: HouseholdState, { openable, name }: Receptacle): boolean =>
  !openable || opened.has(name);

export const receptaclesHere = ({ facts }: HouseholdWorld, { location }: HouseholdState): Receptacle[] =>
  facts.receptacles.filter((receptacle) => receptacle.location === location);

const mayHold = ({ facts }: HouseholdWorld, receptacle: Receptacle, object: HouseholdObject): boolean =>
  facts.canContain.get(receptacle.type)?.has(object.type) ?? false;

export function isPossible(world: HouseholdWorld, state: HouseholdState, action: Action): boolean {
  const isHere = (receptacle: Receptacle) => receptacle.location === state.location;
  const isReached = (object: HouseholdObject) =>
    receptaclesHere(world, state).some((receptacle) => liesIn(state, object, receptacle));
  const isHeld = (object: HouseholdObject) => object.name === state.holding;
  switch (action.kind) {
    case 'look':
    case 'inventory':
    case 'help':
      return true;
    case 'go':
      // The game offers no command to go to the present location.
      return !isHere(action.receptacle);
    case 'examine receptacle':
      return isHere(action.receptacle);
    case 'open':
      return isHere(action.receptacle) && action.receptacle.openable && !isAccessible(state, action.receptacle);
    case 'close':
      return isHere(action.receptacle) && action.receptacle.openable && isAccessible(state, action.receptacle);
    case 'examine object':
      return (
        isHeld(action.object) ||
        receptaclesHere(world, state).some(
          (receptacle) => isAccessible(state, receptacle) && liesIn(state, action.object, receptacle),
        )
      );
    case 'use':
      return action.object.affordances.has('toggleable') && isReached(action.object);
    case 'take':
      return (
        state.holding === null &&
        action.object.affordances.has('pickupable') &&
        isHere(action.receptacle) &&
        isAccessible(state, action.receptacle) &&
        liesIn(state, action.object, action.receptacle)
      );
    case 'put':
      return (
        isHeld(action.object) &&
        isHere(action.receptacle) &&
        isAccessible(state, action.receptacle) &&
        mayHold(world, action.receptacle, action.object)
      );
    case 'clean':
    case 'heat':
    case 'cool':
      return (
        isHeld(action.object) &&
        action.object.affordances.has(TREATABLE[action.kind]) &&
        isHere(action.receptacle) &&
        action.receptacle.type === APPLIANCE[action.kind]
      );
    case 'slice':
      return (
        isHeld(action.knife) &&
        KNIVES.has(action.knife.type) &&
        action.object.affordances.has('sliceable') &&
        isReached(action.object)
      );
  }
}

const withMember = (set: ReadonlySet<string>, member: string): ReadonlySet<string> => new Set(set).add(member);
const withoutMember = (set: ReadonlySet<string>, member: string): ReadonlySet<string> =>
  new Set([...set].filter((other) => other !== member));

/** Heating and cooling undo each other. Cleaning undoes nothing. */
const OPPOSITE: Partial<Record<Treatment, Treatment>> = { heat: 'cool', cool: 'heat' };

function afterTreatment(treated: HouseholdState['treated'], treatment: Treatment, name: string) {
  const opposite = OPPOSITE[treatment];
  return {
    ...treated,
    [treatment]: withMember(treated[treatment], name),
    ...(opposite ? { [opposite]: withoutMember(treated[opposite], name) } : {}),
  };
}

/** Returns the state after a possible action. The caller counts the step. */
export function applyAction(state: HouseholdState, action: Action): HouseholdState {
  const moveObject = (object: HouseholdObject, places: readonly string[], holding: string | null): HouseholdState => ({
    ...state,
    holding,
    places: new Map(state.places).set(object.name, places),
  });
  switch (action.kind) {
    case 'look':
    case 'inventory':
    case 'help':
    case 'examine receptacle':
    case 'examine object':
      return state;
    case 'go':
      return { ...state, location: action.receptacle.location };
    case 'open':
      return { ...state, opened: withMember(state.opened, action.receptacle.name) };
    case 'close':
      return { ...state, opened: withoutMember(state.opened, action.receptacle.name) };
    case 'use':
      return { ...state, toggled: withMember(state.toggled, action.object.name) };
    case 'take': {
      const places = (state.places.get(action.object.name) ?? []).filter((name) => name !== action.receptacle.name);
      return moveObject(action.object, places, action.object.name);
    }
    case 'put': {
      const places = new Set(state.places.get(action.object.name)).add(action.receptacle.name);
      return moveObject(action.object, [...places], null);
    }
    case 'clean':
    case 'heat':
    case 'cool':
      return { ...state, treated: afterTreatment(state.treated, action.kind, action.object.name) };
    case 'slice':
      return { ...state, sliced: withMember(state.sliced, action.object.name) };
  }
}

export function isGoalReached(world: HouseholdWorld, state: HouseholdState): boolean {
  const { goal, objects, receptacles } = world.facts;
  const ofType = (type: string) => objects.filter((object) => object.type === type);
  if (goal.kind === 'look') {
    const holdsIt = state.holding !== null && world.objects.get(state.holding)?.type === goal.object;
    const here = receptaclesHere(world, state);
    const isLit = (lamp: HouseholdObject) =>
      state.toggled.has(lamp.name) && here.some((receptacle) => liesIn(state, lamp, receptacle));
    return holdsIt && ofType(goal.lamp).some(isLit);
  }
  const { treatment } = goal;
  const ready = ofType(goal.object).filter(({ name }) => treatment === null || state.treated[treatment].has(name));
  return receptacles.some(
    (receptacle) =>
      receptacle.type === goal.receptacle &&
      ready.filter((object) => liesIn(state, object, receptacle)).length >= goal.count,
  );
}
