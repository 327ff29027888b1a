import { describe, expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { figure4, figure6, figure7, figure8 } from './paper-figures.ts';
import { curve, rowOf, threeSeeds } from './testing/known-figures.ts';

describe('figure 4', () => {
  it('cuts a run into six parts', () => {
    const run = knownRun({
      heldOut: Array.from({ length: 13 }, () => 0),
      epochs: (epoch) => ({ successRate: Math.ceil(epoch / 2) / 10 }),
    });
    const parts = figure4({ summaries: [run] }, figureWords).rows.filter(
      ({ quantity }) => quantity === 'score by sixths',
    );
    expect(parts.map(({ mean }) => mean)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(figure4({ summaries: threeSeeds() }, figureWords).notes).toEqual([
      'The score by sixths needs runs of at least 6 epochs.',
    ]);
  });
});

describe('figure 6', () => {
  it('says which arms are missing, and finds a place for others', () => {
    expect(figure6({ summaries: threeSeeds() }, figureWords).notes).toEqual([
      'Not among these runs: GenEnv-Static, Offline ×2, and Offline ×4.',
    ]);
    const figure = figure6(
      { summaries: [...threeSeeds(), knownRun({ arm: 'base-data', heldOut: curve(0.3) })] },
      figureWords,
    );
    expect(figure.panels.map(({ title }) => title)).toContain('Against the others');
    expect(figure.caption).toContain('arms may rank differently');
  });
});

describe('figure 7', () => {
  it('counts the epochs within the band, borders included', () => {
    const rates = [0.1, 0.4, 0.6, 0.61];
    const run = knownRun({ heldOut: [0, 0, 0, 0, 0], epochs: (epoch) => ({ successRate: rates[epoch - 1] }) });
    expect(figure7({ summaries: [run] }, figureWords).notes).toEqual([
      'GenEnv: 50% of epochs in the band (n = 1).',
      'Not among these runs: GenEnv-Random.',
    ]);
  });
});

describe('figure 8', () => {
  it('shows solved, unsolved and mixed groups of both arms', () => {
    const figure = figure8({ summaries: threeSeeds() }, figureWords);
    expect(figure.rows).toHaveLength(3 * 2 * 2);
    expect(rowOf(figure, { quantity: 'unsolvedShare', series: 'random', epoch: 2 })).toMatchObject({ mean: 1 });
  });
});
