/** @file Defines presets by their differences from the default settings. */
import type { FamilyName } from '../../tasks/registry.ts';
import { parseSettings, publishedValue, settingNames } from './settings.ts';
import type { SettingName, Settings } from './settings-table.ts';

export type PresetName = Settings['preset'];

/** Presets name only shipped families. Settings may also name others. */
type Preset = Partial<Omit<Settings, 'families'>> & { families?: FamilyName[] };

/** Values from the paper, or else from its published code. Settings that both leave open keep their defaults. */
const published: Preset = {
  ...Object.fromEntries(
    settingNames.flatMap((name): [SettingName, unknown][] => {
      const { value } = publishedValue(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  // The published evaluation is greedy, so every sample of a task is the same.
  evalSamples: 1,
};

/** Shared by runs of the five families, together and alone: twice the default environment rate (docs/families.md). */
const ofTheFive: Preset = {
  teacherModel: 'five-families-teacher',
  environmentLearningRate: 2e-3,
  evalEvery: 20,
};

/** Shared by runs of one family: twice discovery's optimizer steps per epoch. */
const oneFamily: Preset = { ...ofTheFive, epochs: 150, minibatches: 4, evalSamples: 4 };

const presets: Record<PresetName, Preset> = {
  discovery: {},
  'discovery-uniform': { environmentModel: 'discovery-environment-uniform' },
  'service-calls': {
    ...oneFamily,
    // These calls name the service before the argument; see docs/families.md.
    families: ['service-calls'],
    agentModel: 'stateful-calls-agent',
    environmentModel: 'stateful-calls-environment',
    teacherModel: 'stateful-calls-teacher',
    // With half the default rate and no bonus, the agent keeps the order of calls that the base model knows
    // (docs/families.md).
    agentLearningRate: 5e-4,
    entropyWeight: 0,
  },
  'function-calling': {
    ...oneFamily,
    families: ['function-calling'],
    agentModel: 'function-calling-agent',
    environmentModel: 'function-calling-environment',
  },
  'wide-search': {
    ...oneFamily,
    families: ['wide-search'],
    agentModel: 'multi-hop-agent',
    environmentModel: 'multi-hop-environment',
    teacherModel: 'multi-hop-teacher',
  },
  'travel-rules': {
    ...oneFamily,
    families: ['travel-rules'],
    agentModel: 'travel-agent',
    environmentModel: 'travel-environment',
    // With the default bonus the agent learns to copy cities and needs incorrectly (docs/families.md).
    entropyWeight: 0,
  },
  'long-errands': {
    ...oneFamily,
    // These errands are a short household game; see docs/families.md.
    families: ['long-errands'],
    agentModel: 'household-game-agent',
    environmentModel: 'household-game-environment',
    teacherModel: 'household-game-teacher',
    // With the default bonus the agent learns to put things in places that the task does not name (docs/families.md).
    entropyWeight: 0,
  },
  'five-families': {
    ...ofTheFive,
    families: ['function-calling', 'travel-rules', 'stateful-calls', 'household-errands', 'multi-hop-search'],
    agentModel: 'five-families-agent',
    environmentModel: 'five-families-environment',
    // Each family gets as many tasks as in a run of its own. The steps are more and smaller (docs/families.md).
    tasksPerEpoch: 80,
    minibatches: 20,
    agentLearningRate: 5e-4,
    entropyWeight: 0,
    environmentSteps: 4,
    environmentMaxPairs: 160,
    epochs: 60,
    evalSamples: 2,
  },
  english: {
    families: ['english-calls'],
    agentModel: 'english',
    environmentModel: 'english',
    teacherModel: '',
    training: 'lora',
    epochs: 48,
    overSampling: 1.25,
    // Half of the tasks are base data, most of which have one sentence; see docs/families.md.
    baseShare: 0.5,
    baseLevels: 'easy',
    // With fewer steps per epoch, the agent learns too slowly for a run of an hour.
    minibatches: 4,
    agentLearningRate: 4e-3,
    environmentLearningRate: 3e-3,
    environmentMaxPairs: 24,
    environmentSteps: 1,
    evalEvery: 24,
    evalTasks: 16,
    evalSamples: 4,
  },
  quick: { epochs: 6, tasksPerEpoch: 8, evalEvery: 3, evalTasks: 2, evalSamples: 4 },
  paper: {
    ...published,
    // With the paper's rates a model of this size learns nothing in ten epochs. With these rates, D_env begins to grow
    // after about twenty epochs, if the environment begins with tasks of all levels.
    environmentModel: 'discovery-environment-uniform',
    agentLearningRate: 1e-3,
    environmentLearningRate: 1e-3,
    epochs: 40,
  },
  'paper-large': published,
};

export const presetNames = Object.keys(presets) as PresetName[];

export const presetSettings = (preset: PresetName): Settings => parseSettings({ ...presets[preset], preset });
