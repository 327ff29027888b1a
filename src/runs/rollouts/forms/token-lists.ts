/** @file Lists of what a log says of each token: as long as each other, or the row is refused. */
import { CodedError } from '../../../common/coded-error.ts';
import type { LoggedTokens } from '../logged-rollout.ts';

/** A token of which only its id is known. */
export const idText = (id: number): string => `⟨${id}⟩`;

type PerToken = readonly (number | null)[];

export function sameLength(field: string, list: readonly unknown[], expected: number): void {
  if (list.length !== expected) throw new CodedError('row-ragged', { field, length: list.length, expected });
}

/** The values of the model's own tokens, 0 elsewhere; null where one of them is not known. */
function ownValues(values: PerToken | null, mask: readonly boolean[]): number[] | null {
  if (!values || mask.some((own, i) => own && values[i] === null)) return null;
  return mask.map((own, i) => (own ? values[i]! : 0));
}

/** The tokens from the model's first one on; null where it wrote none. All lists are as long as `ids`. */
export function tokensAfterPrompt(
  ids: readonly number[],
  mask: readonly boolean[],
  { sampled, trained, advantages }: Record<'sampled' | 'trained' | 'advantages', PerToken | null>,
): LoggedTokens | null {
  const start = mask.indexOf(true);
  if (start < 0) return null;
  const own = mask.slice(start);
  const after = (values: PerToken | null) => ownValues(values && values.slice(start), own);
  return {
    ids: ids.slice(start),
    mask: own.map((one) => (one ? 1 : 0)),
    sampled: after(sampled),
    trained: after(trained),
    advantages: after(advantages),
  };
}
