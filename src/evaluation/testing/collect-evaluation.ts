import type { EvaluatedRow, EvaluationEvent } from '../evaluation.ts';

/** Runs an evaluation to its end. Returns all events, and from them the results and the final figures. */
export async function collectEvaluation(evaluation: AsyncIterable<EvaluationEvent>) {
  const events: EvaluationEvent[] = [];
  for await (const event of evaluation) events.push(event);
  const rows = events.flatMap((event): EvaluatedRow[] => (event.kind === 'result' ? [event.row] : []));
  const last = events.at(-1);
  if (last?.kind !== 'aggregate') throw new Error('The aggregate comes last.');
  return { events, rows, aggregate: last.aggregate };
}
