import { beforeAll, expect, it } from 'vitest';
import type { RolledOut, RunEvent, TasksWritten } from '../genenv/log/events.ts';
import { openTables, tableSettings } from '../genenv/testing/record-run.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { Session } from './session.ts';
import { tableParts, type Tables } from './testing/table-session.ts';

const settings = tableSettings({ epochs: 3, agentLearningRate: 0.05, environmentLearningRate: 0.05 });

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});

async function startRun() {
  const parts = tableParts(await freshStore(), tables);
  const session = await Session.open(parts, { newId: 'run', name: 'run', settings });
  const log: RunEvent[] = [];
  const until = async <Type extends RunEvent['type']>(type: Type, epoch: number) => {
    for (;;) {
      const event = await session.next();
      if (!event) throw new Error(`The run has no ${type} of epoch ${epoch}.`);
      log.push(event);
      if (event.type === type && 'epoch' in event && event.epoch === epoch)
        return event as Extract<RunEvent, { type: Type }>;
    }
  };
  const askAgent = (epoch: number, event: RolledOut, tasks: TasksWritten) =>
    session.askTokens({
      player: 'agent',
      epoch,
      temperature: 1,
      alternatives: 3,
      texts: event.rollouts.map(({ ids, mask, task }) => ({ read: tasks.texts[task].prompt, ids, mask })),
    });
  const askEnvironment = (epoch: number, { texts }: TasksWritten) =>
    session.askTokens({
      player: 'environment',
      epoch,
      temperature: 1,
      alternatives: 3,
      texts: texts.map(({ context, written }) => ({ read: context, ids: written!.ids })),
    });
  return { session, log, until, askAgent, askEnvironment };
}

const logprobsOf = (predictions: { logprobs: number[] }[]) => predictions.map(({ logprobs }) => logprobs);

it('the weights before an update give the logged probabilities, and later weights give others', async () => {
  const { until, askAgent, askEnvironment } = await startRun();
  const tasks = await until('tasks-written', 1);
  const rolledOut = await until('rolled-out', 1);
  const sampled = rolledOut.rollouts.map(({ logprobs }) => logprobs);
  const early = await askAgent(1, rolledOut, tasks);
  expect(logprobsOf(early.before!)).toEqual(sampled);
  expect(early.initial).toEqual(early.before);
  expect(early.after).toBeNull();
  for (const { alternatives, logprobs } of early.before!)
    alternatives.forEach((likely, t) => {
      expect(likely.length).toBe(3);
      expect([...likely].sort((a, b) => b.logprob - a.logprob)).toEqual(likely);
      expect(likely[0].logprob).toBeGreaterThanOrEqual(logprobs[t] - 1e-6);
      for (const { id, token } of likely) expect(token).toBe(tables.tokenizer.tokenText(id));
    });

  await until('agent-updated', 1);
  const late = await askAgent(1, rolledOut, tasks);
  expect(logprobsOf(late.before!)).toEqual(sampled);
  expect(logprobsOf(late.after!)).not.toEqual(sampled);
  // The environment has not learned yet.
  expect((await askEnvironment(1, tasks)).after).toBeNull();
  await until('environment-updated', 1);
  const environment = await askEnvironment(1, tasks);
  expect(logprobsOf(environment.before!)).toEqual(tasks.texts.map(({ written }) => written!.logprobs));
  expect(logprobsOf(environment.after!)).not.toEqual(logprobsOf(environment.before!));
});

it('borrows a checkpoint without changing the run, and names epochs that are not kept', async () => {
  const undisturbed = await startRun();
  await undisturbed.until('epoch-ended', 3);

  const { log, until, askAgent } = await startRun();
  await until('epoch-ended', 1);
  const tasks = await until('tasks-written', 2);
  const rolledOut = await until('rolled-out', 2);
  await until('agent-updated', 2);
  // The weights before the update are in the checkpoint after epoch 1.
  const asked = await askAgent(2, rolledOut, tasks);
  expect(logprobsOf(asked.before!)).toEqual(rolledOut.rollouts.map(({ logprobs }) => logprobs));
  expect(asked.before).not.toEqual(asked.initial);
  await until('epoch-ended', 2);
  const later = await askAgent(2, rolledOut, tasks);
  expect(later.before).toBeNull();
  expect(later.after).toEqual(asked.after);
  await until('epoch-ended', 3);
  expect(log).toEqual(undisturbed.log);
});
