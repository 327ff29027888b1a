/** @file The words of an exported model in the language chosen: its card, and what the check of an export found. */
import type { ModelExportWords } from '../interop/models/words.ts';
import { chosen } from './language.ts';

export const { modelExportWords } = await chosen<{ modelExportWords: ModelExportWords }>({
  en: () => import('./en/model-export.ts'),
  zh: () => import('./zh/model-export.ts'),
});
