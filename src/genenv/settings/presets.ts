/** @file Defines presets by their differences from the default settings. */
import type { FamilyName } from '../../tasks/registry.ts';
import { parseSettings, publishedValue, settingNames } from './settings.ts';
import type { SettingName, Settings } from './settings-table.ts';

export type PresetName = Settings['preset'];

/** A preset names only shipped families. Settings may also name other families. */
type Preset = Partial<Omit<Settings, 'families'>> & { families?: FamilyName[] };

/** Settings from the paper or, if it leaves them open, from its published code. All others keep their defaults. */
const published: Preset = {
  ...Object.fromEntries(
    settingNames.flatMap((name): [SettingName, unknown][] => {
      const { value } = publishedValue(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  // The published evaluation is greedy, so all samples of a task are equal.
  evalSamples: 1,
};

/** Settings for one or all five families. The environment's learning rate is twice the default (docs/families.md). */
const ofTheFive: Preset = {
  teacherModel: 'five-families-teacher',
  environmentLearningRate: 2e-3,
  evalEvery: 20,
};

/** Settings for runs of one of the five families, with twice as many optimizer steps per epoch as `discovery`. */
const oneFamily: Preset = { ...ofTheFive, epochs: 150, minibatches: 4, evalSamples: 4 };

const presets: Record<PresetName, Preset> = {
  discovery: {},
  'discovery-uniform': { environmentModel: 'discovery-environment-uniform' },
  'service-calls': {
    ...oneFamily,
    // Calls of this family name the service before the argument; see docs/families.md.
    families: ['service-calls'],
    agentModel: 'stateful-calls-agent',
    environmentModel: 'stateful-calls-environment',
    teacherModel: 'stateful-calls-teacher',
    // This family needs half the default learning rate and no entropy bonus (docs/families.md).
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
    // With the default entropy bonus, more plans are malformed (docs/families.md).
    entropyWeight: 0,
  },
  'long-errands': {
    ...oneFamily,
    // This family is a short household game, so it uses that game's models (docs/families.md).
    families: ['long-errands'],
    agentModel: 'household-game-agent',
    environmentModel: 'household-game-environment',
    teacherModel: 'household-game-teacher',
    // With the default entropy bonus, success is lower (docs/families.md).
    entropyWeight: 0,
  },
  'five-families': {
    ...ofTheFive,
    families: ['function-calling', 'travel-rules', 'stateful-calls', 'household-errands', 'multi-hop-search'],
    agentModel: 'five-families-agent',
    environmentModel: 'five-families-environment',
    // Each family gets as many tasks as in a run of its own. The agent takes more and smaller steps (docs/families.md).
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
    // Half of the tasks are base data. Most of these tasks have one sentence; see docs/families.md.
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
    // With the paper's learning rates, a model of this size learns nothing in ten epochs. With those below, D_env
    // begins to grow after about twenty epochs. The environment model must begin with tasks of all levels.
    environmentModel: 'discovery-environment-uniform',
    agentLearningRate: 1e-3,
    environmentLearningRate: 1e-3,
    epochs: 40,
  },
  'paper-large': published,
};

export const presetNames = Object.keys(presets) as PresetName[];

export const presetSettings = (preset: PresetName): Settings => parseSettings({ ...presets[preset], preset });
