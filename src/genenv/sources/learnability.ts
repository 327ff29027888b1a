/**
 * @file The arm learnability: GRPO on base data, where four batches are attempted and the agent learns from the one batch
 * with the highest learnability, p̂(1 − p̂). So do LILO (Foster, Sims, Forkel & Foerster 2025, NeurIPS; first version arXiv
 * 2502.12272), of which only the abstract could be read, and SFL, sampling for learnability (Rutherford et al. 2024, arXiv
 * 2408.15099), whose published code was read (github.com/amacrutherford/sampling-for-learnability, sfl/train/jaxnav_sfl.py of
 * 21 October 2025). Learnability is highest at ½, whatever α is. All rollouts are counted in the cost of the run.
 *
 * What differs: SFL attempts 5,000 levels, keeps the 100 best for several updates, and draws half of each update from them,
 * half new; here the rollouts that tell the learnability are those learned from, and a group without learnability, which
 * carries no signal, is left out. The share of four is our choice, and so are the data, those of the arm base-data.
 */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Settings } from '../settings/settings.ts';
import type { Arm } from './arm.ts';
import { balancedGroups } from './parts/balanced-groups.ts';
import { baseDataBatch } from './parts/base-data-batch.ts';
import { numbered } from './parts/known-tasks.ts';

/** The tasks of an epoch, in batches. */
const BATCHES = 4;

const mostTasks = ({ tasksPerEpoch }: Pick<Settings, 'tasksPerEpoch'>): number => BATCHES * tasksPerEpoch;

export const learnability: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  mostTasks,
  tasks: async (request) => numbered(baseDataBatch(request, mostTasks(request.settings))),
  // p̂(1 − p̂) = ¼ − (p̂ − ½)²: the highest are those nearest ½.
  learnedGroups: (settings, groups) => balancedGroups(settings, groups, 0.5),
};
