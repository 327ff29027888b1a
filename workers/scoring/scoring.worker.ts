/** @file The worker that scores: reads files, applies the benchmarks' rules, runs the model under evaluation. */
import { expose } from '../rpc/expose.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { openThreadDevice } from '../policy/open-device.ts';
import { benchmarks } from '../../src/benchmarks/registry.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { OnnxThread } from '../onnx/client.ts';
import { pagePython } from '../python/client.ts';
import { ScoringHost } from './host.ts';

const onnx = new OnnxThread();

expose(
  new ScoringHost({
    benchmarks: benchmarks(pagePython),
    openDevice: openThreadDevice,
    modelFolder: (name) => folderAt(modelAddress(name)),
    openFrozen: (name, files) =>
      onnx.openModel(files ? { name, files } : { name, address: modelAddress(parseOnnxName(name).folder) }),
    now: () => performance.now(),
  }),
);
