/** @file Why an answer to a benchmark is right or wrong, in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type * as english from './en/benchmark-reasons.ts';
import { chosen } from './language.ts';

export const { reasonSentence: benchmarkReasonSentence } = await chosen<
  Pick<AnyWording<typeof english>, 'reasonSentence'>
>({
  en: () => import('./en/benchmark-reasons.ts'),
  zh: () => import('./zh/benchmark-reasons.ts'),
});
