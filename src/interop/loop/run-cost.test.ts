import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings } from '../../genenv/settings/settings.ts';
import { costTable } from '../../text/en/loop-cost.ts';
import { H100, PAPER_MODELS, runCost } from './run-cost.ts';

const paper = presetSettings('paper-large');

describe('the cost of a run of the loop', () => {
  it('counts the tokens of a small case by hand', () => {
    const settings = parseSettings({
      epochs: 2,
      tasksPerEpoch: 4,
      groupSize: 3,
      overSampling: 1.5,
      variations: 2,
      innerEpochs: 1,
      environmentSteps: 2,
      environmentMaxPairs: 5,
    });
    const models = { parameters: 1000, contextTokens: 10, taskTokens: 20, answerTokens: 5 };
    const { environmentTokens, agentTokens, learnedTokens, flops, gpus, gpuHours, hours } = runCost(
      settings,
      models,
      H100,
    );
    expect(environmentTokens).toBe(2 * 6 * 20);
    expect(agentTokens).toBe(2 * 12 * 5);
    // 12 rollouts of 25 tokens, and 2 steps over 5 pairs of 30 tokens.
    expect(learnedTokens).toBe(2 * (12 * 25 + 2 * 5 * 30));
    // Read: 3 contexts and 4 tasks; written: 6 tasks and 12 answers. Learned: 6 + 2 a token, 2 more for the rollouts.
    const read = 2 * 1000 * (3 * 10 + 4 * 20 + 6 * 20 + 12 * 5);
    const learned = 1000 * (8 * (12 * 25 + 2 * 5 * 30) + 2 * 12 * 25);
    expect(flops).toBe(2 * (read + learned));
    expect(gpus).toBe(1);
    expect(hours.total).toBeCloseTo(hours.sampling + hours.learning + hours.starting, 12);
    expect(gpuHours).toBe(gpus * hours.total);
  });

  it('takes as many GPUs as hold the model, and more time for more tokens', () => {
    const [short, long] = PAPER_MODELS.map((models) => runCost(paper, models, H100));
    // 20 bytes a weight, 152 GB, in 56 GB of each GPU.
    expect(short.gpus).toBe(4);
    expect(runCost(paper, { ...PAPER_MODELS[0], parameters: 70e9 }, H100).gpus).toBe(32);
    expect(long.hours.total).toBeGreaterThan(short.hours.total);
  });

  it('stands in docs/large-runs.md as the command prints it', () => {
    const page = readFileSync(fileURLToPath(new URL('../../../docs/large-runs.md', import.meta.url)), 'utf8');
    const columns = PAPER_MODELS.map((models) => ({ models, cost: runCost(paper, models, H100) }));
    const cells = (table: string) => table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const [, printed] = /<!-- genenv loop-cost -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(page) ?? [];
    // Prettier may widen the columns of a table.
    expect(cells(printed).filter((_, row) => row !== 1)).toEqual(
      cells(costTable(H100, columns)).filter((_, row) => row !== 1),
    );
  });
});
