/**
 * @file The thread of scoring: reads files, applies the benchmarks' rules, runs a model that is evaluated.
 */
import { webFolder } from '../../src/lm/model-files.ts';
import { Device } from '../../src/tensor/device.ts';
import { modelAddress } from '../policy/model-url.ts';
import { ScoringHost } from './host.ts';
import { expose } from '../rpc/expose.ts';

expose(
  new ScoringHost({
    openDevice: (onProblem) => Device.open(navigator.gpu, { onProblem }),
    modelFolder: (name) => webFolder(modelAddress(name)),
    now: () => performance.now(),
  }),
);
