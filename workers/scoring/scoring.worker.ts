/**
 * @file The thread of scoring: reads files, applies the benchmarks' rules, runs a model that is evaluated.
 */
import { webFolder } from '../../src/lm/model-files.ts';
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
