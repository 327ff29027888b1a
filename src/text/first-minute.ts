/** @file The words of the first minute: its component is loaded when there is a recorded run to tell. */
import type { AnyWording } from './any-wording.ts';
import { firstMinute as english } from './en/first-minute.ts';

export const firstMinute: AnyWording<typeof english> = english;
