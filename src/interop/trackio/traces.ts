/**
 * @file The rollouts of a run as Trackio traces: one JSON line a rollout, with the arguments of `trackio.Trace` (messages,
 * metadata; version 0.43) and the step, which is the epoch. docs/command-line.md says how they are logged.
 */
import { eventOf } from '../../genenv/log/event-of.ts';
import type { RunEvent, TaskText } from '../../genenv/log/events.ts';
import { type Attempt, joinEvents, type TaskEventsSoFar } from '../../genenv/log/task-events.ts';

interface Message {
  role: 'user' | 'assistant';
  content: string;
}

export interface Trace {
  step: number;
  /** What the agent read and wrote, in turn: the prompt, its answer, the simulator's observation, its answer … */
  messages: Message[];
  metadata: Readonly<Record<string, string | number | boolean | null>>;
}

const messagesOf = (prompt: string, { turns, observations }: Attempt['rollout']): Message[] => [
  { role: 'user', content: prompt },
  ...turns.flatMap((content, turn): Message[] => {
    const observed = observations.at(turn);
    const answer: Message = { role: 'assistant', content };
    return observed === undefined ? [answer] : [answer, { role: 'user', content: observed }];
  }),
];

const traceOf = (step: number, task: TaskText & TaskEventsSoFar, { rollout, score }: Attempt): Trace => ({
  step,
  messages: messagesOf(task.prompt, rollout),
  metadata: {
    task: task.index,
    rollout: rollout.rollout,
    family: task.family,
    source: task.source,
    text: task.text,
    level: task.level,
    reward: score.reward,
    success: score.success,
    well_formed: score.wellFormed,
    reason: score.reason?.code ?? null,
    advantage: score.advantage,
    tokens: rollout.ids.length,
    finish: rollout.finish,
    success_rate: task.scored?.successRate ?? null,
    environment_reward: task.scored?.environmentReward ?? null,
    kept: task.filtered?.kept ?? null,
  },
});

/** @param events of one finished epoch, in order */
export function tracesOf(events: readonly RunEvent[]): Trace[] {
  const written = eventOf(events, 'tasks-written');
  const scored = eventOf(events, 'scored');
  if (!written || !scored) return [];
  const tasks = joinEvents(written.texts, eventOf(events, 'rolled-out'), scored, eventOf(events, 'filtered'));
  return tasks.flatMap((task) =>
    task.rollouts.flatMap(({ rollout, score }) => (score ? [traceOf(written.epoch, task, { rollout, score })] : [])),
  );
}
