/**
 * @file Runs the loop on TRL with all weights and with LoRA: three rounds of `discovery` from the shipped checkpoints,
 * interrupted once. It reads the log like any run's, and recomputes the numbers from the same rollouts.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { type AttemptedTask, type Candidate, knownCandidate, textOf } from '../../genenv/stages/inspect-task.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { joinEvents } from '../../genenv/log/epoch-events.ts';
import { samplesOfEpoch } from '../../genenv/sources/epoch-tasks.ts';
import { addToPools, growPools, regressionWindow } from '../../genenv/pools.ts';
import { arms } from '../../genenv/sources/arms.ts';
import { agentReward, countsByFamily, recentSuccess } from '../../genenv/stages/score-rollouts.ts';
import { environmentPairs } from '../../genenv/stages/update-environment.ts';
import { judgeGroups } from '../../genenv/stages/score-groups.ts';
import { summariseEpoch } from '../../genenv/stages/summarise-epoch.ts';
import { memoryPools } from '../../genenv/testing/memory-pools.ts';
import { drawContext } from '../../genenv/stages/write-tasks.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { readRun } from '../../runs/testing/read-run.ts';
import { PLAIN_TEXT } from '../../tasks/family.ts';
import { familyByName } from '../../tasks/registry.ts';
import { loopFolder, MODELS, settingsOf, smallLoop, startLoop } from './testing/loop-folder.ts';

const family = familyByName('household');

const ROUNDS = 3;

/** Python and JavaScript may round exp, and sums in another order, differently in the last bits. */
const DIGITS = 12;
const closeTo = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isInteger(value) ? value : expect.closeTo(value, DIGITS);
  if (Array.isArray(value)) return value.map(closeTo);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closeTo(one)]));
  return value;
};

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

describe.each(['full', 'lora'] as const)('the loop on TRL, training %s', (training) => {
  const changes = smallLoop({
    epochs: ROUNDS,
    replayShare: 0.2,
    // Each batch has a base sample and two variations, as in the paper, and p̂ is pooled over the batch.
    taskContext: 'base-seed',
    variations: 2,
    successScope: 'batch',
    training,
  });
  const settings = settingsOf(changes);
  let folder: string;
  let events: RunEvent[];
  let problems: Error[];
  let tokenizer: TextTokenizer;
  let agentMadeBefore: number;
  const path = (...names: string[]) => join(folder, ...names);
  const madeAt = (file: string) => statSync(path(file)).mtimeMs;
  const of = <Type extends RunEvent['type']>(type: Type) => events.filter((event) => event.type === type) as Of<Type>[];

  beforeAll(async () => {
    folder = loopFolder(changes);

    // Kill the program after the agent's update in the first round, during the next step.
    const first = startLoop(folder);
    const agent = 'rounds/0001/agent/rollouts.jsonl';
    while (!existsSync(path(agent)) && first.loop.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    first.loop.kill('SIGKILL');
    await first.ended;
    agentMadeBefore = madeAt(agent);
    expect(existsSync(path('rounds/0001/events.jsonl'))).toBe(false);

    const { code, errors } = await startLoop(folder).ended;
    if (code !== 0) throw new Error(errors);
    ({ events, problems } = await readRun(readFileSync(path('run.jsonl')), 'run.jsonl', { damaged: 'refuse' }));
    tokenizer = await loadTokenizer(diskFolder(`${MODELS}/discovery-agent`));
  }, 600_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('goes on after it was killed, with what was finished', () => {
    expect(madeAt('rounds/0001/agent/rollouts.jsonl')).toBe(agentMadeBefore);
    expect(of('epoch-ended').map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
  });

  it('writes a log that passes the checks of an imported run, and has every figure', () => {
    expect(problems).toEqual([]);
    const { epochs } = runMetrics(events);
    expect(epochs).toHaveLength(ROUNDS);
    for (const { agentKl, spent } of epochs) {
      expect(agentKl).not.toBeNull();
      expect(spent.agentFlops).toBeGreaterThan(0);
    }
    const [started] = of('run-started');
    expect(started.settings).toEqual(settings);
    expect(started.agent).toMatchObject({
      family: 'llama',
      vocabularySize: 34,
      contextLength: 160,
      runtime: 'trl',
    });
    expect(started.heldOut?.byLevel.household).toHaveLength(family.levels);
    expect(of('epoch-ended').at(-1)!.heldOut).not.toBeNull();
  });

  it('lets the environment read what ours would read, and both models learn', () => {
    for (const { epoch, recentSuccess, texts } of of('tasks-written')) {
      const part = { families: [family], settings, epoch };
      const request = { ...part, tokenizer, state: { recentSuccess }, samples: samplesOfEpoch(part) };
      const written = texts.filter(({ source }) => source === 'environment');
      for (const { batch, context, seed } of written) {
        const expected = drawContext(request, batch);
        expect([context, seed]).toEqual([expected.text, expected.seed]);
        const bases = texts.filter((one) => one.source === 'base' && one.batch === batch);
        expect(bases.map(({ text }) => text)).toEqual([expected.sample?.text]);
      }
    }
    for (const { steps } of of('agent-updated')) {
      expect(steps).toHaveLength(settings.minibatches);
      // The first minibatch is on policy, so its ratio is 1.
      expect(steps[0].meanRatio).toBeCloseTo(1, 4);
      expect(steps[0].gradNorm).toBeGreaterThan(0);
    }
    const learned = of('environment-updated').filter(({ steps }) => steps.length > 0);
    expect(learned.length).toBeGreaterThan(0);
    expect(learned.at(-1)!.klPerSequence).toBeGreaterThan(0);
  });

  it('gives the rewards, successes, filter, weights, pools and summary that ours gives on the same rollouts', () => {
    const pools = memoryPools();
    let state = { epoch: 0, recentSuccess: { household: 0.5 } };
    const arm = arms[settings.arm];
    let kept = 0;
    for (let epoch = 1; epoch <= ROUNDS; epoch++) {
      const [tasksWritten] = of('tasks-written').filter((event) => event.epoch === epoch);
      const [rolledOut] = of('rolled-out').filter((event) => event.epoch === epoch);
      const [poolsUpdated] = of('pools-updated').filter((event) => event.epoch === epoch);
      const [ended] = of('epoch-ended').filter((event) => event.epoch === epoch);
      expect(tasksWritten.recentSuccess).toEqual(closeTo(state.recentSuccess));

      const tasks = tasksWritten.texts
        .filter(({ used }) => used)
        .map((text): Candidate => {
          const known = knownCandidate(family, text, PLAIN_TEXT);
          // Parser, oracle and audit must agree with the log.
          expect(textOf(known)).toEqual(text);
          return { ...known, contextIds: tokenizer.encode(text.context) };
        });
      const rolloutsOf = (index: number) => rolledOut.rollouts.filter(({ task }) => task === index);
      const groups = tasks.map(({ index, batch, source, text, task }) => ({
        task: index,
        batch,
        source,
        text,
        rollouts: rolloutsOf(index).map(({ rollout, ids, turns, finish }) => {
          if (finish === 'stop') expect(tokenizer.decode(ids.slice(0, -1))).toBe(turns[0]);
          const score = agentReward(family, task, turns, finish, settings.successThreshold);
          const { reward, wellFormed, reason } = score;
          return { task: index, rollout, wellFormed, reason, question: { rule: 'given' as const, reward } };
        }),
      }));
      const { scored, filtered } = judgeGroups(settings, arm, epoch, groups);
      expect(of('scored')[epoch - 1]).toEqual(closeTo(scored));
      expect(of('filtered')[epoch - 1]).toEqual(closeTo(filtered));
      kept += filtered.tasks.filter((task) => task.kept).length;

      const attempted = joinEvents(tasks, rolledOut, scored, filtered) as AttemptedTask[];
      const pairs = environmentPairs(epoch, attempted);
      expect(poolsUpdated).toEqual(closeTo(growPools(pools, epoch, attempted, pairs)));
      const window = [...regressionWindow(pools.environment, epoch, settings.environmentReplayEpochs), ...pairs];
      expect(of('environment-updated')[epoch - 1].pairs).toBe(window.length);
      addToPools(pools, poolsUpdated);

      const counts = countsByFamily([family], attempted);
      state = { epoch, recentSuccess: recentSuccess(settings, state, counts) as { household: number } };
      const { heldOut, cost } = ended;
      const parts = {
        families: [family],
        tokenizer,
        tasksWritten,
        rolledOut,
        scored,
        counts,
        filtered,
        heldOut,
        cost,
        state,
      };
      expect(ended).toEqual(closeTo(summariseEpoch(parts)));
    }
    expect(kept).toBeGreaterThan(0);
  });
});
