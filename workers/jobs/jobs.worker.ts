/** @file Runs long jobs. Each worker loads only the code of the jobs that it is asked for. */
import { onceOpened } from '../../src/common/once.ts';
import { serve } from '../rpc/serve.ts';
import { JobHost } from './job-host.ts';

const figures = async () => (await import('./figures.ts')).figureJobs;
const recording = async () => (await import('./recording.ts')).recordingJobs;
const models = onceOpened(async () => (await import('./models.ts')).modelJobs());
const modelExport = onceOpened(async () => (await import('./model-export.ts')).modelExportJobs());
const pretraining = onceOpened(async () => (await import('./pretraining.ts')).pretrainingJobs());
const scoring = onceOpened(async () => (await import('./scoring.ts')).scoringJobs());
const sweeps = onceOpened(async () => (await import('./sweeps.ts')).sweepJobs());

type In<Load extends () => Promise<unknown>> = Awaited<ReturnType<Load>>;

/** All jobs by name. The input, the progress and the result of each are in its own type. */
export type Jobs = In<typeof figures> &
  In<typeof recording> &
  In<typeof models> &
  In<typeof modelExport> &
  In<typeof pretraining> &
  In<typeof scoring> &
  In<typeof sweeps>;

const load: { [Name in keyof Jobs]: () => Promise<Pick<Jobs, Name>> } = {
  'draw-figures': figures,
  'draw-families': figures,
  'recorded-results': figures,
  'draw-overlay': figures,
  'read-run-files': figures,
  'draw-class': figures,
  'sweep-report': figures,
  'arms-matrix': figures,
  'draw-theorem-1': figures,
  'draw-proposition-1': figures,
  'open-recording': recording,
  'recorded-epoch': recording,
  'shipped-models': models,
  'stored-models': models,
  'add-model': models,
  'download-model': models,
  'resume-download': models,
  'remove-model': models,
  'export-model': modelExport,
  'plan-pair': pretraining,
  'pair-tokens': pretraining,
  'pretrain-model': pretraining,
  'prepare-checkpoint': pretraining,
  'scoring-catalogue': scoring,
  'load-benchmark': scoring,
  score: scoring,
  evaluate: scoring,
  'scored-rows': scoring,
  'scored-file': scoring,
  'stored-sweeps': sweeps,
  'sweep-results': sweeps,
  'sweep-files': sweeps,
  sweep: sweeps,
  'import-results': sweeps,
  'remove-sweep': sweeps,
};

const host = new JobHost(async (name) => {
  const jobs: Partial<Jobs> = await load[name as keyof Jobs]();
  return jobs[name as keyof Jobs];
});

serve(async () => host);
