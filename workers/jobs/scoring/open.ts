/** @file Provides the benchmarks with CPython, and runs an evaluated model on the page's GPU or on ONNX Runtime. */
import { benchmarks } from '../../../src/benchmarks/registry.ts';
import { parseOnnxName } from '../../../src/onnx/choose-graph.ts';
import { OnnxThread } from '../../player/onnx/client.ts';
import { openThreadDevice } from '../../player/policy/open-device.ts';
import { pagePython } from '../../python/client.ts';
import { folderAt, modelAddress } from '../../rpc/model-url.ts';
import { ScoringHost } from './host.ts';

export function openScoring(): ScoringHost {
  const onnx = new OnnxThread();
  return new ScoringHost({
    benchmarks: benchmarks(pagePython),
    openDevice: openThreadDevice,
    modelFolder: (name) => folderAt(modelAddress(name)),
    openFrozen: (name, files) =>
      onnx.openModel(files ? { name, files } : { name, address: modelAddress(parseOnnxName(name).folder) }),
    now: () => performance.now(),
  });
}
