import { beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '../../tasks/held-out.ts';
import { agentOptimizer, grpoObjective, maxCompletionLength } from '../stages/update-agent.ts';
import { ofType, tableLoop, type TableLoop } from '../testing/table-loop.ts';
import { fewestRollouts } from './arms.ts';
import { dataSets, probesOf } from './soar.ts';

let table: TableLoop;

beforeAll(async () => {
  table = await tableLoop();
});

/** One pass over all groups in one step, so that a set's update is one call. */
const changes = { tasksPerEpoch: 8, groupSize: 8, minibatches: 1, innerEpochs: 1, groupsInLoss: 'all' } as const;

describe('payment by the measured gain', () => {
  it('divides what the environment wrote in order, and nothing else', () => {
    const tasks = [...'abcdefg'].map((name) => ({ name, source: name === 'b' ? 'base' : 'environment' }));
    const names = (sets: { name: string }[][]) => sets.map((set) => set.map(({ name }) => name).join(''));
    expect(names(dataSets(tasks))).toEqual(['a', 'cd', 'e', 'fg']);
    expect(names(dataSets(tasks.slice(0, 3)))).toEqual(['a', 'c']);
    expect(dataSets(tasks.slice(1, 2))).toEqual([]);
  });

  it('measures on training data, other tasks in each epoch', () => {
    const at = (epoch: number) =>
      probesOf({ ...table, settings: table.settingsOf({}), epoch }).map(({ text, index }, i) => {
        expect(index).toBe(i);
        expect(partitionOf(text)).toBe('training');
        return text;
      });
    expect(at(1)).toHaveLength(64);
    expect(at(1)).toEqual(at(1));
    expect(at(1)).not.toEqual(at(2));
  });

  it('pays the difference that an update on the set alone makes, and leaves the agent as it was', async () => {
    const settings = table.settingsOf(changes);
    const events = await table.run({ ...changes, arm: 'soar', epochs: 1 });
    const [{ texts }] = ofType(events, 'tasks-written');
    const [{ rollouts }] = ofType(events, 'rolled-out');
    const [scored] = ofType(events, 'scored');
    const [filtered] = ofType(events, 'filtered');
    const probes = probesOf({ ...table, settings, epoch: 1 });
    const stop = table.tokenizer.specialIds.eos!;
    /** Greedy success, asked of the policy itself. */
    const solvedBy = async (agent: ReturnType<TableLoop['players']>['agent']) => {
      const prompts = probes.map(({ prompt }, task) => ({
        ids: table.tokenizer.encode(prompt),
        task,
        rollouts: [0],
        position: 0,
      }));
      const sampling = { temperature: 0, topK: 0, topP: 1, maxNewTokens: 31, stopIds: [stop] };
      const { completions } = await agent.generate(prompts, sampling, { seed: 0, stream: 0, epoch: 0 });
      return completions.filter(({ ids, finish }, i) => {
        if (finish !== 'stop') return false;
        return probes[i].world.score(probes[i].task, [table.tokenizer.decode(ids.slice(0, -1))]).success;
      }).length;
    };
    const before = await solvedBy(table.players().agent);
    const used = texts.filter((text) => text.used);
    const gains: number[] = [];
    for (let set = 0; set < 4; set++) {
      const { agent } = table.players();
      const own = used.slice(2 * set, 2 * set + 2);
      await agent.update({
        sequences: own.flatMap(({ index, prompt }) =>
          rollouts
            .filter(({ task }) => task === index)
            .map(({ ids, logprobs, rollout }) => ({
              prompt: table.tokenizer.encode(prompt),
              completion: ids,
              oldLogprobs: logprobs,
              advantage: scored.rollouts.find((one) => one.task === index && one.rollout === rollout)!.advantage,
            })),
        ),
        objective: grpoObjective(settings, maxCompletionLength(table.families)),
        optimizer: agentOptimizer(settings),
      });
      gains.push(((await solvedBy(agent)) - before) / 64);
    }
    expect(new Set(gains).size).toBeGreaterThan(1);
    used.forEach(({ index }, place) => {
      const set = Math.floor(place / 2);
      const others = gains.filter((_, k) => k !== set);
      const above = gains[set] > others.reduce((sum, gain) => sum + gain, 0) / 3;
      expect(scored.tasks.find(({ task }) => task === index)!.environmentReward).toBeCloseTo(gains[set], 12);
      const { kept, weight, reason } = filtered.tasks.find(({ task }) => task === index)!;
      expect({ kept, code: reason.code }).toEqual({
        kept: above,
        code: above ? 'gain-above-mean' : 'gain-not-above-mean',
      });
      expect(weight).toBeCloseTo(above ? Math.exp(settings.lambda * gains[set]) : 0, 12);
    });
    expect(ofType(events, 'pools-updated')[0].environment).toHaveLength(
      filtered.tasks.filter(({ kept }) => kept).length,
    );
    // What genenv writes and attempts in its first epoch is the same, and so is what the agent learns.
    const theirs = await table.run({ ...changes, epochs: 1 });
    expect(ofType(events, 'rolled-out')).toEqual(ofType(theirs, 'rolled-out'));
    expect(ofType(events, 'agent-updated')).toEqual(ofType(theirs, 'agent-updated'));
    const [ours, free] = [events, theirs].map((run) => ofType(run, 'epoch-ended')[0].cost);
    expect(ours.agentRollouts - free.agentRollouts).toBe(5 * 64);
    expect(fewestRollouts({ ...settings, arm: 'soar' })).toBe(ours.agentRollouts);
    expect(ours.agentTokens).toBeGreaterThan(free.agentTokens);
    // One more pass over every rollout, and the probes.
    const [{ steps }] = ofType(events, 'agent-updated');
    expect(ours.agentFlops - free.agentFlops).toBeGreaterThan(steps[0].flops);
  });
});
