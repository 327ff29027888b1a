/** @file The words of the panel that exports a model, in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import { modelExport as english } from './en/model-export-panel.ts';

export const modelExport: AnyWording<typeof english> = english;
