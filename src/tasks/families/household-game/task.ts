/**
 * @file The task language of the household game: the goal, and after `in` the receptacles with what lies in each.
 *
 *     heat apple desk in shelf apple pen microwave desk drawer mug
 *
 * Six goals, as in ALFWorld: `put`, `clean`, `heat` and `cool` an object and leave it in a receptacle; `two` objects of a
 * kind in one receptacle; `light` an object: hold it where the lamp is on. The agent reads only which receptacles there
 * are; what lies in them it has to find out.
 */
import type {
  HouseholdFacts,
  HouseholdGoal,
  HouseholdObject,
  Treatment,
} from '../../../benchmarks/alfworld/world/facts.ts';
import type { ParsedTask } from '../../family.ts';
import { notATask } from '../../family-parts.ts';
import { OBJECTS } from '../household/world.ts';
import { wordsOf } from '../../text.ts';
import type { HouseholdGameReason } from './reasons.ts';
import { affordancesOf, CAN_CONTAIN, isOpenable, LAMP, receptacleType, RECEPTACLES } from './things.ts';

export const IN = 'in';
export const TREATMENT_GOALS: readonly Treatment[] = ['clean', 'heat', 'cool'];
export const PLACE_GOALS: readonly string[] = ['put', 'two', ...TREATMENT_GOALS];
export const LIGHT_GOAL = 'light';
export const MAX_RECEPTACLES = 6;
export const MAX_CONTENTS = 3;
/** Turns of an episode: enough to search six receptacles and still do what is asked. */
export const STEP_LIMIT = 16;

export interface Goal {
  /** One of `PLACE_GOALS`, or `LIGHT_GOAL`. */
  kind: string;
  object: string;
  /** Where the object is to be left; null for `light`. */
  target: string | null;
}

export interface Room {
  receptacle: string;
  contents: readonly string[];
}

export interface HouseholdGameTask {
  text: string;
  goal: Goal;
  rooms: readonly Room[];
}

export const writeGoal = ({ kind, object, target }: Goal): string =>
  [kind, object, ...(target === null ? [] : [target])].join(' ');

export const writeTask = (goal: Goal, rooms: readonly Room[]): string =>
  [writeGoal(goal), IN, ...rooms.map(({ receptacle, contents }) => [receptacle, ...contents].join(' '))].join(' ');

export const treatmentOf = (kind: string): Treatment | null =>
  TREATMENT_GOALS.find((treatment) => treatment === kind) ?? null;

type ReadGoal = { problem: HouseholdGameReason } | { problem: null; goal: Goal };

function readGoal(words: readonly string[]): ReadGoal {
  const refuse = (problem: HouseholdGameReason): ReadGoal => ({ problem });
  const [kind, object, target] = words;
  if (!kind) return refuse({ code: 'household-game/no-goal' });
  const places = PLACE_GOALS.includes(kind);
  if (!places && kind !== LIGHT_GOAL) return refuse({ code: 'household-game/unknown-goal', word: kind });
  if (words.length !== (places ? 3 : 2)) return refuse({ code: 'household-game/incomplete-goal', goal: kind });
  if (!OBJECTS.includes(object)) return refuse({ code: 'household-game/unknown-object', word: object });
  if (places && !RECEPTACLES.includes(target)) {
    return refuse({ code: 'household-game/unknown-receptacle', word: target });
  }
  return { problem: null, goal: { kind, object, target: places ? target : null } };
}

export function parseTask(text: string): ParsedTask<HouseholdGameTask, HouseholdGameReason> {
  const words = wordsOf(text);
  const at = words.indexOf(IN);
  if (at < 0) return notATask({ code: 'household-game/no-contents' });
  const read = readGoal(words.slice(0, at));
  if (read.problem !== null) return notATask(read.problem);
  const { goal } = read;
  const rooms: { receptacle: string; contents: string[] }[] = [];
  for (const word of words.slice(at + 1)) {
    const room = rooms.at(-1);
    if (RECEPTACLES.includes(word)) {
      if (rooms.some(({ receptacle }) => receptacle === word)) {
        return notATask({ code: 'household-game/repeated-receptacle', receptacle: word });
      }
      rooms.push({ receptacle: word, contents: [] });
    } else if (!OBJECTS.includes(word) && word !== LAMP) {
      return notATask({ code: 'household-game/unknown-thing', word });
    } else if (room === undefined) {
      return notATask({ code: 'household-game/object-nowhere', object: word });
    } else {
      room.contents.push(word);
    }
  }
  if (rooms.length === 0) return notATask({ code: 'household-game/no-receptacle' });
  if (rooms.length > MAX_RECEPTACLES) {
    return notATask({
      code: 'household-game/too-many-receptacles',
      receptacles: rooms.length,
      most: MAX_RECEPTACLES,
    });
  }
  const full = rooms.find(({ contents }) => contents.length > MAX_CONTENTS);
  if (full) {
    return notATask({ code: 'household-game/full-receptacle', receptacle: full.receptacle, most: MAX_CONTENTS });
  }
  return { ok: true, task: { text: writeTask(goal, rooms), goal, rooms } };
}

const worldGoal = (goal: Goal): HouseholdGoal =>
  goal.target === null
    ? { kind: 'look', object: goal.object, lamp: LAMP }
    : {
        kind: 'place',
        object: goal.object,
        receptacle: receptacleType(goal.target),
        treatment: treatmentOf(goal.kind),
        count: goal.kind === 'two' ? 2 : 1,
      };

/** The task as facts of the household world, things of a kind numbered as in ALFWorld. */
export function factsOf({ goal, rooms }: HouseholdGameTask): HouseholdFacts {
  const seen = new Map<string, number>();
  const objects = rooms.flatMap(({ receptacle, contents }) =>
    contents.map((type): HouseholdObject => {
      const number = (seen.get(type) ?? 0) + 1;
      seen.set(type, number);
      return {
        name: `${type} ${number}`,
        type,
        in: [receptacle],
        affordances: affordancesOf(type),
        container: false,
      };
    }),
  );
  return {
    receptacles: rooms.map(({ receptacle }) => ({
      name: receptacle,
      type: receptacleType(receptacle),
      location: receptacle,
      openable: isOpenable(receptacle),
      opened: false,
    })),
    objects,
    agentLocation: 'door',
    canContain: CAN_CONTAIN,
    goal: worldGoal(goal),
    task: writeGoal(goal),
  };
}
