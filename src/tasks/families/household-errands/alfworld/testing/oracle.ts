/** @file Plays a household with full knowledge of its facts, and lists the commands that are possible. */
import { type Action, APPLIANCE, type HouseholdWorld, PREPOSITION, TREATMENTS } from '../facts.ts';
import { NOTHING_HAPPENS, step } from '../observation.ts';
import { type HouseholdState, initialState, isPossible, liesIn, receptaclesHere } from '../transition.ts';

/** Returns possible commands that win; null if it finds none. */
export function oraclePlan(world: HouseholdWorld): string[] | null {
  const { goal, objects, receptacles } = world.facts;
  const namesOf = (things: readonly { name: string; type: string }[], type: string) =>
    things.filter((thing) => thing.type === type).map(({ name }) => name);
  const goTo = (receptacle: string) => [`go to ${receptacle}`, `open ${receptacle}`];
  const fetched = objects.filter(({ type }) => type === goal.object);
  const endings =
    goal.kind === 'look'
      ? objects
          .filter(({ type }) => type === goal.lamp)
          .map((lamp) => () => lamp.in.flatMap((place) => [`go to ${place}`, `use ${lamp.name}`]))
      : namesOf(receptacles, goal.receptacle).map((target) => (object: string) => [
          ...(goal.treatment ? namesOf(receptacles, APPLIANCE[goal.treatment]) : []).flatMap((appliance) => [
            ...[`go to ${appliance}`, `${goal.treatment} ${object} with ${appliance}`],
          ]),
          ...goTo(target),
          `${world.wording} ${object} ${PREPOSITION[world.wording]} ${target}`,
        ]);
  for (const ending of endings) {
    let result = step(world, initialState(world), '');
    const made: string[] = [];
    for (const { name, in: places } of fetched)
      for (const command of [...places.flatMap((at) => [...goTo(at), `take ${name} from ${at}`]), ...ending(name)]) {
        if (result.won) return made;
        const next = step(world, result.state, command);
        if (next.observation === NOTHING_HAPPENS) continue;
        made.push(command);
        result = next;
      }
    if (result.won) return made;
  }
  return null;
}

function formatCommand({ wording }: HouseholdWorld, action: Action): string {
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

/** Lists the possible commands, sorted. */
export const admissibleCommands = (world: HouseholdWorld, state: HouseholdState): string[] =>
  possibleActions(world, state)
    .map((action) => formatCommand(world, action))
    .sort();
