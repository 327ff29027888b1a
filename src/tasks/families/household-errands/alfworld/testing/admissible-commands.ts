/** @file Lists the commands that a household offers, as ALFWorld does. Tests compare them with `step`. */
import { type Action, type HouseholdWorld, TREATMENTS } from '../facts.ts';
import { isPossible, liesIn, receptaclesHere, type HouseholdState } from '../transition.ts';
import { formatCommand } from './format-command.ts';

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

/** Lists the commands that would not answer `Nothing happens.`, sorted. */
export const admissibleCommands = (world: HouseholdWorld, state: HouseholdState): string[] =>
  possibleActions(world, state)
    .map((action) => formatCommand(world, action))
    .sort();
