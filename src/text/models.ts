/** @file The words of the models page in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type { models as english } from './en/models.ts';
import { chosen } from './language.ts';

export const { models: modelsText } = await chosen<{ models: AnyWording<typeof english> }>({
  en: () => import('./en/models.ts'),
  zh: () => import('./zh/models.ts'),
});
