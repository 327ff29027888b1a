/** @file Plays a household with full knowledge of its facts. */
import { APPLIANCE, type HouseholdWorld, PREPOSITION } from '../facts.ts';
import { NOTHING_HAPPENS, step } from '../observation.ts';
import { initialState } from '../transition.ts';

/** Returns commands that win the game, or null if the oracle finds no such commands. */
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
