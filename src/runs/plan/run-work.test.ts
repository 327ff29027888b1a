/** @file Checks that a plan counts as many sequences per optimizer step as a step may have. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { minibatches } from '../../genenv/stages/agent-steps.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { tokenizerOf } from '../../genenv/testing/table-players.ts';
import { parseModelConfig } from '../../lm/files/config.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { runWork } from './run-work.ts';

const config = parseModelConfig(
  JSON.parse(readFileSync(new URL('../../../models/discovery-agent/config.json', import.meta.url), 'utf8')),
);

it.each([2, 3, 8])('with %i minibatches', async (count) => {
  const settings = parseSettings({ ...presetSettings('discovery'), minibatches: count });
  const tokenizer = tokenizerOf(familiesByName(settings.families));
  const [agent] = await runWork(settings, tokenizer, async () => config);
  const groups = Array.from({ length: settings.tasksPerEpoch }, () => new Array<number>(settings.groupSize).fill(0));
  const sizes = minibatches(groups, count, new RandomStream(1, 1)).map((step) => step.length);
  expect(agent.updates[0].sequences).toBe(Math.max(...sizes));
});
