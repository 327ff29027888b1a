/** @file One step of a household as a pure state machine: text in, next state and text out. */
import { parseCommand } from './action.ts';
import type { HouseholdWorld } from './facts.ts';
import { isGoalReached } from './goal.ts';
import { describeAction, NOTHING_HAPPENS } from './observation.ts';
import { applyAction, isPossible, type HouseholdState } from './transition.ts';

export interface StepResult {
  state: HouseholdState;
  /** Empty only when the episode had ended before this command. */
  observation: string;
  /** Won, or the step limit is used up. */
  done: boolean;
  won: boolean;
}

/** Applies a command, whatever its text. Every command counts as a step; after the end nothing changes. */
export function step(world: HouseholdWorld, state: HouseholdState, command: string): StepResult {
  const settle = (next: HouseholdState, observation: string): StepResult => {
    const won = isGoalReached(world, next);
    return { state: next, observation, done: won || next.steps >= world.stepLimit, won };
  };
  const before = settle(state, '');
  if (before.done) return before;
  const action = parseCommand(world, command);
  const counted = { ...state, steps: state.steps + 1 };
  if (action === null || !isPossible(world, state, action)) return settle(counted, NOTHING_HAPPENS);
  const next = applyAction(counted, action);
  return settle(next, describeAction(world, next, action));
}
