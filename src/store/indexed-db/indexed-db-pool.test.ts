/** @file Compares queries of D_train with a plain filter and sort. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { POOL_FIELDS, type PoolQuery, type TrainPoolEntry } from '../pool-contract.ts';
import { newRunRecord, splitEpochs, type EventFormat } from '../run-store.ts';
import { freshStore } from '../testing/fresh-store.ts';

type Event = { type: 'pools-updated'; train: TrainPoolEntry[] } | { type: 'epoch-ended'; epoch: number };
const format: EventFormat<Event> = {
  upgrade: (event) => event as Event,
  outline: (event) => event,
  poolEntries: (epoch) => ({
    train: epoch.flatMap((event) => (event.type === 'pools-updated' ? event.train : [])),
    environment: [],
  }),
};

/** Entries have few different values, so that many are equal in the sorting field. */
const entry = fc.record({
  family: fc.constantFrom('doors', 'household', 'Doors'),
  source: fc.constantFrom('environment', 'base'),
  level: fc.integer({ min: 0, max: 3 }),
  success: fc.constantFrom(0, 0.25, 1 / 3, 1),
  text: fc.constantFrom('go to Shelf 1', 'take the mug', 'open the door', ''),
});
const range = (value: fc.Arbitrary<number>) => fc.option(fc.tuple(value, value), { nil: undefined });
const query: fc.Arbitrary<PoolQuery> = fc.record(
  {
    ranges: fc.record(
      {
        epoch: range(fc.integer({ min: 0, max: 5 })),
        level: range(fc.integer({ min: 0, max: 4 })),
        success: range(fc.constantFrom(0, 0.25, 0.3, 1)),
      },
      { requiredKeys: [] },
    ),
    family: fc.constantFrom('doors', 'household', 'nothing'),
    source: fc.constantFrom('environment', 'base'),
    text: fc.constantFrom('SHELF', 'the', ''),
    order: fc.record({ by: fc.constantFrom(...POOL_FIELDS), descending: fc.boolean() }),
  },
  { requiredKeys: [] },
);

it('answers every query like a filter and a sort over all entries', async () => {
  const run = fc.array(fc.array(entry, { maxLength: 6 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(run, query, async (epochs, asked) => {
      const store = await freshStore({ format });
      const added = epochs.map((entries, epoch) =>
        entries.map((one) => ({ ...one, epoch, key: ['done'], traces: [] })),
      );
      const events = added.flatMap((train, epoch): Event[] => [
        { type: 'pools-updated', train },
        { type: 'epoch-ended', epoch },
      ]);
      const contents = { epochs: splitEpochs(events), checkpoints: [] };
      await store.create(newRunRecord({ id: 'run', name: 'run', settings: {}, now: 0 }), contents);

      const all = added.flat().map((one, position) => ({ ...one, position }));
      const { ranges = {}, family, source, text, order } = asked;
      const expected = all.filter(
        (one) =>
          (['epoch', 'level', 'success'] as const).every((field) => {
            const wanted = ranges[field];
            return !wanted || (one[field] >= wanted[0] && one[field] <= wanted[1]);
          }) &&
          (family === undefined || one.family === family) &&
          (source === undefined || one.source === source) &&
          one.text.toLowerCase().includes((text ?? '').toLowerCase()),
      );
      const value = (one: TrainPoolEntry) => one[order?.by ?? 'epoch'];
      expected.sort((a, b) => (value(a) === value(b) ? 0 : value(a) < value(b) ? -1 : 1));
      if (order?.descending) expected.reverse();

      const { train, environment } = store.pools('run');
      expect(await train.read(await train.find(asked))).toEqual(expected);
      expect(await train.read([all.length, ...all.keys()])).toEqual(all);
      expect([await train.size(), await environment.size()]).toEqual([all.length, 0]);
    }),
    { numRuns: 60 },
  );
});
