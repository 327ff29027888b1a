/**
 * @file Implements API-Bank's calendar. Every call belongs to the user of its token. Queries, changes and deletions
 * find an entry by content or time.
 */
import {
  field,
  overlaps,
  refuse,
  required,
  sameOutcome,
  sameResult,
  makeApi,
  succeeds,
  text,
  textField,
  timeOf,
  userOf,
  type Api,
  type Arguments,
  type World,
} from './api.ts';
import { type ApiResult, type Databases, type Json, sameJson } from '../call-text.ts';
import { strip } from '../../../common/plain-text.ts';

/** Makes a check of a call: the field `content` overlaps the gold call's, and `fields` and the outcome are equal. */
const similar =
  (content: string, fields: readonly string[], fold: (words: string) => string = (words) => words) =>
  (response: ApiResult, gold: ApiResult): boolean =>
    overlaps(fold(textField(response.input, content)), fold(textField(gold.input, content))) &&
    fields.every((name) => sameJson(field(response.input, name), field(gold.input, name))) &&
    sameOutcome(response, gold);

/** Compares successful deletions by `time`. A meeting has no `time`, so its successful deletion is never right. */
const sameDeletion = (response: ApiResult, gold: ApiResult): boolean =>
  gold.output === 'success' && response.output === 'success'
    ? sameJson(field(response.input, 'time'), field(gold.input, 'time'))
    : sameOutcome(response, gold);

type Entry<Table extends keyof Databases> = Databases[Table][string];

/** Finds the entry that a call is about. Refuses the call if the user has no such entry. */
type Find = (given: Arguments, world: World) => Json;

interface Entries {
  parameters: string;
  /** Checks a new entry before its user is looked up. */
  check: (given: Arguments) => void;
  find: Find;
  isCorrect?: Api['isCorrect'];
  isDeletionCorrect?: Api['isCorrect'];
}

const entryApis = (
  name: string,
  { parameters, check, find, isCorrect, isDeletionCorrect = sameDeletion }: Entries,
): Record<string, Api> => ({
  [`Add${name}`]: succeeds(
    parameters,
    (given, world) => {
      check(given);
      userOf(given, world);
    },
    isCorrect,
  ),
  [`Query${name}`]: makeApi(parameters, find, isCorrect),
  [`Modify${name}`]: succeeds(parameters, find, isCorrect),
  [`Delete${name}`]: succeeds(parameters, find, isDeletionCorrect),
});

/** Finds the first entry of the token's user that `matches` accepts. */
function findEntry<Row extends { username: string }>(
  table: Readonly<Record<string, Row>>,
  [given, world]: [Arguments, World],
  matches: (entry: Row) => boolean,
): Json | undefined {
  const user = userOf(given, world);
  return Object.values(table).find((entry) => entry.username === user && matches(entry)) as Json | undefined;
}

const optionalTime = (given: Arguments, name: string) => {
  if (given[name] !== '') timeOf(text(given, name));
};

const requireContent = (given: Arguments) => {
  timeOf(text(given, 'time'));
  required(given, 'content', 'Content should not be null');
};

const agendaEntry =
  (what: string): Find =>
  (given, world) => {
    optionalTime(given, 'time');
    const { content, time } = given;
    const isIt = (entry: Entry<'Agenda'>) => entry.content === content || entry.time === time;
    const found = findEntry(world.databases.Agenda, [given, world], isIt);
    if (found !== undefined) return found;
    if (content !== '') return refuse(`You have no ${what} about ${text(given, 'content')}`);
    return refuse(time !== '' ? `You have no ${what} at time : ${text(given, 'time')}` : 'Error');
  };

const alarmAt =
  (name: string, what: string): Find =>
  (given, world) => {
    timeOf(text(given, name));
    const found = findEntry(world.databases.Alarm, [given, world], ({ time }) => time === given[name]);
    return found ?? refuse(`You have no ${what} at time : ${text(given, name)}`);
  };

const meeting: Find = (given, world) => {
  optionalTime(given, 'start_time');
  optionalTime(given, 'end_time');
  const { meeting_topic: topic, start_time: start } = given;
  if (strip(text(given, 'meeting_topic')) === '' && start === '') {
    return refuse('Meeting Topic and start_time should not be null both');
  }
  const isIt = (entry: Entry<'Meeting'>) => entry.meeting_topic === topic || entry.start_time === start;
  const found = findEntry(world.databases.Meeting, [given, world], isIt);
  if (found !== undefined) return found;
  const [by, value] = topic !== '' ? ['about', 'meeting_topic'] : ['at time :', 'start_time'];
  return refuse(`You have no meeting ${by} ${text(given, value)}`);
};

const reminder: Find = (given, world) => {
  requireContent(given);
  const { content, time } = given;
  const isIt = (entry: Entry<'Reminder'>) => entry.content === content || entry.time === time;
  const found = findEntry(world.databases.Reminder, [given, world], isIt);
  return found ?? refuse(`You have no reminder about ${text(given, 'content')} or at time : ${text(given, 'time')}`);
};

const AGENDA = 'token content time location';

export const calendarApis: Record<string, Api> = {
  ...entryApis('Agenda', {
    parameters: AGENDA,
    check: requireContent,
    find: agendaEntry('agenda'),
    isCorrect: similar('content', ['time', 'location']),
  }),
  // The official message says "meeting" here.
  DeleteAgenda: succeeds(AGENDA, agendaEntry('meeting'), sameDeletion),
  ...entryApis('Alarm', {
    parameters: 'token time',
    check: (given) => timeOf(text(given, 'time')),
    find: alarmAt('time', 'alarm clock'),
    isDeletionCorrect: sameResult,
  }),
  ModifyAlarm: succeeds('token from_time to_time', (given, world) => {
    for (const name of ['from_time', 'to_time']) timeOf(text(given, name));
    alarmAt('from_time', 'agenda')(given, world);
  }),
  ...entryApis('Meeting', {
    parameters: 'token meeting_topic start_time end_time location attendees:list',
    check(given) {
      for (const name of ['start_time', 'end_time']) timeOf(text(given, name));
      required(given, 'meeting_topic', 'Meeting Topic should not be null');
    },
    find: meeting,
    isCorrect: similar('meeting_topic', ['token', 'start_time', 'end_time', 'location', 'attendees']),
  }),
  ...entryApis('Reminder', {
    parameters: 'token content time',
    check: requireContent,
    find: reminder,
    isCorrect: similar('content', ['time'], (words) => words.toLowerCase()),
  }),
};
