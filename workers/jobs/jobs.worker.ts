/** @file Runs long jobs. A worker loads and runs the jobs of one file, which `connect` names as the worker's part. */
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

/** Maps names to the jobs of a file. The input, the progress and the result of each are in its own type. */
export type Jobs<File extends JobFile> = { [One in JobFile]: Awaited<ReturnType<(typeof files)[One]>> }[File];

serve(async (file) => new JobHost(await files[file as JobFile]()));
