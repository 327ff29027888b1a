import { parameterCount } from '../lm/files/config.ts';
import type { LoadedWeights } from '../lm/files/load-model.ts';
import type { Device } from '../tensor/device.ts';
import type { PolicyDescription } from './policy.ts';

export const describeModel = (
  { name, config, weightsHash }: Pick<LoadedWeights, 'name' | 'config' | 'weightsHash'>,
  device: Device,
): PolicyDescription => ({
  name,
  family: config.family,
  parameters: parameterCount(config),
  vocabularySize: config.vocabSize,
  contextLength: config.maxPositions,
  weightsHash,
  runtime: device.adapter.name,
});
