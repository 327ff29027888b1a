/**
 * @file The worker that scores: reads files, applies the benchmarks' rules, runs the model under evaluation.
 */
import { webFolder } from '../../src/lm/web-folder.ts';
import { modelAddress } from '../policy/model-url.ts';
import { openTunedDevice } from '../policy/open-device.ts';
import { ScoringHost } from './host.ts';
import { expose } from '../rpc/expose.ts';

expose(
  new ScoringHost({
    openDevice: openTunedDevice,
    modelFolder: (name) => webFolder(modelAddress(name)),
    now: () => performance.now(),
  }),
);
