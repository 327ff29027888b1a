/**
 * @file Defines the arms whose tasks are written once, before the first epoch: static and offline. Every epoch draws
 * from these tasks.
 */
import { CodedError } from '../../common/coded-error.ts';
import { textOf } from '../stages/inspect-task.ts';
import { type WriteRequest, writeTasks, type WrittenTasks } from '../stages/write-tasks.ts';
import { type Arm, type EpochRequest, type PreparedTasks, type Refuse, type TaskRequest, genenvRules } from './arm.ts';
import { baseSamples, drawFrom, type DrawName, fromBaseData, knownTask, mixture, numbered } from './epoch-tasks.ts';
import { replays } from './history.ts';

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
 * Returns the tasks of an epoch in the mixture of the settings. The new ones are drawn from those written before
 * training.
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
