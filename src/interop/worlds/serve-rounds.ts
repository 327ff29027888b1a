/**
 * @file A run whose agent is another program, by messages: the tasks of an epoch go out, the turns of that program's rollouts
 * come back, and the environment learns from them as from those of any other agent.
 */
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import type { TasksWritten } from '../../genenv/log/events.ts';
import type { Session } from '../../runs/session.ts';
import { familyByName } from '../../tasks/registry.ts';
import type { Outcome, OutsideAgent } from './outside-agent.ts';
import { worldTask } from './world-judge.ts';

const report = z.strictObject({
  outcomes: z.array(z.strictObject({ task: z.int().min(0), turns: z.array(z.string()) })),
});

export interface Messages {
  /** The next message of the other program; null where it wants no more. */
  read(): Promise<unknown>;
  write(message: object): Promise<void>;
  /** Says why a message was refused; the other program may send another. */
  refuse(error: unknown): Promise<void>;
}

/** Makes the epochs of the run until it has had all, or the other program wants no more; an unfinished one is forgotten. */
export async function serveRounds(
  session: Pick<Session, 'next' | 'settingsInForce'>,
  agent: OutsideAgent,
  messages: Messages,
): Promise<void> {
  for (let event = await session.next(); event; event = await session.next()) {
    if (event.type !== 'tasks-written') continue;
    const tasks = tasksOf(event);
    if (tasks.length === 0) continue;
    const { groupSize } = session.settingsInForce();
    await messages.write({ epoch: event.epoch, groupSize, tasks });
    const outcomes = await nextOutcomes(messages, tasks, groupSize);
    if (!outcomes) return;
    agent.report(outcomes);
  }
  await messages.write({ ended: session.settingsInForce().epochs });
}

const tasksOf = ({ texts }: TasksWritten) =>
  texts
    .filter(({ used }) => used)
    .map(({ index, family, text }) => ({ task: index, ...worldTask(familyByName(family), text) }));

async function nextOutcomes(messages: Messages, tasks: ReturnType<typeof tasksOf>, groupSize: number) {
  for (;;) {
    try {
      const message = await messages.read();
      return message === null ? null : outcomesOf(message, tasks, groupSize);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      await messages.refuse(error);
    }
  }
}

function outcomesOf(message: unknown, tasks: ReturnType<typeof tasksOf>, groupSize: number): Outcome[] {
  const parsed = report.safeParse(message);
  if (!parsed.success) {
    const [{ place, cause }] = schemaProblems(parsed.error);
    throw new CodedError('not-outcomes', { place, cause });
  }
  const { outcomes } = parsed.data;
  const unknown = outcomes.find(({ task }) => !tasks.some((one) => one.task === task));
  if (unknown) throw new CodedError('outcome-of-no-task', { task: unknown.task });
  for (const { task } of tasks) {
    const given = outcomes.filter((outcome) => outcome.task === task).length;
    if (given !== groupSize) throw new CodedError('outcomes-of-task', { task, given, groupSize });
  }
  return outcomes;
}
