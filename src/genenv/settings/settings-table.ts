/**
 * @file Lists the settings by group. Each row states kind, range, default and published value of a setting. It also
 * states whether a run may change the setting, and whether the TRL loop uses it.
 */
import { LORA_MODULES, type LoraModule } from '../../policy/policy.ts';
import { choice, families, inGroup, integer, namesAmong, number, text, toggle, weights } from './setting-kinds.ts';

const adam = {
  beta1: number('live', 'followed', [0, 0.9999, 0.01], { symbol: 'β₁', default: 0.9 }),
  beta2: number('live', 'followed', [0, 0.99999, 0.001], { symbol: 'β₂', default: 0.98 }),
  epsilon: number('live', 'followed', [1e-12, 1, 1e-8], { symbol: 'ε', default: 1e-8 }),
  weightDecay: number('live', 'followed', [0, 1, 0.01], { default: 0 }),
  clipNorm: number('live', 'followed', [0, 1000, 0.1], { code: 1, default: 1 }),
};

const learningRate = (symbol: string, paper: number) =>
  number('live', 'followed', [0, 1, 1e-4], {
    symbol,
    paper,
    default: 1e-3,
    slider: { minimum: 1e-7, maximum: 0.1, logarithmic: true },
  });

const share = number('live', 'followed', [0, 1, 0.05], { default: 0 });
const temperature = number('live', 'followed', [0, 4, 0.05], { code: 1, default: 1 });

export const settingsTable = {
  ...inGroup('run', {
    preset: choice('live', 'unused', {
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
      paper: 'genenv',
      default: 'genenv',
    }),
    families: families('fixed', 'followed', { default: ['household'] }),
    seed: integer('fixed', 'followed', [0, 4294967295, 1], { default: 1 }),
    epochs: integer('live', 'followed', [1, 1000, 10], { symbol: 'T', paper: 10, default: 180 }),
    whoLearns: choice('live', ['both', 'agent'], {
      choices: ['both', 'agent', 'environment', 'none'],
      paper: 'both',
      default: 'both',
    }),
  }),
  ...inGroup('models', {
    agentModel: text('fixed', 'followed', { default: 'discovery-agent' }),
    environmentModel: text('fixed', 'followed', { default: 'discovery-environment-hard' }),
    teacherModel: text('fixed', 'unused', { default: 'discovery-teacher' }),
    softReward: choice('fixed', ['token-f1'], { choices: ['token-f1', 'embedding'], default: 'token-f1' }),
    embeddingModel: text('fixed', 'unused', { default: '' }),
    training: choice('fixed', 'followed', { choices: ['full', 'lora'], default: 'full' }),
    loraRank: integer('fixed', 'followed', [1, 256, 1], { symbol: 'r', default: 8 }),
    loraAlpha: number('fixed', 'followed', [0, 1024, 1], { default: 16 }),
    loraTargets: namesAmong<LoraModule>('fixed', 'followed', { among: LORA_MODULES, default: [...LORA_MODULES] }),
    basePrecision: choice('fixed', 'unused', { choices: ['f16', 'f32'], default: 'f16' }),
    gradientCheckpointing: toggle('live', 'unused', { default: false }),
    microBatchTokens: integer('live', 'unused', [0, 1048576, 256], { default: 0 }),
    rolloutsPerWave: integer('live', 'unused', [0, 4096, 8], { default: 0 }),
  }),
  ...inGroup('tasks', {
    tasksPerEpoch: integer('live', 'followed', [1, 4096, 1], {
      paper: 64,
      default: 16,
      slider: { minimum: 1, maximum: 64 },
    }),
    taskContext: choice('live', 'followed', {
      choices: ['seed', 'base-seed', 'base-sample'],
      paper: 'base-sample',
      default: 'seed',
    }),
    variations: integer('live', 'followed', [1, 64, 1], { paper: 4, default: 1 }),
    groupSize: integer('live', 'followed', [1, 256, 1], {
      symbol: 'G',
      code: 8,
      default: 8,
      slider: { minimum: 1, maximum: 32 },
    }),
    overSampling: number('live', 'followed', [1, 8, 0.25], { default: 1.5 }),
    maxDraws: integer('live', 'followed', [1, 64, 1], { default: 8 }),
    // In the paper, the environment may also write the ground-truth action. The paper does not say if it did so.
    answerKey: choice('fixed', ['oracle'], { choices: ['oracle', 'written', 'checked'], default: 'oracle' }),
    keyVotes: integer('live', 'unused', [1, 64, 1], { default: 1 }),
    anchor: toggle('live', 'followed', { default: true }),
    conditioning: toggle('live', 'followed', { paper: true, default: true }),
    recentSuccessDecay: number('live', 'followed', [0, 0.999, 0.05], { default: 0.7 }),
    agentTemperature: temperature,
    environmentTemperature: temperature,
    topK: integer('live', 'followed', [0, 1000, 1], { symbol: 'k', default: 0 }),
    topP: number('live', 'followed', [0.01, 1, 0.01], { symbol: 'p', default: 1 }),
  }),
  ...inGroup('curriculum', {
    alpha: number('live', 'followed', [0, 1, 0.05], { symbol: 'α', paper: 0.5, default: 0.5 }),
    alphaRule: choice('live', ['fixed'], { choices: ['fixed', 'follows'], default: 'fixed' }),
    alphaGain: number('live', 'unused', [0, 10, 0.1], { symbol: 'g', default: 1.5 }),
    beta: number('live', 'followed', [0, 200, 0.5], {
      symbol: 'β',
      code: 2,
      default: 8,
      slider: { minimum: 0, maximum: 40 },
    }),
    kMin: number('live', 'followed', [0, 1, 0.01], { symbol: 'k_min', paper: 0.1, default: 0.26 }),
    lambda: number('live', 'followed', [0, 100, 0.5], {
      symbol: 'λ',
      paper: 1,
      default: 1,
      slider: { minimum: 0, maximum: 10 },
    }),
    successScope: choice('live', 'followed', {
      symbol: 'p̂',
      choices: ['task', 'batch', 'epoch'],
      paper: 'batch',
      default: 'task',
    }),
    successThreshold: number('live', 'followed', [0.01, 1, 0.05], { default: 1 }),
  }),
  ...inGroup('agent', {
    agentLearningRate: learningRate('η', 1e-6),
    agentBeta1: adam.beta1,
    agentBeta2: adam.beta2,
    agentEpsilon: adam.epsilon,
    agentWeightDecay: adam.weightDecay,
    agentClipNorm: adam.clipNorm,
    lossVariant: choice('live', 'followed', {
      choices: ['grpo', 'dapo', 'token-mean', 'dr_grpo'],
      code: 'token-mean',
      default: 'token-mean',
    }),
    advantageScale: choice('live', 'followed', {
      symbol: 'σ',
      choices: ['variant', 'sample', 'population', 'none'],
      default: 'population',
    }),
    clipLow: number('live', 'followed', [0, 1, 0.01], { symbol: 'ε_low', code: 0.2, default: 0.2 }),
    clipHigh: number('live', 'followed', [0, 10, 0.01], { symbol: 'ε_high', code: 0.2, default: 0.2 }),
    dualClip: number('live', 'followed', [0, 100, 0.5], { symbol: 'c', default: 0 }),
    agentKlWeight: number('live', 'followed', [0, 10, 0.001], { code: 0.001, default: 0.03 }),
    agentKlEstimator: choice('live', 'followed', {
      choices: ['ratio-weighted', 'variant', 'k3', 'k3-clamped', 'exact'],
      code: 'variant',
      default: 'ratio-weighted',
    }),
    entropyWeight: number('live', 'followed', [0, 1, 0.001], { code: 0.001, default: 0.01 }),
    minibatches: integer('live', 'followed', [1, 64, 1], { code: 4, default: 2 }),
    innerEpochs: integer('live', 'followed', [1, 16, 1], { default: 1 }),
    groupsInLoss: choice('live', 'followed', { choices: ['mixed', 'all'], default: 'all' }),
  }),
  ...inGroup('environment', {
    startLevels: weights('fixed', 'refused', { default: [] }),
    environmentLearningRate: learningRate('η_env', 5e-7),
    environmentBeta1: adam.beta1,
    environmentBeta2: adam.beta2,
    environmentEpsilon: adam.epsilon,
    environmentWeightDecay: adam.weightDecay,
    environmentClipNorm: adam.clipNorm,
    environmentSteps: integer('live', 'followed', [0, 64, 1], { default: 2 }),
    environmentReplayEpochs: integer('live', 'followed', [1, 100000, 1], { default: 4 }),
    environmentMaxPairs: integer('live', 'followed', [1, 4096, 8], { paper: 64, default: 48 }),
    environmentKlWeight: number('live', 'followed', [0, 100, 0.05], { default: 0.5 }),
    klOnCurrentBatch: toggle('live', 'followed', { default: false }),
    environmentKlCap: number('live', 'followed', [0, 1000, 0.5], { symbol: 'KL_max', default: 6 }),
    capAction: choice('live', ['kl-only'], {
      choices: ['stop', 'scale-back', 'roll-back', 'kl-only'],
      default: 'kl-only',
    }),
  }),
  ...inGroup('pools', {
    baseShare: share,
    replayShare: share,
    basePool: integer('fixed', 'followed', [1, 100000, 16], { paper: 544, default: 256 }),
    baseLevels: choice('fixed', 'followed', { choices: ['uniform', 'easy', 'hard'], default: 'uniform' }),
    staticPool: integer('fixed', 'unused', [1, 100000, 16], { paper: 2720, default: 256 }),
    offlinePool: integer('fixed', 'unused', [1, 100000, 16], { paper: 957, default: 512 }),
  }),
  ...inGroup('evaluation', {
    evalEvery: integer('live', 'followed', [1, 100000, 1], { default: 10 }),
    evalSplit: choice('fixed', 'followed', { choices: ['development', 'held-out'], default: 'held-out' }),
    evalTasks: integer('fixed', 'followed', [0, 1000, 1], { default: 12 }),
    evalSamples: integer('live', 'followed', [1, 256, 1], { symbol: 'k', default: 8 }),
    evalTemperature: number('live', 'followed', [0, 4, 0.05], { code: 0, default: 1 }),
  }),
};

export type SettingsTable = typeof settingsTable;

export type SettingName = keyof SettingsTable;

/** Values of all settings. They are plain data, so they can be cloned, stored and compared. */
export type Settings = { -readonly [Name in SettingName]: SettingsTable[Name]['default'] };

export type ArmName = Settings['arm'];
