/** @file The words of the first minute, apart from the others: they tell the recorded run alone. */
import type { AnyWording } from './any-wording.ts';
import type { firstMinute as english } from './en/first-minute.ts';
import { chosen } from './language.ts';

export const { firstMinute } = await chosen<{ firstMinute: AnyWording<typeof english> }>({
  en: () => import('./en/first-minute.ts'),
  zh: () => import('./zh/first-minute.ts'),
});
