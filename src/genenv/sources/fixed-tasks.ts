/**
 * @file Tasks written once, before the first epoch: by the environment (arm static) or by a teacher (arm offline).
 *
 * How the paper filters the teacher's variations is open; here the valid and different ones stay.
 */
import type { Family } from '../../tasks/family.ts';
import { arms } from './arms.ts';
import type { RunState, TaskText } from '../events.ts';
import type { TaskReason } from '../reasons.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Settings } from '../settings/settings.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { writeTasks, type WrittenTasks } from '../stages/write-tasks.ts';

export interface FixedTasksRequest {
  settings: Settings;
  families: readonly Family[];
  tokenizer: TextTokenizer;
  environment: Policy;
  teacher: Policy | undefined;
  state: RunState;
  refuse: (text: string) => TaskReason | null;
}

/** The texts written once and wanted, with consecutive indices. */
async function writtenOnce(
  request: FixedTasksRequest,
  source: 'static' | 'offline',
  writer: Policy,
  needed: number,
): Promise<WrittenTasks> {
  const { settings, families, tokenizer, state, refuse } = request;
  const seen = new Set<string>();
  const refuseRepeated = (text: string): TaskReason | null => {
    if (source !== 'offline') return refuse(text);
    const repeated = seen.has(text);
    seen.add(text);
    return repeated ? { code: 'repeated-text' } : refuse(text);
  };
  const result = await writeTasks({
    writer,
    families,
    tokenizer,
    settings,
    epoch: 0,
    recentSuccess: state.recentSuccess,
    source,
    needed,
    refuse: refuseRepeated,
  });
  const used = result.candidates.filter(({ text }) => text.used);
  if (used.length === 0)
    throw new Error('Not one valid task was written before training. Choose another model to write them.');
  used.forEach(({ text }, index) => (text.index = index));
  return { ...result, candidates: used };
}

/** The tasks an arm needs to have been written before training, and what they cost. None for the other arms. */
export async function writeFixedTasks(
  request: FixedTasksRequest,
): Promise<{ tasks: TaskText[]; tokens: number; flops: number }> {
  const { settings, environment, teacher } = request;
  const { tasks: source } = arms[settings.arm];
  if (source !== 'static' && source !== 'offline') return { tasks: [], tokens: 0, flops: 0 };
  const writer = source === 'static' ? environment : teacher;
  if (!writer) throw new Error('The arm offline needs a teacher model, but none was loaded.');
  const needed = source === 'static' ? settings.staticPool : settings.offlinePool;
  const { candidates, tokens, flops } = await writtenOnce(request, source, writer, needed);
  return { tasks: candidates.map(({ text }) => text), tokens, flops };
}
