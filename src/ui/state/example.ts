/**
 * @file Loads the recorded run that ships with the page, as two files. The build cuts the run's first epochs into the
 * first file, which is small enough for the first picture. The whole run loads while these epochs play.
 */
import type { Story } from '../../analysis/story-beats.ts';
import { checkJson } from '../../common/checked-line.ts';
import { CodedError } from '../../common/coded-error.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { LessonMoments } from '../../lessons/lesson.ts';
import type { JobStarter } from '../../../workers/jobs/job-thread.ts';
import type { Jobs } from '../../../workers/jobs/jobs.worker.ts';
import type { StoredRun } from '../../../workers/run/runs.ts';

/** File of the whole run, as `genenv export` writes it. */
export const EXAMPLE_FILE = 'example-run.zip';
/** File of the run's beginning: JSON of an `ExampleStart` with a checksum. `index.html` prefetches it. */
export const START_FILE = 'example-start.json';

/** Record of the whole run, its story, the epochs that lessons open (`moments`), and its first epochs in full. */
export interface ExampleStart extends StoredRun {
  story: Story;
  moments: LessonMoments;
}

export interface Example {
  /** Loads the start file. @throws CodedError if it cannot be loaded */
  start(): Promise<ExampleStart>;
  /** Loads the whole run. @throws CodedError if it cannot be loaded */
  load(): Promise<StoredRun>;
  /** Returns the events of one epoch. Call it after `load`. */
  readEpoch(epoch: number): Promise<readonly RunEvent[]>;
  /** False if the system asks for reduced motion. */
  playsByItself: boolean;
}

/** Fetches a file that comes with the page. @throws CodedError if it cannot be loaded */
export async function fetched(file: string): Promise<Response> {
  const response = await fetch(new URL(file, document.baseURI)).catch(() => {
    throw new CodedError('example-not-reached');
  });
  if (response.ok) return response;
  const { status } = response;
  throw new CodedError('example-not-loaded', { status });
}

/** Reads the text of the start file. @throws CodedError if the checksum is wrong */
export function readStart(text: string): ExampleStart {
  if (checkJson(text)) throw new CodedError('example-damaged');
  return JSON.parse(text) as ExampleStart;
}

/** Returns the example that ships with the page. @param jobs starts jobs in the worker that reads the whole file */
export const bundledExample = (jobs: JobStarter<Jobs<'recording'>>): Example => ({
  start: async () => readStart(await (await fetched(START_FILE)).text()),
  load: async () =>
    jobs.start('open-recording', { file: await (await fetched(EXAMPLE_FILE)).blob(), fileName: EXAMPLE_FILE }),
  readEpoch: (epoch) => jobs.start('recorded-epoch', epoch),
  playsByItself: !matchMedia('(prefers-reduced-motion: reduce)').matches,
});
