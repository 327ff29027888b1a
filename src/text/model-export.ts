/** @file The words of the panel that exports a model, in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import type { modelExport as english } from './en/model-export-panel.ts';
import { chosen } from './language.ts';

export const { modelExport } = await chosen<{ modelExport: AnyWording<typeof english> }>({
  en: () => import('./en/model-export-panel.ts'),
  zh: () => import('./zh/model-export-panel.ts'),
});
