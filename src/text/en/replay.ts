/** @file The words of replays and of the recorded example. */
import { counted } from '../../common/counted.ts';

export const replay = {
  label: 'Recorded run',
  example: 'This is a recorded run.',
  begin: 'Now yours: start your own run',
  beginHint: 'A run of your own begins, computed in this browser.',
  stored: 'This is a recording: nothing is computed.',
  live: 'New run with these settings',
  noExample: (cause: string) => `The example cannot be shown: ${cause}`,
  noMoment:
    'The recorded run has no epoch that shows what this lesson is about. Whoever hosts this page can record another run: scripts/make-example.ts.',
  watch: 'Watch the story',
  watchHint: 'The recorded run that comes with the page, from its first epoch on',
  back: 'Back to your run',
  status: {
    waiting: 'The rest of the recorded run is loading.',
    beginning: 'Replay: before the first epoch.',
    playing: (epoch: string, stage: string) => `Replay of epoch ${epoch}: ${stage}.`,
    paused: (epoch: string, stage: string) => `Replay paused in epoch ${epoch} after “${stage}”.`,
    end: (epochs: string) => `End of the replay: ${counted(epochs, 'recorded epoch')} shown.`,
  },
} as const;
