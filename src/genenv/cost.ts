/** @file The cost of a run's stages. Evaluation is a measurement, so no cost includes it. */
import type { Cost } from './log/events.ts';

/** The amounts of a cost, in the order in which events hold them. */
export const costFields = [
  'agentTokens',
  'environmentTokens',
  'agentFlops',
  'environmentFlops',
  'agentRollouts',
] as const satisfies readonly (keyof Cost)[];

const costOf = (amount: (name: keyof Cost) => number): Cost =>
  Object.fromEntries(costFields.map((name) => [name, amount(name)])) as unknown as Cost;

export const noCost = (): Cost => costOf(() => 0);

export const addCosts = (a: Cost, b: Cost): Cost => costOf((name) => a[name] + b[name]);

export const tokensOf = ({ agentTokens, environmentTokens }: Cost): number => agentTokens + environmentTokens;

export const flopsOf = ({ agentFlops, environmentFlops }: Cost): number => agentFlops + environmentFlops;
