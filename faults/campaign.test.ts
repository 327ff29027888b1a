/** @file The fault campaign in short; `npm run faults` makes it long. */
import { describe, expect, it } from 'vitest';
import { CodedError } from '../src/common/coded-error.ts';
import { jobName, jobsOf, type Subject } from './campaign.ts';
import { tableOf } from './report.ts';
import { orRefused } from './sentence.ts';
import { quickSubjects, subjects } from './subjects/index.ts';
import { campaign, failed, SEED } from './testing/short-campaign.ts';

const TRIALS = 2;

it.each(quickSubjects.map((subject) => [subject.name, subject] as const))('%s', async (_, subject) => {
  const tallies = await campaign([subject], TRIALS);
  expect(failed(tallies)).toEqual([]);
  for (const { trials, refused, recovered, skipped } of tallies) if (!skipped) expect(refused + recovered).toBe(trials);
});

describe('the campaign itself', () => {
  const subject = (run: () => Promise<'refused' | 'recovered'>): Subject => ({
    name: 'a subject',
    faults: ['a fault'],
    open: async () => ({ run }),
  });
  const refusing = (error: Error) => subject(() => orRefused(() => Promise.reject(error)) as Promise<'refused'>);

  const saying = (cause: string) => new CodedError('sweep-invalid', { causes: [cause] });

  it.each<[string, Error, RegExp]>([
    ['an error without a code', new TypeError('x is not a function'), /^TypeError: x is not a function$/],
    ['an error without a sentence', new CodedError('sweep-invalid', { causes: [] }), /This is no sentence/],
    ['a value that is missing', saying('It must be a number, but is undefined'), /not for a person/],
    ['a sentence in a sentence', saying('It was {}.'), /not for a person/],
    ['marks of a library', saying('✖ It must be a number'), /not for a person/],
    ['a code of the system', saying('EROFS: the disk is read-only'), /not for a person/],
    ['a defect in a sentence', saying('Cannot read properties of null'), /not for a person/],
  ])('counts %s as a failure, and says how to repeat it', async (_, error, message) => {
    const [tally] = await campaign([refusing(error)], 1);
    expect(tally).toMatchObject({ trials: 1, refused: 0, recovered: 0 });
    expect(tally.failures).toEqual([{ trial: 0, message: expect.stringMatching(message) }]);
    expect(tableOf([tally], SEED)).toContain(`npm run faults -- --seed ${SEED} --only 'a subject/a fault' --trial 0`);
  });

  it('counts a sentence with a code as refused', async () => {
    expect(await campaign([refusing(new CodedError('no-model'))], 1)).toMatchObject([
      { trials: 1, refused: 1, failures: [] },
    ]);
  });

  it('draws the same faults for the same seed, whatever other jobs there are', async () => {
    const drawn: number[] = [];
    const drawing = (name: string): Subject => ({
      name,
      faults: ['a fault'],
      open: async () => ({
        run: async (_, random) => {
          if (name === 'drawn') drawn.push(random.word());
          return 'recovered';
        },
      }),
    });
    await campaign([drawing('drawn')], 3);
    await campaign([drawing('other'), drawing('drawn')], 3);
    expect(drawn.slice(3)).toEqual(drawn.slice(0, 3));
    expect(new Set(drawn).size).toBe(3);
  });

  it('gives each job a name of its own', () => {
    const names = jobsOf(subjects).map(jobName);
    expect(new Set(names).size).toBe(names.length);
  });
});
