/** @file The words of the machine part in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type { machine as english } from './en/machine.ts';
import { chosen } from './language.ts';

export const { machine: machineText } = await chosen<{ machine: AnyWording<typeof english> }>({
  en: () => import('./en/machine.ts'),
  zh: () => import('./zh/machine.ts'),
});
