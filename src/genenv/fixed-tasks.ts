/**
 * @file Task sets made before the first epoch: base data from the true generator, and tasks which an environment or a
 * teacher writes once (arms static and offline).
 *
 * How the paper filters the teacher's variations is open; here the valid and different ones stay.
 */
import { baseTasks } from '../tasks/data.ts';
import type { Family } from '../tasks/family.ts';
import { arms } from './arms.ts';
import type { RunState, TaskText } from './events.ts';
import { inspectTask } from './inspect-task.ts';
import type { Policy } from './policy.ts';
import { randomStream } from './random-streams.ts';
import type { Settings } from './settings.ts';
import type { TextTokenizer } from './tokenizer.ts';
import { writeTasks, type WrittenTasks } from './write-tasks.ts';

export interface FixedTasksRequest {
  settings: Settings;
  families: readonly Family[];
  tokenizer: TextTokenizer;
  environment: Policy;
  teacher: Policy | undefined;
  state: RunState;
  refuse: (text: string) => string;
}

function baseData(families: readonly Family[], settings: Settings): TaskText[] {
  const share = (i: number) => Math.floor(((i + 1) * settings.basePool) / families.length);
  const texts = families.flatMap((family, i) =>
    baseTasks(family, settings.baseLevels, share(i) - share(i - 1), randomStream(settings.seed, 'baseData', 0, i)).map(
      (text) => ({ family, text }),
    ),
  );
  return texts.map(({ family, text }, index): TaskText => {
    const { task: _, ...inspection } = inspectTask(family, text);
    return {
      index,
      family: family.name,
      source: 'base',
      batch: index,
      context: '',
      seed: '',
      written: null,
      text,
      ...inspection,
      used: true,
    };
  });
}

/** The texts written once and wanted, with consecutive indices. */
async function writtenOnce(request: FixedTasksRequest, writer: Policy, needed: number): Promise<WrittenTasks> {
  const { settings, families, tokenizer, state, refuse } = request;
  const source = arms[settings.arm].tasks;
  const seen = new Set<string>();
  const refuseRepeated = (text: string): string => {
    if (source !== 'offline') return refuse(text);
    const repeated = seen.has(text);
    seen.add(text);
    return repeated ? 'The teacher has written this text before.' : refuse(text);
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

/** The fixed tasks a run needs, and what they cost the environment or the teacher. */
export async function makeFixedTasks(
  request: FixedTasksRequest,
): Promise<{ tasks: TaskText[]; tokens: number; flops: number }> {
  const { settings, families, environment, teacher } = request;
  const { tasks: source } = arms[settings.arm];
  const base = source === 'base' || settings.baseShare > 0 ? baseData(families, settings) : [];
  if (source !== 'static' && source !== 'offline') return { tasks: base, tokens: 0, flops: 0 };
  const writer = source === 'static' ? environment : teacher;
  if (!writer) throw new Error('The arm offline needs a teacher model, but none was loaded.');
  const needed = source === 'static' ? settings.staticPool : settings.offlinePool;
  const { candidates, tokens, flops } = await writtenOnce(request, writer, needed);
  return { tasks: [...base, ...candidates.map(({ text }) => text)], tokens, flops };
}
