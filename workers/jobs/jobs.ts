/** @file Starts the page's long jobs. Each has its own worker, apart from the open run. */
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
  /** Draws figures with the code that the command line uses. */
  figures: FiguresWorker;
  /** Reads a run file without storing it. */
  recording: InspectedService;
  /** Stores model folders. Only a worker can write to the origin's private file system in place. */
  models: ModelsWorker;
  'model-export': ModelExporter;
  /** Pre-trains pairs for worlds and prepares checkpoints. */
  pretraining: PairMaker;
  /** Scores predictions, and evaluates models on benchmarks. */
  scoring: ScoringWorker;
  /** Runs sweeps. Their models have their own workers. */
  sweeps: SweepWorker;
}

export function startJob<Name extends keyof Jobs>(name: Name): Thread<Jobs[Name]> {
  const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), { type: 'module', name: threadName(name) });
  return connect<Jobs[Name]>(worker, `the ${name}`);
}
