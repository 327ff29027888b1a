/** @file The words of replays and of the recorded example. */
export const replay = {
  label: 'Recorded run',
  example: 'This is a recorded run.',
  begin: 'Now yours: start your own run',
  beginHint: 'Both models learn from scratch, here on your GPU.',
  stored: 'This is a recording: nothing is computed.',
  live: 'New run with these settings',
  noExample: (cause: string) => `The example cannot be shown: ${cause}`,
  watch: 'Watch the story',
  watchHint: 'The recorded run that comes with the page, from its first epoch on',
  back: 'Back to your run',
  status: {
    waiting: 'The rest of the recorded run is loading.',
    beginning: 'Replay: before the first epoch.',
    playing: (epoch: string, stage: string) => `Replay of epoch ${epoch}: ${stage}.`,
    paused: (epoch: string, stage: string) => `Replay paused in epoch ${epoch} after “${stage}”.`,
    end: (epochs: string) => `End of the replay: all ${epochs} recorded epochs are shown.`,
  },
} as const;
