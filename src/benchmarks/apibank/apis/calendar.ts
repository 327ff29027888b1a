/**
 * @file The calendar: agenda, alarms, meetings, reminders. Every call belongs to the user of its token; an entry is
 * found by its content or its time.
 */
import {
  ApiExceptionSignal,
  field,
  overlaps,
  requireTime,
  sameOutcome,
  sameResult,
  text,
  textField,
  userOf,
  type Api,
  type Arguments,
  type World,
} from './api.ts';
import { sameJson, type ApiResult, type Databases, type Json } from '../schema.ts';
import { strip } from '../../python/white-space.ts';

/** The contents overlap, the named fields are equal, and so is the outcome. */
const similar =
  (content: string, fields: readonly string[], fold: (words: string) => string = (words) => words) =>
  (response: ApiResult, gold: ApiResult): boolean =>
    overlaps(fold(textField(response.input, content)), fold(textField(gold.input, content))) &&
    fields.every((name) => sameJson(field(response.input, name), field(gold.input, name))) &&
    sameOutcome(response, gold);

const lower = (words: string) => words.toLowerCase();

/** Two deletions that succeed are judged by their time alone (meetings have none: KeyError, so never correct). */
const sameDeletion = (response: ApiResult, gold: ApiResult): boolean =>
  gold.output === 'success' && response.output === 'success'
    ? sameJson(field(response.input, 'time'), field(gold.input, 'time'))
    : sameOutcome(response, gold);

type Calendar = Databases['Agenda' | 'Alarm' | 'Meeting' | 'Reminder'];

/** The key of the user's first entry that `matches`. */
const findKey = <Table extends Calendar>(table: Table, user: string, matches: (entry: Table[string]) => boolean) =>
  Object.keys(table).find((key) => table[key].username === user && matches(table[key] as Table[string]));

const nextKey = (table: Calendar) => String(Math.max(-1, ...Object.keys(table).map(Number)) + 1);

const optionalTime = (given: Arguments, name: string) => {
  if (given[name] !== '') requireTime(text(given, name));
};

const AGENDA = { token: 'str', content: 'str', time: 'str', location: 'str' } as const;

function agendaKey(given: Arguments, { databases }: World, user: string, what: string): string {
  const { content, time } = given;
  const key = findKey(databases.Agenda, user, (entry) => entry.content === content || entry.time === time);
  if (key !== undefined) return key;
  if (content !== '') throw new ApiExceptionSignal(`You have no ${what} about ${text(given, 'content')}`);
  throw new ApiExceptionSignal(time !== '' ? `You have no ${what} at time : ${text(given, 'time')}` : 'Error');
}

const agendaEntry = (given: Arguments, username: string) => ({
  username,
  content: text(given, 'content'),
  time: text(given, 'time'),
  location: text(given, 'location'),
});

const agendaApis: Record<string, Api> = {
  AddAgenda: {
    parameters: AGENDA,
    run(given, world) {
      requireTime(text(given, 'time'));
      if (strip(text(given, 'content')) === '') throw new ApiExceptionSignal('Content should not be null');
      const table = world.databases.Agenda;
      table[Object.keys(table).length + 1] = agendaEntry(given, userOf(text(given, 'token'), world));
      return 'success';
    },
    isCorrect: similar('content', ['time', 'location']),
  },
  ModifyAgenda: {
    parameters: AGENDA,
    run(given, world) {
      optionalTime(given, 'time');
      const user = userOf(text(given, 'token'), world);
      world.databases.Agenda[agendaKey(given, world, user, 'agenda')] = agendaEntry(given, user);
      return 'success';
    },
    isCorrect: similar('content', ['time', 'location']),
  },
  QueryAgenda: {
    parameters: AGENDA,
    run(given, world) {
      optionalTime(given, 'time');
      const user = userOf(text(given, 'token'), world);
      return world.databases.Agenda[agendaKey(given, world, user, 'agenda')] as Json;
    },
    isCorrect: similar('content', ['time', 'location']),
  },
  DeleteAgenda: {
    parameters: AGENDA,
    run(given, world) {
      optionalTime(given, 'time');
      const user = userOf(text(given, 'token'), world);
      // The official message says "meeting" here.
      delete world.databases.Agenda[agendaKey(given, world, user, 'meeting')];
      return 'success';
    },
    isCorrect: sameDeletion,
  },
};

function alarmKey(given: Arguments, name: string, world: World, what: string): string {
  const user = userOf(text(given, 'token'), world);
  const key = findKey(world.databases.Alarm, user, (entry) => entry.time === given[name]);
  if (key === undefined) throw new ApiExceptionSignal(`You have no ${what} at time : ${text(given, name)}`);
  return key;
}

const alarmApis: Record<string, Api> = {
  AddAlarm: {
    parameters: { token: 'str', time: 'str' },
    run(given, world) {
      requireTime(text(given, 'time'));
      const username = userOf(text(given, 'token'), world);
      const table = world.databases.Alarm;
      table[Object.keys(table).length + 1] = { username, time: text(given, 'time') };
      return 'success';
    },
    isCorrect: sameResult,
  },
  QueryAlarm: {
    parameters: { token: 'str', time: 'str' },
    run(given, world) {
      requireTime(text(given, 'time'));
      return world.databases.Alarm[alarmKey(given, 'time', world, 'alarm clock')] as Json;
    },
    isCorrect: sameResult,
  },
  ModifyAlarm: {
    parameters: { token: 'str', from_time: 'str', to_time: 'str' },
    run(given, world) {
      requireTime(text(given, 'from_time'));
      requireTime(text(given, 'to_time'));
      world.databases.Alarm[alarmKey(given, 'from_time', world, 'agenda')].time = text(given, 'to_time');
      return 'success';
    },
    isCorrect: sameResult,
  },
  DeleteAlarm: {
    parameters: { token: 'str', time: 'str' },
    run(given, world) {
      requireTime(text(given, 'time'));
      delete world.databases.Alarm[alarmKey(given, 'time', world, 'alarm clock')];
      return 'success';
    },
    isCorrect: sameResult,
  },
};

const MEETING: Api['parameters'] = {
  token: 'str',
  meeting_topic: 'str',
  start_time: 'str',
  end_time: 'str',
  location: 'str',
  attendees: 'list',
};

const sameMeeting = similar('meeting_topic', ['token', 'start_time', 'end_time', 'location', 'attendees']);

function meetingKey(given: Arguments, world: World): string {
  optionalTime(given, 'start_time');
  optionalTime(given, 'end_time');
  const { meeting_topic: topic, start_time: start } = given;
  if (strip(text(given, 'meeting_topic')) === '' && start === '') {
    throw new ApiExceptionSignal('Meeting Topic and start_time should not be null both');
  }
  const user = userOf(text(given, 'token'), world);
  const isIt = (entry: Databases['Meeting'][string]) => entry.meeting_topic === topic || entry.start_time === start;
  const key = findKey(world.databases.Meeting, user, isIt);
  if (key !== undefined) return key;
  throw new ApiExceptionSignal(
    topic !== ''
      ? `You have no meeting about ${text(given, 'meeting_topic')}`
      : `You have no meeting at time : ${text(given, 'start_time')}`,
  );
}

const meetingApis: Record<string, Api> = {
  AddMeeting: {
    parameters: MEETING,
    run(given, world) {
      requireTime(text(given, 'start_time'));
      requireTime(text(given, 'end_time'));
      if (strip(text(given, 'meeting_topic')) === '') throw new ApiExceptionSignal('Meeting Topic should not be null');
      const username = userOf(text(given, 'token'), world);
      world.databases.Meeting[nextKey(world.databases.Meeting)] = {
        username,
        meeting_topic: text(given, 'meeting_topic'),
        start_time: text(given, 'start_time'),
        end_time: text(given, 'end_time'),
        location: text(given, 'location'),
        attendees: given.attendees,
      };
      return 'success';
    },
    isCorrect: sameMeeting,
  },
  QueryMeeting: {
    parameters: MEETING,
    run: (given, world) => world.databases.Meeting[meetingKey(given, world)] as Json,
    isCorrect: sameMeeting,
  },
  ModifyMeeting: {
    parameters: MEETING,
    run(given, world) {
      const meeting = world.databases.Meeting[meetingKey(given, world)];
      if (given.meeting_topic !== '') meeting.meeting_topic = text(given, 'meeting_topic');
      if (given.start_time !== '') {
        meeting.start_time = text(given, 'start_time');
        meeting.end_time = text(given, 'end_time');
      }
      return 'success';
    },
    isCorrect: sameMeeting,
  },
  DeleteMeeting: {
    parameters: MEETING,
    run(given, world) {
      delete world.databases.Meeting[meetingKey(given, world)];
      return 'success';
    },
    isCorrect: sameDeletion,
  },
};

const REMINDER = { token: 'str', content: 'str', time: 'str' } as const;
const sameReminder = similar('content', ['time'], lower);

function reminderKey(given: Arguments, world: World): string {
  requireContent(given);
  const user = userOf(text(given, 'token'), world);
  const { content, time } = given;
  const key = findKey(world.databases.Reminder, user, (entry) => entry.content === content || entry.time === time);
  if (key !== undefined) return key;
  throw new ApiExceptionSignal(
    `You have no reminder about ${text(given, 'content')} or at time : ${text(given, 'time')}`,
  );
}

function requireContent(given: Arguments): void {
  requireTime(text(given, 'time'));
  if (strip(text(given, 'content')) === '') throw new ApiExceptionSignal('Content should not be null');
}

const reminderApis: Record<string, Api> = {
  AddReminder: {
    parameters: REMINDER,
    run(given, world) {
      requireContent(given);
      const username = userOf(text(given, 'token'), world);
      const table = world.databases.Reminder;
      table[nextKey(table)] = { username, content: text(given, 'content'), time: text(given, 'time') };
      return 'success';
    },
    isCorrect: sameReminder,
  },
  QueryReminder: {
    parameters: REMINDER,
    run: (given, world) => world.databases.Reminder[reminderKey(given, world)] as Json,
    isCorrect: sameReminder,
  },
  ModifyReminder: {
    parameters: REMINDER,
    run(given, world) {
      const reminder = world.databases.Reminder[reminderKey(given, world)];
      reminder.content = text(given, 'content');
      reminder.time = text(given, 'time');
      return 'success';
    },
    isCorrect: sameReminder,
  },
  DeleteReminder: {
    parameters: REMINDER,
    run(given, world) {
      delete world.databases.Reminder[reminderKey(given, world)];
      return 'success';
    },
    isCorrect: sameDeletion,
  },
};

export const calendarApis: Record<string, Api> = { ...agendaApis, ...alarmApis, ...meetingApis, ...reminderApis };
