import { beforeAll, describe, expect, it } from 'vitest';
import type { Learner } from '../policy/policy.ts';
import type { Settings } from './settings/settings.ts';
import { ofType, tableLoop, type TableLoop } from './testing/table-loop.ts';

let tables: TableLoop;
beforeAll(async () => {
  tables = await tableLoop();
});

const weightsOf = async (policy: Learner) => Buffer.from((await policy.snapshot()).weights).toString('base64');

async function learned(whoLearns: Settings['whoLearns']) {
  const players = tables.players();
  const before = [await weightsOf(players.agent), await weightsOf(players.environment)];
  const events = await tables.run({ whoLearns, epochs: 3 }, players);
  const after = [await weightsOf(players.agent), await weightsOf(players.environment)];
  return { agent: after[0] !== before[0], environment: after[1] !== before[1], events };
}

describe.each([
  ['both', true, true],
  ['agent', true, false],
  ['environment', false, true],
  ['none', false, false],
] as const)('who learns: %s', (whoLearns, agent, environment) => {
  it('changes the weights of those alone, and the log says so', async () => {
    const run = await learned(whoLearns);
    expect([run.agent, run.environment]).toEqual([agent, environment]);
    const codes = [ofType(run.events, 'agent-updated'), ofType(run.events, 'environment-updated')].map((updates) =>
      updates.map(({ note, steps }) => [note?.code === 'switched-off', steps.length > 0]),
    );
    [agent, environment].forEach((learns, player) => {
      if (learns) expect(codes[player].some(([off, steps]) => !off && steps)).toBe(true);
      else expect(codes[player]).toEqual([1, 2, 3].map(() => [true, false]));
    });
  });
});

it('is measured all the same: an environment switched off later keeps its divergence in the log', async () => {
  const players = tables.players();
  await tables.run({ epochs: 2 }, players);
  const [update] = ofType(await tables.run({ epochs: 1, whoLearns: 'agent' }, players), 'environment-updated');
  expect(update.klPerSequence).toBeGreaterThan(0);
});

it('leaves the events before the first update as they are', async () => {
  const first = async (whoLearns: Settings['whoLearns']) =>
    (await tables.run({ whoLearns, epochs: 1 })).filter(
      ({ type }) => type === 'tasks-written' || type === 'rolled-out' || type === 'scored' || type === 'filtered',
    );
  expect(await first('none')).toEqual(await first('both'));
});
