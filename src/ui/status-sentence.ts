/**
 * @file What is happening now, in one sentence.
 */
import * as format from './format.ts';
import type { Phase } from './run-page.svelte.ts';
import { lastStage, nextStage, type RunView } from './run-view.ts';
import { text } from './text.ts';

export interface Moment {
  phase: Phase;
  pausing: boolean;
  finished: boolean;
  view: RunView;
}

export function statusSentence({ phase, pausing, finished, view }: Moment): string {
  const words = text.status;
  if (phase === 'opening' || phase === 'loading') return words[phase];
  if (phase === 'reading') return view.started ? words.reading : words.noRun;
  const newest = view.epochs.at(-1);
  const over = lastStage(newest) === 'epoch-ended';
  const next = text.stages[nextStage(view)];
  if (phase === 'running') {
    if (!view.started) return words.starting;
    const epoch = format.count((newest?.epoch ?? 0) + (over || !newest ? 1 : 0));
    return (pausing ? words.pausing : words.running)(epoch, next.doing);
  }
  if (finished) return words.finished(format.count(newest?.epoch ?? 0));
  if (!newest) return words.ready;
  const epoch = format.count(newest.epoch);
  return over ? words.pausedBetween(epoch) : words.paused(epoch, next.name);
}
