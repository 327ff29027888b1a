/** @file The present activity in one sentence. */
import { formatCount } from '../../shared/format.ts';
import type { RunPlayer } from '../../state/run-player.svelte.ts';
import { epochToShow, lastStage, nextStage } from '../../../analysis/run-view.ts';
import { text } from '../../../text/text.ts';

export type Moment = Pick<RunPlayer, 'kind' | 'phase' | 'pausing' | 'waiting' | 'finished' | 'view'>;

/** @param fromLevels whether the open run is to start from drawn levels */
export const statusSentence = (moment: Moment, fromLevels = false): string =>
  moment.kind === 'live' ? ofRun(moment, fromLevels) : ofReplay(moment);

function ofReplay({ phase, waiting, finished, view }: Moment): string {
  const words = text.replay.status;
  if (waiting) return words.waiting;
  const newest = epochToShow(view);
  const stage = lastStage(newest);
  if (!newest || !stage) return words.beginning;
  const epoch = formatCount(newest.epoch);
  if (finished) return words.end({ epochs: newest.epoch });
  return (phase === 'running' ? words.playing : words.paused)({ epoch, stage: text.stages[stage].name });
}

function ofRun({ phase, pausing, finished, view }: Moment, fromLevels: boolean): string {
  const words = text.status;
  if (phase === 'opening' || phase === 'loading') return words[phase];
  if (phase === 'reading') return view.started ? words.reading : words.noRun;
  const newest = view.epochs.at(-1);
  const over = lastStage(newest) === 'epoch-ended';
  const next = text.stages[nextStage(view)];
  if (phase === 'running') {
    if (!view.started) return fromLevels ? words.startingFromLevels : words.starting;
    const epoch = formatCount((newest?.epoch ?? 0) + (over || !newest ? 1 : 0));
    return (pausing ? words.pausing : words.running)({ epoch, doing: next.doing });
  }
  if (finished) return words.finished({ epochs: newest?.epoch ?? 0 });
  if (!newest) return words.ready;
  const epoch = formatCount(newest.epoch);
  return over ? words.pausedBetween({ epoch }) : words.paused({ epoch, next: next.name });
}
