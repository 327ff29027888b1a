/**
 * @file The worker that scores: reads files, applies the benchmarks' rules, runs the model under evaluation.
 */
import { folderAt, modelAddress } from '../policy/model-url.ts';
import { openTunedDevice } from '../policy/open-device.ts';
import { parseOnnxName } from '../../src/onnx/choose-graph.ts';
import { OnnxThread } from '../onnx/client.ts';
import { ScoringHost } from './host.ts';
import { expose } from '../rpc/expose.ts';

const onnx = new OnnxThread();

expose(
  new ScoringHost({
    openDevice: openTunedDevice,
    modelFolder: (name) => folderAt(modelAddress(name)),
    openFrozen: (name, files) =>
      onnx.openModel(files ? { name, files } : { name, address: modelAddress(parseOnnxName(name).folder) }),
    now: () => performance.now(),
  }),
);
