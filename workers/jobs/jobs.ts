/** @file The page's long jobs, each in a thread of its own, apart from the open run. */
import { connect, type Thread } from '../rpc/connect.ts';
import { threadName } from '../rpc/thread-name.ts';
import type { InspectedService } from '../run/contract.ts';
import type { FiguresWorker } from './figures/contract.ts';
import type { ModelExporter } from './model-export/contract.ts';
import type { ModelsWorker } from './models/contract.ts';
import type { PairMaker } from './pretraining/contract.ts';
import type { ScoringWorker } from './scoring/contract.ts';
import type { SweepWorker } from './sweep/contract.ts';

export interface Jobs {
  /** Draws figures, as headless programs draw them. */
  figures: FiguresWorker;
  /** Reads a run's file that is looked at without being stored. */
  recording: InspectedService;
  /** Keeps model folders: only workers write to the site's private files in place. */
  models: ModelsWorker;
  'model-export': ModelExporter;
  /** Makes pairs for worlds, and prepares checkpoints. */
  pretraining: PairMaker;
  /** Scores benchmarks, with a model that answers them where one is asked for. */
  scoring: ScoringWorker;
  /** Makes sweeps, with models in threads apart from those of the page's run. */
  sweeps: SweepWorker;
}

export function startJob<Name extends keyof Jobs>(name: Name): Thread<Jobs[Name]> {
  const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module', name: threadName(name) });
  return connect<Jobs[Name]>(worker, `the ${name}`);
}
