/** @file Runs long jobs. A worker loads and runs the jobs of one file, whose name is the `part` given to `connect`. */
import { serve } from '../rpc/serve.ts';
import { JobHost } from './job-host.ts';

const files = {
  figures: async () => (await import('./figures.ts')).figureJobs,
  recording: async () => (await import('./recording.ts')).recordingJobs,
  models: async () => (await import('./models.ts')).modelJobs(),
  'model-export': async () => (await import('./model-export.ts')).modelExportJobs(),
  pretraining: async () => (await import('./pretraining.ts')).pretrainingJobs(),
};

export type JobFile = keyof typeof files;

/** Job table of a file, typed with each job's input, progress and result. */
export type Jobs<File extends JobFile> = { [One in JobFile]: Awaited<ReturnType<(typeof files)[One]>> }[File];

serve(async (file) => new JobHost(await files[file as JobFile]()));
