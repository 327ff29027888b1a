/**
 * @file Finds a shortest plan for a household task, given full knowledge of where everything is. Each choice of object,
 * its place, appliance and target fixes the plan up to walking and opening, so it suffices to try every choice.
 */
import {
  type Action,
  APPLIANCE,
  type HouseholdGoal,
  type HouseholdObject,
  type HouseholdWorld,
  type Receptacle,
} from '../facts.ts';
import {
  applyAction,
  type HouseholdState,
  initialState,
  isAccessible,
  isGoalReached,
  isPossible,
  liesIn,
} from '../transition.ts';
import { formatCommand } from './format-command.ts';

interface Plan {
  state: HouseholdState;
  actions: readonly Action[];
}

/** Adds a part to a plan. Returns `null` if the part is impossible. */
type Leg = (plan: Plan) => Plan | null;

type PlaceGoal = Extract<HouseholdGoal, { kind: 'place' }>;
type LookGoal = Extract<HouseholdGoal, { kind: 'look' }>;

function legsIn(world: HouseholdWorld) {
  const act =
    (action: Action): Leg =>
    ({ state, actions }) =>
      isPossible(world, state, action) ? { state: applyAction(state, action), actions: [...actions, action] } : null;
  const walkTo =
    (receptacle: Receptacle): Leg =>
    (plan) =>
      plan.state.location === receptacle.location ? plan : act({ kind: 'go', receptacle })(plan);
  const openUp =
    (receptacle: Receptacle): Leg =>
    (plan) =>
      isAccessible(plan.state, receptacle) ? plan : act({ kind: 'open', receptacle })(plan);
  const fetch = (object: HouseholdObject, receptacle: Receptacle): Leg[] => [
    walkTo(receptacle),
    openUp(receptacle),
    act({ kind: 'take', object, receptacle }),
  ];
  const deliver = (object: HouseholdObject, receptacle: Receptacle): Leg[] => [
    walkTo(receptacle),
    openUp(receptacle),
    act({ kind: 'put', object, receptacle }),
  ];
  return { act, walkTo, fetch, deliver };
}

/** Pairs every object of a type with each receptacle that holds it at the beginning. */
const sightings = ({ facts, receptacles }: HouseholdWorld, type: string): [HouseholdObject, Receptacle][] =>
  facts.objects
    .filter((object) => object.type === type)
    .flatMap((object) =>
      object.in
        .map((name) => receptacles.get(name))
        .filter((receptacle) => receptacle !== undefined)
        .map((receptacle): [HouseholdObject, Receptacle] => [object, receptacle]),
    );

function placePlans(world: HouseholdWorld, goal: PlaceGoal): Leg[][] {
  const { act, walkTo, fetch, deliver } = legsIn(world);
  const ofType = (type: string) => world.facts.receptacles.filter((receptacle) => receptacle.type === type);
  const { treatment } = goal;
  const sources = sightings(world, goal.object);
  const start = initialState(world);
  return ofType(goal.receptacle).flatMap((target) => {
    if (treatment !== null) {
      return sources.flatMap(([object, source]) =>
        ofType(APPLIANCE[treatment]).map((appliance) => [
          ...fetch(object, source),
          walkTo(appliance),
          act({ kind: treatment, object, receptacle: appliance }),
          ...deliver(object, target),
        ]),
      );
    }
    const absent = sources.filter(([object]) => !liesIn(start, object, target));
    const singles = absent.map(([object, source]) => [...fetch(object, source), ...deliver(object, target)]);
    if (goal.count === 1) return singles;
    const pairs = absent.flatMap(([first, firstSource]) =>
      absent
        .filter(([second]) => second !== first)
        .map(([second, secondSource]) => [
          ...fetch(first, firstSource),
          ...deliver(first, target),
          ...fetch(second, secondSource),
          ...deliver(second, target),
        ]),
    );
    return [...singles, ...pairs];
  });
}

function lookPlans(world: HouseholdWorld, goal: LookGoal): Leg[][] {
  const { act, walkTo, fetch } = legsIn(world);
  return sightings(world, goal.object).flatMap(([object, source]) =>
    sightings(world, goal.lamp).map(([lamp, place]) => [
      ...fetch(object, source),
      walkTo(place),
      act({ kind: 'use', object: lamp }),
    ]),
  );
}

/** Returns the commands of a shortest plan, ignoring the step limit; `null` if the task is impossible. */
export function oraclePlan(world: HouseholdWorld): string[] | null {
  const { goal } = world.facts;
  const start: Plan = { state: initialState(world), actions: [] };
  if (isGoalReached(world, start.state)) return [];
  let best: Plan | null = null;
  for (const legs of goal.kind === 'place' ? placePlans(world, goal) : lookPlans(world, goal)) {
    let plan: Plan | null = start;
    for (const leg of legs) {
      plan = leg(plan);
      // An object in two receptacles can satisfy the goal before the last leg.
      if (plan === null || isGoalReached(world, plan.state)) break;
    }
    if (plan === null || !isGoalReached(world, plan.state)) continue;
    if (best === null || plan.actions.length < best.actions.length) best = plan;
  }
  return best === null ? null : best.actions.map((action) => formatCommand(world, action));
}
