/** @file The faults that need whole runs on a GPU, one trial each: the program killed and started again, the GPU lost. */
import { expect, it } from 'vitest';
import { slowSubjects } from './subjects/index.ts';
import { campaign, failed } from './testing/short-campaign.ts';

it.each(slowSubjects.map((subject) => [subject.name, subject] as const))('%s', async (_, subject) => {
  expect(failed(await campaign([subject], 1))).toEqual([]);
});
