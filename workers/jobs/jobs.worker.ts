/** @file Runs one long job. The worker's name says which, and only that job's code is loaded. */
import { serve } from '../rpc/serve.ts';
import { threadTask } from '../rpc/thread-name.ts';
import type { Jobs } from './jobs.ts';

const open: { [Name in keyof Jobs]: () => Promise<Jobs[Name]> } = {
  figures: async () => (await import('./figures/open.ts')).openFigures(),
  recording: async () => new (await import('./inspected-file.ts')).InspectedFile(),
  models: async () => (await import('./models/open.ts')).openModels(),
  'model-export': async () => (await import('./model-export/open.ts')).openModelExport(),
  pretraining: async () => (await import('./pretraining/open.ts')).openPretraining(),
  scoring: async () => (await import('./scoring/open.ts')).openScoring(),
  sweeps: async () => (await import('./sweep/open.ts')).openSweeps(),
};

serve(() => open[threadTask() as keyof Jobs]());
