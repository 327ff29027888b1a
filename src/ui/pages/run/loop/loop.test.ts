/** @file Tests the marks of answers if the answer key is wrong or unverified, and the formula of a token's loss. */
import { texNumber, tokenFormula } from './TokenPart.svelte';
import { type EpochLearning, type TokenMeasured, tokenTerms } from '../../../../analysis/token-learning.ts';
import katex from 'katex';
import { render } from 'svelte/server';
import { beforeAll, expect, it } from 'vitest';
import { epochToShow, type EpochView, tasksOf, viewRun } from '../../../../analysis/run-view.ts';
import { exampleEpoch, exampleUpTo } from '../../../../analysis/testing/example-run.ts';
import { runText } from '../../../../text/run.ts';
import { loadErrorSentences } from '../../../shared/problems.svelte.ts';
import TaskMatrix from '../circuit/TaskMatrix.svelte';
import TasksPanel from './TasksPanel.svelte';

const EPOCH = 40;
beforeAll(loadErrorSentences);

/** Returns the example epoch. Every task gets an answer key with the verdict `right`. */
function epochWith(right: boolean | null): EpochView {
  const events = exampleEpoch(EPOCH).map((event) =>
    event.type === 'tasks-written'
      ? { ...event, texts: event.texts.map((one) => ({ ...one, key: { turns: ['a'], right } })) }
      : event,
  );
  return epochToShow(viewRun([exampleUpTo(0)[0], ...events]))!;
}

const times = (body: string, part: string) => body.split(part).length - 1;

it.each([
  [null, 'agreed', ['agrees', 'differs'], ['agrees', 'right']],
  [false, 'agreed', ['agrees', 'differs'], ['agrees', 'right']],
  [true, 'solved', ['success', 'failure'], ['right', 'agrees']],
] as const)('draws answers to a key with the verdict %s', (right, counted, says, [dot, otherDot]) => {
  const epoch = epochWith(right);
  const tasks = tasksOf(epoch).filter(({ used }) => used);
  const task = tasks.find(({ scored }) => scored!.count.k > 0 && scored!.count.k < scored!.count.n)!;
  const { k, n } = task.scored!.count;
  const panel = render(TasksPanel, { props: { epoch, task, onchoose: () => {} } }).body;
  expect(panel).toContain(runText.loop[counted]({ k, n }));
  expect(says.map((one) => times(panel, `aria-label="${runText.loop[one]}"`))).toEqual([k, n - k]);

  const box = { x: 0, y: 0, width: 600, height: 600 };
  const layout = { box, families: ['household'], lit: false, compact: false, stacked: false, opened: undefined };
  const matrix = render(TaskMatrix, { props: { ...layout, tasks, onopen: () => {} } }).body;
  expect(times(matrix, `<i class="${dot} `)).toBeGreaterThanOrEqual(k);
  expect(times(matrix, `<i class="${otherDot} `)).toBe(0);
  expect(matrix).toContain(`, ${runText.loop[counted]({ k, n })}`);
});

const objective: EpochLearning['objective'] = {
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  dualClip: 0,
  klWeight: 0.03,
  klEstimator: 'k3',
  entropyWeight: 0.01,
  aggregation: 'token-mean',
  maxCompletionLength: 1,
  temperature: 1,
};

function formula(changes: Partial<typeof objective>, advantage: number, ratioKnown: boolean, measured: TokenMeasured) {
  const learning: EpochLearning = {
    objective: { ...objective, ...changes },
    steps: 2,
    made: true,
    rollouts: new Map(),
    largest: 1,
  };
  const step = { step: ratioKnown ? 0 : 1, weight: 0.001, ratioKnown };
  const rollout = { advantage, steps: [step], pushes: [0] };
  return tokenFormula(learning.objective, tokenTerms(learning, rollout, step, Math.log(0.5), measured), measured);
}

it('the formula has every number and their sum if the weights were asked', () => {
  const [letters, numbers] = formula({}, 0.5, true, { referenceLogprob: Math.log(0.5), entropy: 1.2 });
  expect(letters).toContain(String.raw`\min(\rho A,\ \mathrm{clip}(\rho)\,A)`);
  // The divergence is 0 because π₀ = π, so the loss is 0.001 · (−0.5 − 0.01 · 1.2) = −0.000512.
  expect(numbers).toContain(String.raw`\min(1 \cdot 0.5,\ 1 \cdot 0.5) + 0.03 \cdot 0 - 0.01 \cdot 1.2`);
  expect(numbers).toMatch(/= -5\.12 \\cdot 10\^\{-4\}$/);
});

it('keeps the letters of unknown numbers, marks an assumed ratio, and leaves out terms of weight 0', () => {
  const [, numbers] = formula({}, -1, false, {});
  expect(numbers).toContain('k_3');
  expect(numbers).toContain('H');
  expect(numbers).toContain('1^{?} \\cdot (-1)');
  expect(numbers).not.toContain('=  ');
  const [letters, few] = formula({ klWeight: 0, entropyWeight: 0, dualClip: 3 }, -1, true, {});
  expect(letters).toMatch(/\\max/);
  expect(few).not.toMatch(/k_3|H/);
  expect(few).toMatch(/= 0\.001$/);
});

it('the formula is TeX that KaTeX can typeset', () => {
  for (const klEstimator of ['k3', 'k3-clamped', 'ratio-weighted', 'exact'] as const)
    for (const line of formula({ klEstimator, dualClip: 3 }, -0.3, false, {}))
      expect(() => katex.renderToString(line, { throwOnError: true })).not.toThrow();
  expect([0, 12.3456, -1e-7, 250000].map(texNumber)).toEqual([
    '0',
    '12.3',
    String.raw`-1.00 \cdot 10^{-7}`,
    String.raw`2.50 \cdot 10^{5}`,
  ]);
});
