/** @file Settings that trade time for memory; of them `kvCachePrecision` alone changes what is learned. */
import { choice, integer, toggle } from '../setting-kinds.ts';

export const memorySettings = {
  gradientCheckpointing: toggle('live', 'unused', { origin: 'open', default: false }),
  microBatchTokens: integer('live', 'unused', [0, 1048576, 256], { origin: 'open', default: 0 }),
  rolloutsPerWave: integer('live', 'unused', [0, 4096, 8], { origin: 'open', default: 0 }),
  kvCachePrecision: choice('live', 'unused', { origin: 'open', choices: ['f32', 'f16'], default: 'f32' }),
};
