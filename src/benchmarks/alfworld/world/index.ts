/** @file The household world: facts in, a pure state machine, its goal test and its oracle out. */
export { formatCommand, parseCommand, type Action } from './action.ts';
export {
  AFFORDANCES,
  APPLIANCE,
  createWorld,
  factsProblem,
  STEP_LIMIT,
  TREATABLE,
  TREATMENTS,
  type Affordance,
  type HouseholdFacts,
  type HouseholdGoal,
  type HouseholdObject,
  type HouseholdWorld,
  type Receptacle,
  type Treatment,
  type Wording,
} from './facts.ts';
export { isGoalReached } from './goal.ts';
export { describeOpening, NOTHING_HAPPENS } from './observation.ts';
export { oraclePlan } from './oracle.ts';
export { admissibleCommands, step, type StepResult } from './step.ts';
export { applyAction, initialState, isPossible, possibleActions, type HouseholdState } from './transition.ts';
