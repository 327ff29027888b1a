/**
 * @file Defines the arms whose tasks a model writes: in every epoch, besides base data and replays, or once before the
 * first epoch (static and offline). The former differ in the reward and in who learns.
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

/** Lets the environment write `count` new tasks; fewer if too few of its texts are valid. */
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

/** Lets the environment write new tasks, and adds base data and old tasks in the shares that the settings ask for. */
async function newTasks(request: EpochRequest): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const written = await writeNewTasks(request, fresh);
  return numbered([...fromBaseData(request, base), ...replays(request)], written);
}

/**
 * In the arm genenv both models learn, and the α-curriculum rewards the environment, R_env(p̂) = exp(−β(p̂ − α)²)
 * (GenEnv, arXiv 2512.19682, §3).
 */
export const genenv: Arm = { ...genenvRules, environment: 'learns', tasks: newTasks };

/**
 * In the arm random (GenEnv-Random, arXiv 2512.19682) the environment writes new tasks in every epoch, but never
 * learns.
 */
export const random: Arm = { ...genenvRules, environment: 'writes', tasks: newTasks };

/**
 * The arm r-zero is genenv with R-Zero's reward and band for the environment (Huang et al. 2025, arXiv 2508.05004).
 *
 *   r(x) = max(0, 1 − 2|p̂ − ½| − |C|/B)
 *
 * C is the cluster of x among the B texts of the epoch that the environment wrote and the agent attempted
 * (curriculum/environment-reward.ts). The equation comes from notes that quote the paper. The published code differs:
 * min(p̂, 1 − p̂) − |C|/B without a floor at 0.
 *
 * Differences from R-Zero: p̂ is true success, not agreement with the majority answer; the environment learns by
 * regression, not by GRPO; the agent learns from all tasks attempted, not from a filtered set made after the
 * environment has learned. A text that is no task has no reward, as R-Zero gives 0 for the wrong form.
 */
export const rZero: Arm = { ...genenvRules, ...rZeroCurriculum, environment: 'learns', tasks: newTasks };

/**
 * The arm absolute-zero is genenv with the failure rate as the environment's reward, r = 1 − p̂, or 0 if p̂ = 0 (Zhao
 * et al. 2025, arXiv 2505.03335).
 */
export const absoluteZero: Arm = { ...genenvRules, ...failureRateCurriculum, environment: 'learns', tasks: newTasks };

/**
 * The arm sqlm is genenv with the proposer's reward of Self-Questioning Language Models (Chen et al. 2025, arXiv
 * 2508.03682): 1 for 0 < k < G right answers of G, else 0.
 *
 * Read in the published code (github.com/lili-chen/self-questioning-lm, verl/trainer/ppo/ray_trainer.py of 5 August
 * 2025). It has two forms: 0 < mean < 1 if tests judge programs, and 1 < k < G if k counts the answers that agree with
 * the majority, which one always does. Here the family's rule judges answers, so the first form applies.
 *
 * Differences: proposer and solver are one model there; here the environment learns by regression on tasks with reward
 * only, so all of them weigh the same.
 */
export const sqlm: Arm = { ...genenvRules, ...sometimesCurriculum, environment: 'learns', tasks: newTasks };

interface Written extends Pick<WriteRequest, 'writer' | 'needed' | 'samples' | 'variations'> {
  source: 'static' | 'offline';
}

/**
 * Writes `needed` valid tasks, or fewer if the draws give fewer.
 * @throws CodedError if none is valid
 */
async function writeOnce(request: TaskRequest, { source, writer, needed, ...varied }: Written): Promise<PreparedTasks> {
  const { candidates, tokens, flops } = await writeTasks({ ...request, writer, epoch: 0, source, needed, ...varied });
  const tasks = candidates.filter(({ used }) => used).map(textOf);
  if (tasks.length === 0) throw new CodedError('no-valid-task-before-training');
  tasks.forEach((text, index) => (text.index = index));
  return { tasks, tokens, flops };
}

/**
 * Draws an epoch's new tasks from those written before training, and adds base data and old tasks in the shares that the
 * settings ask for.
 */
async function drawPrepared(request: EpochRequest, draw: DrawName): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const drawn = drawFrom(request.pools.fixed, fresh, request, draw).map((text) => knownTask(request, text));
  return numbered([...drawn, ...fromBaseData(request, base), ...replays(request)]);
}

/**
 * In the arm static (GenEnv-Static, arXiv 2512.19682), the environment writes its tasks once, before training. With
 * base samples in contexts, it has what the paper has: each base sample and `staticPool / basePool` variations of it,
 * 544 and 5 × 544. A further variation of one of the first samples replaces a text that is no task.
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

/** Refuses what `refuse` refuses, and every repetition of a text. */
function refuseRepeated(refuse: Refuse): Refuse {
  const seen = new Set<string>();
  return (text) => {
    const repeated = seen.has(text);
    seen.add(text);
    return repeated ? { code: 'repeated-text' } : refuse(text);
  };
}

/**
 * In the arm offline (Gemini-Offline, arXiv 2512.19682), a stronger, frozen teacher writes the tasks once, before
 * training. The paper does not say how it filters the teacher's variations; here the valid ones are kept, each text
 * once.
 */
export const offline: Arm = {
  ...genenvRules,
  environment: 'idle',
  prepare: async (request) => {
    const { settings, teacher, refuse } = request;
    if (!teacher) throw new CodedError('no-teacher', { teacherModel: settings.teacherModel });
    return writeOnce(
      { ...request, tokenizer: teacher.tokenizer, refuse: refuseRepeated(refuse) },
      { source: 'offline', writer: teacher.policy, needed: settings.offlinePool },
    );
  },
  tasks: (request) => drawPrepared(request, 'offline'),
};
