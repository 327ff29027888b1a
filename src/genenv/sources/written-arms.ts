/**
 * @file Defines the arms whose tasks a model writes. In the arms static and offline, the model writes once, before the
 * first epoch. In all other arms, it writes in every epoch. These arms differ in the reward, and in whether the
 * environment learns.
 */
import { CodedError } from '../../common/coded-error.ts';
import { failureRateCurriculum, rZeroCurriculum, sometimesCurriculum } from '../environment-curricula.ts';
import { textOf } from '../stages/inspect-task.ts';
import { type WriteRequest, writeTasks, type WrittenTasks } from '../stages/write-tasks.ts';
import { type Arm, type EpochRequest, genenvRules, type PreparedTasks, type Refuse, type TaskRequest } from './arm.ts';
import {
  baseSamples,
  drawFrom,
  type DrawName,
  fromBaseData,
  knownTask,
  mixture,
  numbered,
  samplesOfEpoch,
} from './epoch-tasks.ts';
import { replays } from './history.ts';

/** Lets the environment write `count` new tasks, or fewer if too few texts are valid. */
export const writeNewTasks = (
  request: EpochRequest,
  count: number,
  choose?: WriteRequest['choose'],
): Promise<WrittenTasks> =>
  writeTasks({
    ...request,
    writer: request.environment,
    source: 'environment',
    needed: count,
    samples: samplesOfEpoch(request),
    choose,
  });

/** Lets the environment write new tasks. Adds base data and old tasks in the shares that the settings ask for. */
async function newTasks(request: EpochRequest): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const written = await writeNewTasks(request, fresh);
  return numbered([...fromBaseData(request, base), ...replays(request)], written);
}

/** Arm genenv (GenEnv, arXiv 2512.19682, §3): both models learn, the environment by R_env(p̂) = exp(−β(p̂ − α)²). */
export const genenv: Arm = { ...genenvRules, environment: 'learns', tasks: newTasks };

/** Arm random (GenEnv-Random, arXiv 2512.19682): the environment writes new tasks in every epoch, but never learns. */
export const random: Arm = { ...genenvRules, environment: 'writes', tasks: newTasks };

/**
 * Arm r-zero: genenv with R-Zero's reward and band for the environment (Huang et al. 2025, arXiv 2508.05004).
 *
 *   r(x) = max(0, 1 − 2|p̂ − ½| − |C|/B)
 *
 * C is the cluster of x among the B texts of the epoch that the environment wrote and the agent attempted
 * (curriculum/environment-reward.ts). The equation comes from notes that quote the paper. The published code differs:
 * min(p̂, 1 − p̂) − |C|/B without a floor at 0.
 *
 * The arm differs from R-Zero. Here p̂ is true success, not agreement with the majority answer. The environment learns
 * by regression, not by GRPO. The agent learns from all attempted tasks, not from a set filtered after the environment
 * has learned. As in R-Zero, malformed texts get no reward.
 */
export const rZero: Arm = { ...genenvRules, ...rZeroCurriculum, environment: 'learns', tasks: newTasks };

/**
 * Arm absolute-zero: genenv with the failure rate as the environment's reward (Zhao et al. 2025, arXiv 2505.03335). The
 * reward is r = 1 − p̂, or 0 if p̂ = 0.
 */
export const absoluteZero: Arm = { ...genenvRules, ...failureRateCurriculum, environment: 'learns', tasks: newTasks };

/**
 * Arm sqlm: genenv with the proposer's reward of Self-Questioning Language Models (Chen et al. 2025, arXiv 2508.03682).
 * The reward is 1 if k of G answers are right with 0 < k < G, and 0 otherwise.
 *
 * The published code (github.com/lili-chen/self-questioning-lm, verl/trainer/ppo/ray_trainer.py of 5 August 2025) has
 * two forms. If tests judge programs, the condition is 0 < mean < 1. If k counts answers that agree with the majority,
 * the condition is 1 < k < G, because one answer always agrees. Here the family's rule judges answers, so the first
 * form applies.
 *
 * In SQLM, proposer and solver are one model. Here the environment is a separate model. It learns by regression on the
 * tasks with a reward, which all have the same weight.
 */
export const sqlm: Arm = { ...genenvRules, ...sometimesCurriculum, environment: 'learns', tasks: newTasks };

interface Written extends Pick<WriteRequest, 'writer' | 'needed' | 'samples' | 'variations'> {
  source: 'static' | 'offline';
}

/**
 * Writes `needed` valid tasks, or fewer if too few texts are valid.
 * @throws CodedError if no text is valid
 */
async function writeOnce(request: TaskRequest, { source, writer, needed, ...varied }: Written): Promise<PreparedTasks> {
  const { candidates, tokens, flops } = await writeTasks({ ...request, writer, epoch: 0, source, needed, ...varied });
  const tasks = candidates.filter(({ used }) => used).map(textOf);
  if (tasks.length === 0) throw new CodedError('no-valid-task-before-training');
  tasks.forEach((text, index) => (text.index = index));
  return { tasks, tokens, flops };
}

/** Draws tasks from those written before training. Adds base data and old tasks in the shares of the settings. */
async function drawPrepared(request: EpochRequest, draw: DrawName): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const drawn = drawFrom(request.pools.fixed, fresh, request, draw).map((text) => knownTask(request, text));
  return numbered([...drawn, ...fromBaseData(request, base), ...replays(request)]);
}

/**
 * Arm static (GenEnv-Static, arXiv 2512.19682): the environment writes its tasks once, before training. If contexts
 * have base samples, the tasks are all base samples and `staticPool / basePool` variations of each (paper: 544 and
 * 5 × 544). A further variation of one of the first samples replaces an invalid text.
 */
export const staticTasks: Arm = {
  ...genenvRules,
  environment: 'writes',
  prepare: (request) => {
    const { staticPool, basePool } = request.settings;
    const writer = request.environment;
    const samples = baseSamples(request);
    if (!samples) return writeOnce(request, { source: 'static', writer, needed: staticPool });
    const variations = Math.max(1, Math.round(staticPool / basePool));
    return writeOnce(request, { source: 'static', writer, needed: basePool + staticPool, samples, variations });
  },
  tasks: (request) => drawPrepared(request, 'static'),
};

/** Returns a function that refuses what `refuse` refuses, and also repeated texts. */
function refuseRepeated(refuse: Refuse): Refuse {
  const seen = new Set<string>();
  return (text) => {
    const repeated = seen.has(text);
    seen.add(text);
    return repeated ? { code: 'repeated-text' } : refuse(text);
  };
}

/**
 * Arm offline (Gemini-Offline, arXiv 2512.19682): a stronger, frozen teacher writes the tasks once, before training.
 * The paper does not say how the teacher's texts are filtered. Here all valid texts are kept, each only once.
 */
export const offline: Arm = {
  ...genenvRules,
  environment: 'idle',
  prepare: async (request) => {
    const { settings, teacher, refuse } = request;
    if (!teacher) throw new CodedError('no-teacher');
    return writeOnce(
      { ...request, tokenizer: teacher.tokenizer, refuse: refuseRepeated(refuse) },
      { source: 'offline', writer: teacher.policy, needed: settings.offlinePool },
    );
  },
  tasks: (request) => drawPrepared(request, 'offline'),
};
