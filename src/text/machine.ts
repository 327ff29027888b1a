/** @file The words of the machine part in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import { machine } from './en/machine.ts';

export const machineText: AnyWording<typeof machine> = machine;
