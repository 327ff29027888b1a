/**
 * @file Lists the settings by group. Each has its kind, range, default, origin, whether a run may change it, and
 * whether the TRL loop uses it.
 */
import { LORA_MODULES, type LoraModule } from '../../policy/policy.ts';
import { choice, families, inGroup, integer, namesAmong, number, text, toggle, weights } from './setting-kinds.ts';

/** Settings whose default differs from the published value. `src/text` says why. */
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

const adam = {
  beta1: number('live', 'followed', [0, 0.9999, 0.01], { symbol: 'β₁', origin: 'open', default: 0.9 }),
  beta2: number('live', 'followed', [0, 0.99999, 0.001], { symbol: 'β₂', origin: 'open', default: 0.98 }),
  epsilon: number('live', 'followed', [1e-12, 1, 1e-8], { symbol: 'ε', origin: 'open', default: 1e-8 }),
  weightDecay: number('live', 'followed', [0, 1, 0.01], { origin: 'open', default: 0 }),
  clipNorm: number('live', 'followed', [0, 1000, 0.1], { origin: 'code', published: 1, default: 1 }),
};

const learningRate = (symbol: string, published: number) =>
  number('live', 'followed', [0, 1, 1e-4], {
    symbol,
    origin: 'paper',
    published,
    default: 1e-3,
    slider: { minimum: 1e-7, maximum: 0.1, logarithmic: true },
  });

const share = number('live', 'followed', [0, 1, 0.05], { origin: 'open', default: 0 });
const temperature = number('live', 'followed', [0, 4, 0.05], { origin: 'code', published: 1, default: 1 });

export const settingsTable = {
  ...inGroup('run', {
    preset: choice('live', 'unused', {
      origin: 'open',
      choices: [
        'discovery',
        'discovery-uniform',
        'service-calls',
        'function-calling',
        'wide-search',
        'travel-rules',
        'long-errands',
        'five-families',
        'english',
        'quick',
        'paper',
        'paper-large',
      ],
      default: 'discovery',
    }),
    arm: choice('fixed', ['genenv', 'random'], {
      origin: 'paper',
      choices: [
        'genenv',
        'genenv-plus',
        'random',
        'static',
        'offline',
        'base-data',
        'r-zero',
        'absolute-zero',
        'sqlm',
        'level-rule',
        'mopps',
        'sec',
      ],
      published: 'genenv',
      default: 'genenv',
    }),
    families: families('fixed', 'followed', { origin: 'open', default: ['household'] }),
    seed: integer('fixed', 'followed', [0, 4294967295, 1], { origin: 'open', default: 1 }),
    epochs: integer('live', 'followed', [1, 1000, 10], { symbol: 'T', origin: 'paper', published: 10, default: 180 }),
    whoLearns: choice('live', ['both', 'agent'], {
      origin: 'paper',
      choices: ['both', 'agent', 'environment', 'none'],
      published: 'both',
      default: 'both',
    }),
  }),
  ...inGroup('models', {
    agentModel: text('fixed', 'followed', { origin: 'open', default: 'discovery-agent' }),
    environmentModel: text('fixed', 'followed', { origin: 'open', default: 'discovery-environment-hard' }),
    teacherModel: text('fixed', 'unused', { origin: 'open', default: 'discovery-teacher' }),
    softReward: choice('fixed', ['token-f1'], {
      origin: 'open',
      choices: ['token-f1', 'embedding'],
      default: 'token-f1',
    }),
    embeddingModel: text('fixed', 'unused', { origin: 'open', default: '' }),
    training: choice('fixed', 'followed', { origin: 'open', choices: ['full', 'lora'], default: 'full' }),
    loraRank: integer('fixed', 'followed', [1, 256, 1], { symbol: 'r', origin: 'open', default: 8 }),
    loraAlpha: number('fixed', 'followed', [0, 1024, 1], { origin: 'open', default: 16 }),
    loraTargets: namesAmong<LoraModule>('fixed', 'followed', {
      origin: 'open',
      among: LORA_MODULES,
      default: [...LORA_MODULES],
    }),
    basePrecision: choice('fixed', 'unused', { origin: 'open', choices: ['f16', 'f32', 'q4'], default: 'f16' }),
    gradientCheckpointing: toggle('live', 'unused', { origin: 'open', default: false }),
    microBatchTokens: integer('live', 'unused', [0, 1048576, 256], { origin: 'open', default: 0 }),
    rolloutsPerWave: integer('live', 'unused', [0, 4096, 8], { origin: 'open', default: 0 }),
  }),
  ...inGroup('tasks', {
    tasksPerEpoch: integer('live', 'followed', [1, 4096, 1], {
      origin: 'paper',
      published: 64,
      default: 16,
      slider: { minimum: 1, maximum: 64 },
    }),
    taskContext: choice('live', 'followed', {
      origin: 'paper',
      choices: ['seed', 'base-seed', 'base-sample'],
      published: 'base-sample',
      default: 'seed',
    }),
    variations: integer('live', 'followed', [1, 64, 1], { origin: 'paper', published: 4, default: 1 }),
    groupSize: integer('live', 'followed', [1, 256, 1], {
      symbol: 'G',
      origin: 'code',
      published: 8,
      default: 8,
      slider: { minimum: 1, maximum: 32 },
    }),
    overSampling: number('live', 'followed', [1, 8, 0.25], { origin: 'open', default: 1.5 }),
    maxDraws: integer('live', 'followed', [1, 64, 1], { origin: 'open', default: 8 }),
    // In the paper the environment may also write the ground-truth action. The paper does not say if it did.
    answerKey: choice('fixed', ['oracle'], {
      origin: 'open',
      choices: ['oracle', 'written', 'checked'],
      default: 'oracle',
    }),
    keyVotes: integer('live', 'unused', [1, 64, 1], { origin: 'open', default: 1 }),
    anchor: toggle('live', 'followed', { origin: 'open', default: true }),
    conditioning: toggle('live', 'followed', { origin: 'paper', published: true, default: true }),
    recentSuccessDecay: number('live', 'followed', [0, 0.999, 0.05], { origin: 'open', default: 0.7 }),
    agentTemperature: temperature,
    environmentTemperature: temperature,
    topK: integer('live', 'followed', [0, 1000, 1], { symbol: 'k', origin: 'open', default: 0 }),
    topP: number('live', 'followed', [0.01, 1, 0.01], { symbol: 'p', origin: 'open', default: 1 }),
  }),
  ...inGroup('curriculum', {
    alpha: number('live', 'followed', [0, 1, 0.05], { symbol: 'α', origin: 'paper', published: 0.5, default: 0.5 }),
    alphaRule: choice('live', ['fixed'], { origin: 'open', choices: ['fixed', 'follows'], default: 'fixed' }),
    alphaGain: number('live', 'unused', [0, 10, 0.1], { symbol: 'g', origin: 'open', default: 1.5 }),
    beta: number('live', 'followed', [0, 200, 0.5], {
      symbol: 'β',
      origin: 'code',
      published: 2,
      default: 8,
      slider: { minimum: 0, maximum: 40 },
    }),
    kMin: number('live', 'followed', [0, 1, 0.01], { symbol: 'k_min', origin: 'paper', published: 0.1, default: 0.26 }),
    lambda: number('live', 'followed', [0, 100, 0.5], {
      symbol: 'λ',
      origin: 'paper',
      published: 1,
      default: 1,
      slider: { minimum: 0, maximum: 10 },
    }),
    successScope: choice('live', 'followed', {
      symbol: 'p̂',
      origin: 'paper',
      choices: ['task', 'batch', 'epoch'],
      published: 'batch',
      default: 'task',
    }),
    successThreshold: number('live', 'followed', [0.01, 1, 0.05], { origin: 'open', default: 1 }),
  }),
  ...inGroup('agent', {
    agentLearningRate: learningRate('η', 1e-6),
    agentBeta1: adam.beta1,
    agentBeta2: adam.beta2,
    agentEpsilon: adam.epsilon,
    agentWeightDecay: adam.weightDecay,
    agentClipNorm: adam.clipNorm,
    lossVariant: choice('live', 'followed', {
      origin: 'code',
      choices: ['grpo', 'dapo', 'token-mean', 'dr_grpo'],
      published: 'token-mean',
      default: 'token-mean',
    }),
    advantageScale: choice('live', 'followed', {
      symbol: 'σ',
      origin: 'open',
      choices: ['variant', 'sample', 'population', 'none'],
      default: 'population',
    }),
    clipLow: number('live', 'followed', [0, 1, 0.01], {
      symbol: 'ε_low',
      origin: 'code',
      published: 0.2,
      default: 0.2,
    }),
    clipHigh: number('live', 'followed', [0, 10, 0.01], {
      symbol: 'ε_high',
      origin: 'code',
      published: 0.2,
      default: 0.2,
    }),
    dualClip: number('live', 'followed', [0, 100, 0.5], { symbol: 'c', origin: 'open', default: 0 }),
    agentKlWeight: number('live', 'followed', [0, 10, 0.001], { origin: 'code', published: 0.001, default: 0.03 }),
    agentKlEstimator: choice('live', 'followed', {
      origin: 'code',
      choices: ['ratio-weighted', 'variant', 'k3', 'k3-clamped', 'exact'],
      published: 'variant',
      default: 'ratio-weighted',
    }),
    entropyWeight: number('live', 'followed', [0, 1, 0.001], { origin: 'code', published: 0.001, default: 0.01 }),
    minibatches: integer('live', 'followed', [1, 64, 1], { origin: 'code', published: 4, default: 2 }),
    innerEpochs: integer('live', 'followed', [1, 16, 1], { origin: 'open', default: 1 }),
    groupsInLoss: choice('live', 'followed', { origin: 'open', choices: ['mixed', 'all'], default: 'all' }),
  }),
  ...inGroup('environment', {
    startLevels: weights('fixed', 'refused', { origin: 'open', default: [] }),
    environmentLearningRate: learningRate('η_env', 5e-7),
    environmentBeta1: adam.beta1,
    environmentBeta2: adam.beta2,
    environmentEpsilon: adam.epsilon,
    environmentWeightDecay: adam.weightDecay,
    environmentClipNorm: adam.clipNorm,
    environmentSteps: integer('live', 'followed', [0, 64, 1], { origin: 'open', default: 2 }),
    environmentReplayEpochs: integer('live', 'followed', [1, 100000, 1], { origin: 'open', default: 4 }),
    environmentMaxPairs: integer('live', 'followed', [1, 4096, 8], { origin: 'paper', published: 64, default: 48 }),
    environmentKlWeight: number('live', 'followed', [0, 100, 0.05], { origin: 'open', default: 0.5 }),
    klOnCurrentBatch: toggle('live', 'followed', { origin: 'open', default: false }),
    environmentKlCap: number('live', 'followed', [0, 1000, 0.5], { symbol: 'KL_max', origin: 'open', default: 6 }),
    capAction: choice('live', ['kl-only'], {
      origin: 'open',
      choices: ['stop', 'scale-back', 'roll-back', 'kl-only'],
      default: 'kl-only',
    }),
  }),
  ...inGroup('pools', {
    baseShare: share,
    replayShare: share,
    replayForm: choice('live', ['tasks'], { origin: 'open', choices: ['tasks', 'traces'], default: 'tasks' }),
    replayChoice: choice('live', 'followed', { origin: 'open', choices: ['uniform', 'nearest'], default: 'uniform' }),
    basePool: integer('fixed', 'followed', [1, 100000, 16], { origin: 'paper', published: 544, default: 256 }),
    baseLevels: choice('fixed', 'followed', {
      origin: 'open',
      choices: ['uniform', 'easy', 'hard'],
      default: 'uniform',
    }),
    staticPool: integer('fixed', 'unused', [1, 100000, 16], { origin: 'paper', published: 2720, default: 256 }),
    offlinePool: integer('fixed', 'unused', [1, 100000, 16], { origin: 'paper', published: 957, default: 512 }),
  }),
  ...inGroup('evaluation', {
    evalEvery: integer('live', 'followed', [1, 100000, 1], { origin: 'open', default: 10 }),
    evalSplit: choice('fixed', 'followed', {
      origin: 'open',
      choices: ['development', 'held-out'],
      default: 'held-out',
    }),
    evalTasks: integer('fixed', 'followed', [0, 1000, 1], { origin: 'open', default: 12 }),
    evalSamples: integer('live', 'followed', [1, 256, 1], { symbol: 'k', origin: 'open', default: 8 }),
    evalTemperature: number('live', 'followed', [0, 4, 0.05], { origin: 'code', published: 0, default: 1 }),
  }),
};

export type SettingsTable = typeof settingsTable;

export type SettingName = keyof SettingsTable;

/** Settings are plain data, so they can be cloned, stored and compared. */
export type Settings = { -readonly [Name in SettingName]: SettingsTable[Name]['default'] };

export type ArmName = Settings['arm'];
