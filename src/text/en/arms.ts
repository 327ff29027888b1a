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
    title: 'R-Zero’s reward',
    meaning: 'As genenv, but the environment is rewarded for uncertainty, 2·min(p̂, 1 − p̂) (R-Zero).',
  },
  'r-zero-penalty': {
    title: 'R-Zero',
    meaning:
      'As r-zero, but what repeats other tasks of the epoch is rewarded less, by the share that is alike (R-Zero).',
  },
  'absolute-zero': {
    title: 'Absolute Zero’s reward',
    meaning: 'As genenv, but the environment is rewarded for 1 − p̂, and 0 at p̂ = 0 (Absolute Zero).',
  },
  spice: {
    title: 'SPICE’s reward',
    meaning: 'As genenv, but the environment is rewarded for variance, exp(−(p̂(1 − p̂) − ¼)²/.02), and no band (SPICE).',
  },
  sqlm: {
    title: 'SQLM’s reward',
    meaning: 'As genenv, but the environment is paid 1 where some answers are right and some wrong, else 0 (SQLM).',
  },
  'level-rule': {
    title: 'Level-up rule',
    meaning: 'The true generator at a level that goes up above 70% success and down below 30% (Reasoning Gym).',
  },
  'level-replay': {
    title: 'Prioritised level replay',
    meaning:
      'As random, but half of the tasks are repeated, chosen by how much they taught (prioritised level replay).',
  },
  mopps: {
    title: 'Predicted success (MoPPS)',
    meaning:
      'GRPO on base data; the tasks attempted are those whose success, drawn from a posterior of past rollouts, is nearest α (MoPPS).',
  },
  'balanced-filter': {
    title: 'Balanced online filter',
    meaning:
      'GRPO on base data; up to four batches are attempted, and the agent learns from the tasks solved sometimes, nearest α (online difficulty filtering).',
  },
  learnability: {
    title: 'Learnability (LILO)',
    meaning:
      'GRPO on base data; four batches are attempted, and the agent learns from the batch with the highest p̂(1 − p̂) (SFL, LILO).',
  },
  vcrl: {
    title: 'Variance and memory (VCRL)',
    meaning:
      'GRPO on base data; the agent learns where rewards vary, and what does not vary is replaced by tasks that did (VCRL).',
  },
  sec: {
    title: 'Self-evolving curriculum (SEC)',
    meaning:
      'The true generator at levels drawn by a bandit, which prefers those that taught most: mean |advantage| (SEC).',
  },
  'vocabulary-dropout': {
    title: 'Vocabulary dropout',
    meaning:
      'As genenv, but in each epoch the environment writes without a random seventh of its words (vocabulary dropout).',
  },
  soar: {
    title: 'Measured gain (SOAR)',
    meaning:
      'As genenv, but the environment is paid what the agent gains: success on other tasks after learning from a quarter of its tasks, less that before (SOAR).',
  },
  'prompt-curriculum': {
    title: 'Value model (PCL)',
    meaning:
      'GRPO on base data; the tasks attempted are those whose success, predicted from their words by a model that learns beside the agent, is nearest α (PCL).',
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
