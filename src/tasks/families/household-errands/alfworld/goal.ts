/** @file When a household task is done: the goal conditions of ALFWorld's six task types over a state. */
import type { HouseholdObject, HouseholdWorld } from './facts.ts';
import { liesIn, receptaclesHere, type HouseholdState } from './transition.ts';

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
