/** @file Words of the arms of the experiments. */
import type { VariantName } from '../../analysis/arm-variants.ts';
import type { ArmName } from '../../genenv/settings/settings.ts';

interface ArmWords {
  /** As the paper writes it, where it has it. */
  title: string;
  /** One line: what the arm is. */
  meaning: string;
}

export const armWords: Readonly<Record<ArmName, ArmWords>> = {
  genenv: {
    title: 'GenEnv',
    meaning: 'Both models learn: the environment is rewarded for tasks at the edge of what the agent can do.',
  },
  'genenv-plus': {
    title: 'GenEnv+',
    meaning:
      'As genenv, but half of the batch is base data, which the environment learns from too; a model predicts success by level, and what it puts nearest α is attempted.',
  },
  random: {
    title: 'GenEnv-Random',
    meaning: 'The environment writes new tasks every epoch, but never learns (GenEnv-Random).',
  },
  static: {
    title: 'GenEnv-Static',
    meaning: 'The environment writes its tasks once, before training (GenEnv-Static).',
  },
  offline: {
    title: 'Offline',
    meaning: 'A stronger, frozen model writes the tasks once, before training; they are filtered (Gemini-Offline).',
  },
  'base-data': {
    title: 'GRPO on base data',
    meaning: 'GRPO on base data from the true generator; no environment model.',
  },
  'r-zero': {
    title: 'R-Zero',
    meaning:
      'As genenv, but the environment is rewarded for uncertainty, 2·min(p̂, 1 − p̂), less the share of the epoch’s tasks that resemble the task (R-Zero).',
  },
  'absolute-zero': {
    title: 'Absolute Zero’s reward',
    meaning: 'As genenv, but the environment is rewarded for 1 − p̂, and 0 at p̂ = 0 (Absolute Zero).',
  },
  sqlm: {
    title: 'SQLM’s reward',
    meaning: 'As genenv, but the environment is paid 1 where some answers are right and some wrong, else 0 (SQLM).',
  },
  'level-rule': {
    title: 'Level-up rule',
    meaning: 'The true generator at a level that goes up above 70% success and down below 30% (Reasoning Gym).',
  },
  mopps: {
    title: 'Predicted success (MoPPS)',
    meaning:
      'GRPO on base data; the tasks attempted are those whose success, drawn from a posterior of past rollouts, is nearest α (MoPPS).',
  },
  sec: {
    title: 'Self-evolving curriculum (SEC)',
    meaning:
      'The true generator at levels drawn by a bandit, which prefers those that taught most: mean |advantage| (SEC).',
  },
};

/** Arms of a comparison that are an arm of the method with other settings (arm-variants.ts). */
const variantTitles: Readonly<Record<VariantName, string>> = {
  'offline-2x': 'Offline ×2',
  'offline-4x': 'Offline ×4',
};

/** The name for a person; a name this program does not know (of an imported run, for example) stays as it is. */
export const armTitle = (name: string): string =>
  Object.hasOwn(armWords, name)
    ? armWords[name as ArmName].title
    : Object.hasOwn(variantTitles, name)
      ? variantTitles[name as VariantName]
      : name;
