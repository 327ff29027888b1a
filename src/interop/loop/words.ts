/** @file The words of the round loop's folder. */
import type { Settings } from '../../genenv/settings/settings.ts';

export interface LoopWords {
  /** README.md of the folder. */
  readme(settings: Settings): string;
}
