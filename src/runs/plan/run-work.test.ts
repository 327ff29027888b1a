/** @file Checks that a plan counts as many sequences per optimizer step as a step may have, including old traces. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { minibatches, withOldTraces } from '../../genenv/stages/agent-steps.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { historyTaskCount } from '../../genenv/sources/history.ts';
import { tokenizerOf } from '../../genenv/testing/table-players.ts';
import { parseModelConfig } from '../../lm/files/config.ts';
import type { TrainingSequence } from '../../objectives/objective.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { runWork } from './run-work.ts';

const config = parseModelConfig(
  JSON.parse(readFileSync(new URL('../../../models/discovery-agent/config.json', import.meta.url), 'utf8')),
);
const groups = (count: number, size: number): TrainingSequence[][] =>
  Array.from({ length: count }, () => Array.from({ length: size }, () => ({ prompt: [1], completion: [2] })));

it.each([
  [0.25, 2],
  [0.25, 8],
  [0.1, 4],
  [0.5, 3],
  [1, 2],
])('with a share of %f in %i minibatches', async (replayShare, count) => {
  const changes = { replayShare, minibatches: count, replayForm: 'traces' } as const;
  const settings = parseSettings({ ...presetSettings('discovery'), ...changes });
  const tokenizer = tokenizerOf(familiesByName(settings.families));
  const [agent] = await runWork(settings, tokenizer, async () => config);
  const { tasksPerEpoch, groupSize } = settings;
  const old = historyTaskCount(settings);
  const fresh = groups(tasksPerEpoch - old, groupSize);
  const steps = fresh.length > 0 ? minibatches(fresh, count, new RandomStream(1, 1)) : [];
  const sizes = withOldTraces(settings, 1, steps, groups(old, groupSize)).map((step) => step.length);
  const alone = minibatches(groups(tasksPerEpoch, groupSize), count, new RandomStream(1, 1)).map((step) => step.length);
  expect(agent.updates[0].sequences).toBe(Math.max(...sizes, ...alone));
});
