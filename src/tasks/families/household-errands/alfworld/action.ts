/**
 * @file Commands as data: what `take mug 1 from desk 2` says. Names are resolved here, so an {@link Action}
 * refers to things that exist; `transition.ts` decides whether it is possible now.
 */
import { TREATMENTS, type HouseholdObject, type HouseholdWorld, type Receptacle, type Treatment } from './facts.ts';

export type Action =
  | { kind: 'look' | 'inventory' | 'help' }
  | { kind: 'go' | 'open' | 'close' | 'examine receptacle'; receptacle: Receptacle }
  | { kind: 'examine object' | 'use'; object: HouseholdObject }
  | { kind: 'take' | 'put' | Treatment; object: HouseholdObject; receptacle: Receptacle }
  | { kind: 'slice'; object: HouseholdObject; knife: HouseholdObject };

/** `left` and `right` of the first place where `separator` stands between two names that exist. */
function splitNames<Left, Right>(
  text: string,
  separator: string,
  lefts: ReadonlyMap<string, Left>,
  rights: ReadonlyMap<string, Right>,
): [Left, Right] | null {
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    const left = lefts.get(text.slice(0, at));
    const right = rights.get(text.slice(at + separator.length));
    if (left !== undefined && right !== undefined) return [left, right];
  }
  return null;
}

const isTreatment = (verb: string): verb is Treatment => (TREATMENTS as readonly string[]).includes(verb);

/** The longest command that is read: no names are this long. Characters. */
const MAX_COMMAND_LENGTH = 1000;

/** Reads a command, spaces around it aside. `null` when it has no known form or names something that is not there. */
export function parseCommand(world: HouseholdWorld, text: string): Action | null {
  if (text.length > MAX_COMMAND_LENGTH) return null;
  const command = text.trim();
  if (command === 'look' || command === 'inventory' || command === 'help') return { kind: command };
  const { receptacles, objects, wording } = world;
  if (command.startsWith('go to ')) {
    const receptacle = receptacles.get(command.slice('go to '.length));
    return receptacle ? { kind: 'go', receptacle } : null;
  }
  const space = command.indexOf(' ');
  if (space === -1) return null;
  const verb = command.slice(0, space);
  const rest = command.slice(space + 1);

  if (verb === 'open' || verb === 'close') {
    const receptacle = receptacles.get(rest);
    return receptacle ? { kind: verb, receptacle } : null;
  }
  if (verb === 'examine') {
    const receptacle = receptacles.get(rest);
    if (receptacle) return { kind: 'examine receptacle', receptacle };
    const object = objects.get(rest);
    return object ? { kind: 'examine object', object } : null;
  }
  if (verb === 'use') {
    const object = objects.get(rest);
    return object ? { kind: 'use', object } : null;
  }
  if (verb === 'slice') {
    const pair = splitNames(rest, ' with ', objects, objects);
    return pair ? { kind: 'slice', object: pair[0], knife: pair[1] } : null;
  }
  const onReceptacle = (kind: 'take' | 'put' | Treatment, separator: string): Action | null => {
    const pair = splitNames(rest, separator, objects, receptacles);
    return pair ? { kind, object: pair[0], receptacle: pair[1] } : null;
  };
  if (verb === 'take') return onReceptacle('take', ' from ');
  if (verb === wording) return onReceptacle('put', wording === 'move' ? ' to ' : ' in/on ');
  if (isTreatment(verb)) return onReceptacle(verb, ' with ');
  return null;
}
