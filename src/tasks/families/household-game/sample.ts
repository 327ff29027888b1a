/**
 * @file The true generator of the household game: a goal and a household of a given shape, written in the order in which
 * a solution meets things.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
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
import { allowsTreatment, applianceFor, isOpenable, LAMP, mayLieIn, OPEN_RECEPTACLES, RECEPTACLES } from './things.ts';

const FEWEST_RECEPTACLES = 4;
const MOST_DISTRACTORS = 3;
/** The share of households with a lamp that is not needed. */
const LAMP_SHARE = 1 / 4;

/** The properties of a task that decide its level. */
export interface Shape {
  kind: string;
  /** How many of the places that hold the object, or are the target, are closed. */
  opened: number;
  /** Whether the household has as many receptacles as there can be. */
  large: boolean;
}

export const GOAL_KINDS: readonly string[] = [...PLACE_GOALS, LIGHT_GOAL];
const sourcesOf = (kind: string): number => (kind === 'two' ? 2 : 1);

/** Every shape there is. */
export const SHAPES: readonly Shape[] = GOAL_KINDS.flatMap((kind) => {
  const places = sourcesOf(kind) + (kind === LIGHT_GOAL ? 0 : 1);
  return Array.from({ length: places + 1 }, (_, opened) =>
    [false, true].map((large) => ({ kind, opened, large })),
  ).flat();
});

function drawObject(kind: string, random: RandomStream): string {
  const treatment = treatmentOf(kind);
  return random.choice(OBJECTS.filter((word) => treatment === null || allowsTreatment(word, treatment)));
}

/** Where an object may be brought. */
function targetsFor(kind: string, object: string): string[] {
  const treatment = treatmentOf(kind);
  const appliance = treatment === null ? null : applianceFor(treatment);
  return RECEPTACLES.filter((word) => word !== appliance && mayLieIn(object, word));
}

/** A goal, uniform over the kinds, with an object that allows it and a target that may hold the object. */
export function drawGoal(random: RandomStream): Goal {
  const kind = random.choice(GOAL_KINDS);
  const object = drawObject(kind, random);
  return { kind, object, target: kind === LIGHT_GOAL ? null : random.choice(targetsFor(kind, object)) };
}

/** A task text of a shape. */
export function drawTask({ kind, opened, large }: Shape, random: RandomStream): string {
  const object = drawObject(kind, random);
  const places = random.shuffle(
    Array.from({ length: sourcesOf(kind) + (kind === LIGHT_GOAL ? 0 : 1) }, (_, i) => i < opened),
  );
  const closed = places.slice(0, sourcesOf(kind));
  const target =
    kind === LIGHT_GOAL
      ? null
      : random.choice(targetsFor(kind, object).filter((word) => isOpenable(word) === places.at(-1)));
  const contents = new Map<string, string[]>();
  for (const isClosed of closed) {
    const free = RECEPTACLES.filter((word) => word !== target && !contents.has(word) && mayLieIn(object, word));
    contents.set(random.choice(free.filter((word) => isOpenable(word) === isClosed)), [object]);
  }
  const treatment = treatmentOf(kind);
  const needed = [
    ...(treatment === null ? [] : [applianceFor(treatment)]),
    ...(target === null ? [] : [target]),
    // A lamp stands in the open.
    ...(kind === LIGHT_GOAL ? [random.choice(OPEN_RECEPTACLES)] : []),
  ];
  const count = large ? MAX_RECEPTACLES : FEWEST_RECEPTACLES + random.integer(MAX_RECEPTACLES - FEWEST_RECEPTACLES);
  for (const receptacle of [...needed, ...random.shuffle(RECEPTACLES)]) {
    const wanted = needed.includes(receptacle) || contents.size < count;
    if (wanted && !contents.has(receptacle)) contents.set(receptacle, []);
  }
  const place = (thing: string, receptacles: readonly string[]): void => {
    const fitting = receptacles.filter((word) => mayLieIn(thing, word) && contents.get(word)!.length < MAX_CONTENTS);
    if (fitting.length > 0) contents.get(random.choice(fitting))!.push(thing);
  };
  const receptacles = [...contents.keys()];
  const lamp = kind === LIGHT_GOAL || random.next() < LAMP_SHARE;
  if (lamp)
    place(
      LAMP,
      receptacles.filter((word) => OPEN_RECEPTACLES.includes(word)),
    );
  const distractors = OBJECTS.filter((word) => word !== object);
  for (const distractor of random.sample(distractors, 1 + random.integer(MOST_DISTRACTORS)))
    place(distractor, receptacles);
  const rooms = [...contents].map(([receptacle, things]): Room => ({ receptacle, contents: things }));
  return writeTask({ kind, object, target }, rooms);
}
