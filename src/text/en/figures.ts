/** @file Words of the figures page. */
import { missingAblations } from './figure-words.ts';
import { counted } from '../../common/counted.ts';

export const figures = {
  title: 'The paper’s figures, from runs',
  about:
    'Each figure of the paper at toy scale, drawn from the runs of a sweep, from runs of this page, or from the recorded results. The SVG and the CSV hold the settings and seeds they were made from: the SVG in its metadata, the CSV above its rows. The PNG is a plain picture.',
  source: 'Runs',
  sweeps: 'Sweeps',
  single: 'Single runs of this page',
  ownFamilies: 'Table 1: all of these sweeps, by family',
  recorded: 'Recorded results (docs/results.md)',
  families: 'Table 1: the families one by one',
  sweepOption: (name: string, finished: string) => `${name} (${counted(finished, 'run')})`,
  choose: 'Runs of this page',
  chosen: (name: string, epochs: string) => `${name} · ${counted(epochs, 'epoch')}`,
  axis: 'Horizontal axis of learning curves',
  noFamilies:
    'None of these runs belongs in Table 1, which takes runs of the presets that have one family alone, without changes to their settings.',
  noneChosen: 'Choose at least one run.',
  drawing: 'Drawing the figures.',
  files: (title: string) => `Files of “${title}”`,
  noPng: (cause: string) => `The PNG could not be made (${cause}). Take the SVG: every drawing program opens it.`,
  missingAblations,
  refresh: 'Read the runs again',
} as const;
