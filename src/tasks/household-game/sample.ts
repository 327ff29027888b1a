/**
 * @file The true generator of the household game: a goal, then a household in which it can mostly be reached, written in
 * the order in which a solution meets things.
 */
import type { RandomStream } from '../../tensor/random.ts';
import { OBJECTS } from '../household/world.ts';
import {
  type Goal,
  LIGHT_GOAL,
  MAX_CONTENTS,
  MAX_RECEPTACLES,
  PLACE_GOALS,
  type Room,
  treatmentOf,
  writeTask,
} from './task.ts';
import { allowsTreatment, applianceFor, LAMP, mayLieIn, OPEN_RECEPTACLES, RECEPTACLES } from './things.ts';

const FEWEST_RECEPTACLES = 4;
const MOST_STRANGERS = 3;
/** How often a household has a lamp that is not needed. */
const LAMP_SHARE = 1 / 4;

/** A goal, uniform over the kinds, with an object that allows it and a target that may hold the object. */
export function drawGoal(random: RandomStream): Goal {
  const kind = random.choice([...PLACE_GOALS, LIGHT_GOAL]);
  const treatment = treatmentOf({ kind, object: '', target: null });
  const object = random.choice(OBJECTS.filter((word) => treatment === null || allowsTreatment(word, treatment)));
  if (kind === LIGHT_GOAL) return { kind, object, target: null };
  const appliance = treatment === null ? null : applianceFor(treatment);
  const targets = RECEPTACLES.filter((word) => word !== appliance && mayLieIn(object, word));
  return { kind, object, target: random.choice(targets) };
}

/** A task text. */
export function drawTask(random: RandomStream): string {
  const goal = drawGoal(random);
  const treatment = treatmentOf(goal);
  const fixed = [
    ...(treatment === null ? [] : [applianceFor(treatment)]),
    ...(goal.target === null ? [] : [goal.target]),
  ];
  const free = random.shuffle(RECEPTACLES.filter((word) => !fixed.includes(word)));
  const count = FEWEST_RECEPTACLES + random.integer(MAX_RECEPTACLES - FEWEST_RECEPTACLES + 1);
  const contents = new Map<string, string[]>(
    [...free.slice(0, Math.max(1, count - fixed.length)), ...fixed].map((word) => [word, []]),
  );
  const place = (object: string, receptacles: readonly string[]): void => {
    const fitting = receptacles.filter((word) => mayLieIn(object, word) && contents.get(word)!.length < MAX_CONTENTS);
    if (fitting.length > 0) contents.get(random.choice(fitting))!.push(object);
  };
  const receptacles = [...contents.keys()];
  const sources = receptacles.filter((word) => word !== goal.target);
  for (let i = 0; i < (goal.kind === 'two' ? 2 : 1); i++) place(goal.object, sources);
  const lamp = goal.kind === LIGHT_GOAL || random.next() < LAMP_SHARE;
  if (lamp)
    place(
      LAMP,
      receptacles.filter((word) => OPEN_RECEPTACLES.includes(word)),
    );
  const strangers = OBJECTS.filter((word) => word !== goal.object);
  for (const stranger of random.sample(strangers, 1 + random.integer(MOST_STRANGERS))) place(stranger, receptacles);
  const rooms = [...contents].map(([receptacle, things]): Room => ({ receptacle, contents: things }));
  const holdsObject = ({ contents: things }: Room): boolean => things.includes(goal.object);
  return writeTask(goal, [...rooms.filter(holdsObject), ...rooms.filter((room) => !holdsObject(room))]);
}
