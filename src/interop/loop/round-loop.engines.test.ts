/**
 * @file Runs three rounds of the loop on TRL, with all weights and with LoRA, and kills the loop once. It uses the
 * settings and shipped checkpoints of the preset `discovery`. The tests read the log, and recompute its numbers from its rollouts.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { knownCandidate, textOf } from '../../genenv/stages/inspect-task.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { samplesOfEpoch } from '../../genenv/sources/epoch-tasks.ts';
import { regressionWindow } from '../../genenv/pools.ts';
import { agentReward } from '../../genenv/stages/score-rollouts.ts';
import { drawContext } from '../../genenv/stages/write-tasks.ts';
import { loadTokenizer } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import type { UpdateStats } from '../../policy/policy.ts';
import { readRun } from '../../runs/testing/read-run.ts';
import { PLAIN_TEXT } from '../../tasks/family.ts';
import { familyByName } from '../../tasks/registry.ts';
import { taskOf } from '../../tasks/testing/read-task.ts';
import { roundEvents, weighRound } from './loop-round.ts';
import { loopFolder, MODELS, settingsOf, smallLoop, startLoop } from './testing/loop-folder.ts';

const family = familyByName('household');

const ROUNDS = 3;

/** Decimal places that must agree. Python and JavaScript may round exp and sums differently in the last bits. */
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
    // As in the paper, a batch has a base sample and two variations, and p̂ is the success rate of the whole batch.
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

    // Kill the loop in its first round, soon after the update of the agent.
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
      // The first minibatch is on policy, so its mean probability ratio is 1.
      expect(steps[0].meanRatio).toBeCloseTo(1, 4);
      expect(steps[0].gradNorm).toBeGreaterThan(0);
    }
    const learned = of('environment-updated').filter(({ steps }) => steps.length > 0);
    expect(learned.length).toBeGreaterThan(0);
    expect(learned.at(-1)!.klPerSequence).toBeGreaterThan(0);
  });

  it('gives the rewards, successes, filter, weights, pools and summary that ours gives on the same rollouts', () => {
    const rules = { settings, families: [family], tokenizer };
    const [{ agent, environment }] = of('run-started');
    const parameters = { agent: agent.parameters, environment: environment.parameters };
    let success: Record<string, number> = { household: 0.5 };
    let pairs: ReturnType<typeof weighRound>['pairs'] = [];
    let [trainSize, environmentSize] = [0, 0];
    for (let epoch = 1; epoch <= ROUNDS; epoch++) {
      const { texts } = of('tasks-written')[epoch - 1];
      const { rollouts } = of('rolled-out')[epoch - 1];
      const { steps, klPerSequence, cap } = of('environment-updated')[epoch - 1];
      const round = {
        epoch,
        recentSuccess: success,
        tasks: texts
          .filter(({ used }) => used)
          .map((text) => {
            // The log must have the same verdict on each text as our parser and oracle.
            expect(textOf(knownCandidate(family, text, PLAIN_TEXT))).toEqual(text);
            return { text, contextIds: tokenizer.encode(text.context) };
          }),
        rollouts: rollouts.map((rollout) => {
          const { task, ids, turns, finish } = rollout;
          if (finish === 'stop') expect(tokenizer.decode(ids.slice(0, -1))).toBe(turns[0]);
          const { text } = texts.find(({ index }) => index === task)!;
          return { ...rollout, ...agentReward(family, taskOf(family, text), turns, finish, settings.successThreshold) };
        }),
      };
      const weighed = weighRound(rules, round);
      pairs = [...regressionWindow(pairs, epoch, settings.environmentReplayEpochs), ...weighed.pairs];
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      const expected = roundEvents(rules, {
        ...{ ...round, texts, trainSize, environmentSize, parameters, window: pairs.length },
        agentSteps: of('agent-updated')[epoch - 1].steps as UpdateStats[],
        environment: { steps, klPerSequence, cap },
        heldOut: of('epoch-ended')[epoch - 1].heldOut,
        written: {
          tokens: sum(texts.map(({ written }) => written?.ids.length ?? 0)),
          contextTokens: sum(texts.map(({ context }) => tokenizer.encode(context).length)),
        },
      });
      expect(events.filter((event) => 'epoch' in event && event.epoch === epoch)).toEqual(closeTo(expected));
      success = weighed.recentSuccess;
      trainSize += weighed.traces;
      environmentSize += weighed.pairs.length;
    }
    expect(of('filtered').some(({ tasks }) => tasks.some(({ kept }) => kept))).toBe(true);
  });
});
