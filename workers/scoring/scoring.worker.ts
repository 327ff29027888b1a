/**
 * @file The worker that scores: reads files, applies the benchmarks' rules, runs the model under evaluation.
 */
import * as Comlink from 'comlink';
import { webFolder } from '../../src/lm/file-source.ts';
import { Device } from '../../src/tensor/device.ts';
import { modelAddress } from '../policy/model-url.ts';
import { ScoringHost } from './host.ts';

Comlink.expose(
  new ScoringHost({
    openDevice: (onProblem) => Device.open(navigator.gpu, { onProblem }),
    modelFolder: (name) => webFolder(modelAddress(name)),
    now: () => performance.now(),
  }),
);
