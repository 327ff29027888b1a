/**
 * @file Turns published transcripts of games (the demonstrations of ReAct, arXiv 2210.03629) into households. The games
 * are not published. So a household consists of what the player saw: the first place of each thing, the receptacles
 * with doors, and the receptacles that share a place.
 */
import type {
  Affordance,
  HouseholdFacts,
  HouseholdGoal,
  Receptacle,
} from '../../../tasks/families/household-errands/alfworld/facts.ts';
import type { AlfworldItem } from '../problem.ts';

export interface Transcript {
  receptacles: string[];
  task: string;
  turns: { command: string; observation: string }[];
}

/** Reads the transcript's text without the player's thoughts, which the world never sees. */
export function readTranscript(text: string): Transcript {
  const [room, task, ...rest] = text.split('\n').map((line) => line.trim());
  const turns: Transcript['turns'] = [];
  for (const line of rest) {
    if (line.startsWith('>')) turns.push({ command: line.slice(1).trim(), observation: '' });
    else if (turns.length > 0 && turns[turns.length - 1].observation === '') {
      turns[turns.length - 1].observation = line;
    }
  }
  return {
    receptacles: listedNames(room.slice(room.indexOf('you see'))),
    task: task.replace('Your task is to: ', '').replace(/\.$/, ''),
    turns: turns.filter(({ command }) => !command.startsWith('think:')),
  };
}

/** Finds the names in "a cup 1, a mug 2, and a plate 1". */
const listedNames = (text: string): string[] => [...text.matchAll(/\ba (\w+ \d+)/g)].map(([, name]) => name);

const typeOf = (name: string) => name.split(' ')[0];
const numberOf = (name: string) => Number(name.split(' ')[1]);

/** Patterns of the six kinds of task, each with a function that makes the goal. */
const TASK_WORDINGS: [RegExp, (match: Record<string, string>) => HouseholdGoal][] = [
  [/^(?:look at|examine the) (?<object>\w+) (?:under|with) the (?<lamp>\w+)$/, look],
  [/^(?:put|find) two (?<object>\w+) (?:in|and put them in) (?<place>\w+)$/, place(null, 2)],
  [/^(?:put a clean|clean some) (?<object>\w+) (?:in|and put it in) (?<place>\w+)$/, place('clean')],
  [/^(?:put a hot|heat some) (?<object>\w+) (?:in|and put it in) (?<place>\w+)$/, place('heat')],
  [/^(?:put a cool|cool some) (?<object>\w+) (?:in|and put it in) (?<place>\w+)$/, place('cool')],
  [/^(?:put|find) (?:a|some) (?<object>\w+) (?:in|on|and put it in) (?<place>\w+)$/, place(null)],
];

function look({ object, lamp }: Record<string, string>): HouseholdGoal {
  return { kind: 'look', object, lamp };
}

function place(treatment: Extract<HouseholdGoal, { kind: 'place' }>['treatment'], count: 1 | 2 = 1) {
  return ({ object, place: receptacle }: Record<string, string>): HouseholdGoal => ({
    kind: 'place',
    object,
    receptacle,
    treatment,
    count,
  });
}

/**
 * Returns the goal that a task's wording states.
 * @throws Error if no kind of task has this wording
 */
export function goalOfTask(task: string): HouseholdGoal {
  for (const [wording, goal] of TASK_WORDINGS) {
    const groups = wording.exec(task)?.groups;
    if (groups) return goal(groups);
  }
  throw new Error(`No task is worded "${task}".`);
}

export function affordancesByType(games: readonly AlfworldItem[]): Map<string, Set<Affordance>> {
  const byType = new Map<string, Set<Affordance>>();
  for (const { type, affordances } of games.flatMap(({ facts }) => facts.objects)) {
    const known = byType.get(type) ?? new Set();
    byType.set(type, new Set([...known, ...affordances]));
  }
  return byType;
}

/** Makes the household in a transcript. A receptacle that the player did not look at is empty and has no door. */
export function factsOfTranscript(
  { receptacles, task, turns }: Transcript,
  affordances: ReadonlyMap<string, ReadonlySet<Affordance>>,
  canContain: HouseholdFacts['canContain'],
): HouseholdFacts {
  const rooms = new Map(receptacles.map((name) => [name, { name, location: name, openable: false }]));
  const sighted = new Map<string, string>();
  for (const { observation } of turns) {
    const facing = /^You are facing the (.*)\. Next/.exec(observation)?.[1];
    const together = facing?.match(/\w+ \d+/g) ?? [];
    for (const name of together) Object.assign(rooms.get(name) ?? {}, { location: together[0] });
    const view = /(?:On the|The) (\w+ \d+)(, you see| is open\. In it, you see| is closed)(.*)$/.exec(observation);
    const room = rooms.get(view?.[1] ?? '');
    if (!view || !room) continue;
    if (!view[2].startsWith(',')) room.openable = true;
    for (const name of listedNames(view[3])) if (!sighted.has(name)) sighted.set(name, room.name);
  }
  return {
    receptacles: [...rooms.values()].map((room): Receptacle => ({ ...room, type: typeOf(room.name), opened: false })),
    objects: [...sighted]
      .map(([name, room]) => ({
        name,
        type: typeOf(name),
        in: [room],
        affordances: affordances.get(typeOf(name)) ?? new Set<Affordance>(),
        container: false,
      }))
      .sort((a, b) => a.type.localeCompare(b.type, 'en') || numberOf(b.name) - numberOf(a.name)),
    agentLocation: 'middle of the room',
    canContain,
    goal: goalOfTask(task),
    task,
  };
}
