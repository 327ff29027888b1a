/**
 * @file Writes an episode as one text: the agent's turns and the simulator's observations alternate.
 *
 *     turn `<eos>` observation `<sep>` turn `<eos>` observation `<sep>` turn
 *
 * `<eos>` ends what the agent wrote and `<sep>` what it read, so each turn begins after a `<sep>`, the first one after
 * the prompt's. The `<eos>` of the last turn is missing: the code that tokenizes a completion appends it.
 */
import { EOS, type Family, SEPARATOR } from './family.ts';
import { joinWords, wordsOf } from './text.ts';

export interface Dialogue {
  /** The agent's turns, first to last. */
  turns: string[];
  /** The observation after each turn but the last. */
  observations: string[];
}

/** The text that the agent reads between two of its turns, after the `<eos>` it wrote. */
export const observationText = (observation: string): string => joinWords(observation, SEPARATOR);

/** The whole episode as one text, and for each word 1 where the agent wrote it, 0 where the simulator did. */
export function dialogueText({ turns, observations }: Dialogue): { text: string; mask: (0 | 1)[] } {
  const words: string[] = [];
  const mask: (0 | 1)[] = [];
  const write = (text: string, author: 0 | 1): void => {
    for (const word of wordsOf(text)) {
      words.push(word);
      mask.push(author);
    }
  };
  turns.forEach((turn, i) => {
    write(turn, 1);
    if (i === turns.length - 1) return;
    write(EOS, 1);
    write(observationText(observations[i]), 0);
  });
  return { text: words.join(' '), mask };
}

/** Plays given turns against the simulator, until the episode ends or the turns do, at most `maxTurns` of them. */
export function playTurns<Task>(family: Family<Task>, task: Task, turns: readonly string[]): Dialogue {
  const episode = family.start(task);
  const played: Dialogue = { turns: [], observations: [] };
  let observed = '';
  for (const turn of turns.slice(0, family.maxTurns)) {
    if (played.turns.length > 0) played.observations.push(observed);
    played.turns.push(turn);
    const { observation, done } = episode.step(turn);
    if (done) break;
    observed = observation;
  }
  return played;
}
