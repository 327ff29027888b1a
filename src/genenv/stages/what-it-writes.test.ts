import { expect, it } from 'vitest';
import { parseSettings } from '../settings/settings.ts';
import { wordLevelTokenizer } from '../../lm/files/tokenizer.ts';
import { scriptedModel } from '../../policy/testing/scripted-policy.ts';
import type { Sampler } from '../../policy/policy.ts';
import { household } from '../../tasks/families/household/household.ts';
import type { Family } from '../../tasks/family.ts';
import { vocabulary } from '../../tasks/vocabulary.ts';
import { whatItWrites } from './what-it-writes.ts';

const tokenizer = wordLevelTokenizer(vocabulary([household], true).slice(2));

it('counts levels and skills of what the same seeds become under other facts', async () => {
  const read: string[] = [];
  const { policy } = scriptedModel(tokenizer, ({ prompt }) => {
    read.push(prompt);
    // Two more goals of the weak skill where one is told; nothing where the level is 1; no task where it is 2.
    if (prompt.includes('<l1>')) return '';
    if (prompt.includes('<l2>')) return '& pen pen';
    return prompt.includes(' pen') ? '& dry vase & dry bowl' : '& dry pen & dry bowl';
  });
  const request = { environment: policy as Sampler, tokenizer, settings: parseSettings({}), texts: 12 };
  const written = await whatItWrites({ ...request, family: household as Family }, [
    () => ({ success: 0.1, level: 1 }),
    () => ({ success: 0.1, level: 2 }),
    () => ({ success: 0.9, level: 3, weak: ['rack'] }),
  ]);
  const seeds = read.map((prompt) => prompt.split(' ').slice(-2).join(' '));
  expect(seeds.slice(12, 24)).toEqual(seeds.slice(0, 12));
  expect(read[24].startsWith('<household> <b4> <l3> <weak> rack ')).toBe(true);
  expect(written.map(({ level, valid }) => [level.length, valid])).toEqual([
    [12, 12],
    [12, 0],
    [12, written[2].valid],
  ]);
  expect(written[0].levels).toEqual([12, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(written[0].skills.rack).toBe(0);
  expect(written[2].valid).toBeGreaterThan(6);
  expect(written[2].levels[2]).toBe(written[2].valid);
  expect(written[2].skills).toMatchObject({ rack: 2 * written[2].valid, sink: 0 });
});
