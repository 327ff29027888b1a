/** @file The source of runs' models, and the runtime that runs them: worker threads in the page, Dawn in Node. */
import type { ModelFiles } from '../lm/files/model-files.ts';
import type { Player, Sampler } from '../policy/policy.ts';
import type { TextEmbedder } from './embedding-similarity.ts';
import type { PlayerChoice } from './model-choices.ts';
import type { PlannedMachine } from './plan/plan-run.ts';

export interface ModelHost {
  folder(model: string): ModelFiles;
  open(choice: PlayerChoice): Promise<Player>;
  /** @param model a folder with weights for our engine; or one with an ONNX graph, or the path of one of its graphs */
  openTeacher(model: string): Promise<Sampler>;
  /** @param model a folder with an ONNX graph that makes embeddings, or the path of the graph */
  openEmbedder(model: string): Promise<TextEmbedder>;
  /** The machine that runs are to fit; null or absent if it is not known, or there is no adapter. */
  machine?(): Promise<PlannedMachine | null>;
}
