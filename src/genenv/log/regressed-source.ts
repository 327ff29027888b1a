/** @file The sources whose tasks the environment may learn from, if they pass the filter. */
import type { TaskSource } from './events.ts';

/** True of what it wrote in this epoch, and of examples of base data. */
export const isRegressedOn = (source: TaskSource): boolean => source === 'environment' || source === 'example';
