/** @file Inspects a model folder, whichever runtime runs it. */
import { inspectModel } from '../../../src/lm/files/inspect-model.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import { isGraphOnly } from '../../../src/onnx/choose-graph.ts';
import { inspectGraph } from '../../../src/onnx/inspect-graph.ts';
import type { ModelSummary } from '../../../src/store/models/model-record.ts';

/** @throws CodedError naming what is wrong with the folder */
export const inspectFolder = async (folder: ModelFiles): Promise<ModelSummary> =>
  (await isGraphOnly(folder)) ? inspectGraph(folder) : { ...(await inspectModel(folder)), graph: null };
