/**
 * @file Settings whose default is not the value of the paper or of its published code. Each language says why
 * (`departures` in `run.json`), beside the setting; docs/method.md lists them with both values.
 */
export const departures = [
  'epochs',
  'tasksPerEpoch',
  'taskContext',
  'variations',
  'beta',
  'kMin',
  'successScope',
  'agentLearningRate',
  'agentKlWeight',
  'agentKlEstimator',
  'entropyWeight',
  'minibatches',
  'environmentLearningRate',
  'environmentMaxPairs',
  'basePool',
  'staticPool',
  'offlinePool',
  'evalTemperature',
] as const;

export type Departure = (typeof departures)[number];
