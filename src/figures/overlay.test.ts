/** @file Names and colours of single runs. */
import { describe, expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { figureWords } from '../text/figure-words.ts';
import { armColour } from './colours.ts';
import { overlay, runLabels } from './overlay.ts';
import { curve } from './testing/known-figures.ts';

describe('an overlay', () => {
  it('labels runs by what differs', () => {
    const summaries = [
      knownRun({ seed: 1, heldOut: curve(0.3) }),
      knownRun({ seed: 2, heldOut: curve(0.3), settings: { alpha: 0.3 } }),
      knownRun({ arm: 'random', seed: 1, heldOut: curve(0.3) }),
    ];
    expect(runLabels(summaries, figureWords)).toEqual([
      'GenEnv, seed 1, alpha 0.5',
      'GenEnv, seed 2, alpha 0.3',
      'GenEnv-Random, seed 1, alpha 0.5',
    ]);
    expect(overlay({ summaries }, figureWords, 'seconds').notes).toEqual(['None of these runs has recorded seconds.']);
    const telemetry = new Map([[summaries[0].id, { id: summaries[0].id, seconds: [1, 2, 3] }]]);
    expect(overlay({ summaries, telemetry }, figureWords, 'seconds').notes).toEqual([
      expect.stringMatching(/^2 of 3 runs/),
    ]);
  });

  it('gives repetitions one colour, and grid points of one arm different ones', () => {
    const arms = [1, 2].flatMap((seed) => [
      knownRun({ seed, heldOut: curve(0.3) }),
      knownRun({ arm: 'random', seed, heldOut: curve(0.2) }),
    ]);
    expect(overlay({ summaries: arms }, figureWords).legend.map(({ name, colour }) => [name, colour])).toEqual([
      ['GenEnv', armColour('genenv')],
      ['GenEnv-Random', armColour('random')],
    ]);
    const grid = [0.3, 0.7].flatMap((alpha) =>
      [1, 2].map((seed) => knownRun({ seed, heldOut: curve(0.3), settings: { alpha } })),
    );
    const { legend } = overlay({ summaries: grid }, figureWords);
    expect(legend.map(({ name }) => name)).toEqual(['GenEnv, alpha 0.3', 'GenEnv, alpha 0.7']);
    expect(new Set(legend.map(({ colour }) => colour)).size).toBe(2);
  });
});

it('an arm of another program has a colour that no arm beside it has', () => {
  const beside = ['genenv', 'theirs', 'random', 'others'];
  expect(new Set(beside.map((arm) => armColour(arm, beside))).size).toBe(4);
});
