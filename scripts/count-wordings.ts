/**
 * @file Which wordings the questions of a multi-hop run have, and which of them the agent understands, epoch by epoch: the
 * fold behind a table of docs/multi-hop.md (multi-hop-wordings.ts prints it).
 */
import type { RunEvent } from '../src/genenv/events.ts';
import { parseTask } from '../src/tasks/families/multi-hop/task.ts';
import { RELATION_OF } from '../src/tasks/families/multi-hop/world.ts';
import { wordsOf } from '../src/tasks/text.ts';

export const WORDINGS: readonly string[] = [...RELATION_OF.keys()];

export interface WordingCounts {
  /** Hops of attempted tasks that ask with the wording. */
  asked: number;
  /** Searches for the wording that followed right ones only. */
  searches: number;
  /** Those of them that named the relation it means. */
  right: number;
}

const none = (): Map<string, WordingCounts> =>
  new Map(WORDINGS.map((wording) => [wording, { asked: 0, searches: 0, right: 0 }]));

/** The wordings of a question, hop by hop. */
function wordingsOf(text: string): string[] {
  const parsed = parseTask(text);
  return parsed.ok ? parsed.task.hops.map(({ question }) => question) : [];
}

/**
 * Counts of each wording, for blocks of `length` epochs, the first block first.
 * @param epochs the events of each epoch, epoch 1 first, as a store gives them; what is before epoch 1 counts for nothing
 */
export async function countWordings(
  epochs: AsyncIterable<readonly RunEvent[]>,
  length: number,
): Promise<Map<string, WordingCounts>[]> {
  const blocks: Map<string, WordingCounts>[] = [];
  for await (const events of epochs) {
    const questions = new Map<number, string[]>();
    for (const event of events) {
      if (event.type !== 'tasks-written' && event.type !== 'rolled-out') continue;
      const block = (blocks[Math.floor((event.epoch - 1) / length)] ??= none());
      if (event.type === 'tasks-written')
        for (const { index, text, used } of event.texts) {
          if (!used) continue;
          questions.set(index, wordingsOf(text));
          for (const wording of questions.get(index)!) block.get(wording)!.asked++;
        }
      else
        for (const { task, turns } of event.rollouts)
          for (const [hop, wording] of questions.get(task)!.entries()) {
            const [searched, relation] = wordsOf(turns[hop] ?? '');
            if (searched !== wording) break;
            const counts = block.get(wording)!;
            counts.searches++;
            // After a wrong search the person found is another, and what is shown no longer tells what was understood.
            if (relation !== RELATION_OF.get(wording)) break;
            counts.right++;
          }
    }
  }
  return blocks;
}
