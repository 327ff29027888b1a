/** @file The smart home: scenes and timed switches. */
import {
  TIME,
  dated,
  field,
  lowered,
  refuse,
  required,
  requireDate,
  rowOf,
  sameOnceNormalised,
  succeeds,
  text,
  type Api,
  type Arguments,
  type World,
} from './api.ts';
import { sameJson, type Json } from '../schema.ts';

const NAME = { name: 'str' } as const;
const isNameCorrect = sameOnceNormalised(lowered('name'));
const isSwitchCorrect = sameOnceNormalised(lowered('name'), dated('time', TIME));

const scene =
  (missing: string) =>
  (given: Arguments, { databases }: World) =>
    rowOf(databases.Scenes, required(given, 'name', 'Scene name cannot be empty.').toLowerCase(), missing) as Json;

export const homeApis: Record<string, Api> = {
  QueryScene: { parameters: NAME, run: scene('Scene not found.'), isCorrect: isNameCorrect },
  DeleteScene: succeeds(NAME, scene('The scene does not exist.'), isNameCorrect),

  TimedSwitch: succeeds(
    { ...NAME, time: 'str', on: 'bool' },
    (given) => {
      required(given, 'name', 'Name cannot be empty.');
      requireDate(text(given, 'time'), TIME);
    },
    (response, gold) =>
      isSwitchCorrect(response, gold) && sameJson(field(response.input, 'on'), field(gold.input, 'on')),
  ),

  CancelTimedSwitch: succeeds(
    { ...NAME, time: 'str' },
    (given, { databases }) => {
      const name = required(given, 'name', 'name cannot be empty.').toLowerCase();
      const time = requireDate(text(given, 'time'), TIME);
      const switches = rowOf(databases.TimeSwitch, name, 'device name does not exist.');
      if (!switches.some((entry) => entry.time === time)) refuse('time does not exist.');
    },
    isSwitchCorrect,
  ),
};
