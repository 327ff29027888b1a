/** @file The smart home: scenes and timed switches. */
import {
  ApiExceptionSignal,
  TIME,
  dated,
  field,
  lowered,
  requireDate,
  sameOnceNormalised,
  text,
  type Api,
} from './api.ts';
import { sameJson, type Json } from '../schema.ts';
import { strip } from '../../python/white-space.ts';

export const homeApis: Record<string, Api> = {
  QueryScene: {
    parameters: { name: 'str' },
    run(given, { databases }) {
      const name = strip(text(given, 'name')).toLowerCase();
      if (name === '') throw new ApiExceptionSignal('Scene name cannot be empty.');
      if (!Object.hasOwn(databases.Scenes, name)) throw new ApiExceptionSignal('Scene not found.');
      return databases.Scenes[name] as Json;
    },
    isCorrect: sameOnceNormalised(lowered('name')),
  },

  DeleteScene: {
    parameters: { name: 'str' },
    run(given, { databases }) {
      const name = strip(text(given, 'name')).toLowerCase();
      if (name === '') throw new ApiExceptionSignal('Scene name cannot be empty.');
      if (!Object.hasOwn(databases.Scenes, name)) throw new ApiExceptionSignal('The scene does not exist.');
      delete databases.Scenes[name];
      return 'success';
    },
    isCorrect: sameOnceNormalised(lowered('name')),
  },

  TimedSwitch: {
    parameters: { name: 'str', time: 'str', on: 'bool' },
    run(given, { databases }) {
      const name = strip(text(given, 'name')).toLowerCase();
      if (name === '') throw new ApiExceptionSignal('Name cannot be empty.');
      const time = requireDate(text(given, 'time'), TIME);
      const on = given.on === true;
      const switches = Object.hasOwn(databases.TimeSwitch, name) ? databases.TimeSwitch[name] : [];
      databases.TimeSwitch[name] = switches;
      const present = switches.find((entry) => entry.time === time);
      if (present === undefined) switches.push({ time, on });
      else present.on = on;
      return 'success';
    },
    isCorrect: (response, gold) =>
      sameOnceNormalised(lowered('name'), dated('time', TIME))(response, gold) &&
      sameJson(field(response.input, 'on'), field(gold.input, 'on')),
  },

  CancelTimedSwitch: {
    parameters: { name: 'str', time: 'str' },
    run(given, { databases }) {
      const name = strip(text(given, 'name')).toLowerCase();
      if (name === '') throw new ApiExceptionSignal('name cannot be empty.');
      const time = requireDate(text(given, 'time'), TIME);
      if (!Object.hasOwn(databases.TimeSwitch, name)) throw new ApiExceptionSignal('device name does not exist.');
      const index = databases.TimeSwitch[name].findIndex((entry) => entry.time === time);
      if (index === -1) throw new ApiExceptionSignal('time does not exist.');
      databases.TimeSwitch[name].splice(index, 1);
      return 'success';
    },
    isCorrect: sameOnceNormalised(lowered('name'), dated('time', TIME)),
  },
};
