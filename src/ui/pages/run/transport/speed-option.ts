/** @file Names a speed of the transport. */
import { text } from '../../../../text/text.ts';

/** @param stages per second; Infinity: as fast as possible; `story`: as fast as its captions can be read */
export function speedOption(stages: number | 'story'): string {
  const { speeds } = text.controls;
  if (stages === 'story') return speeds.story;
  if (stages === Infinity) return speeds.full;
  return stages < 1 ? speeds.slow : speeds.stages({ stages });
}
