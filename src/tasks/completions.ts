/**
 * @file Finds the words that may come next in a task text that the user is writing, so that it can still become a task.
 *
 * A word fits if the family's `parse` reads the text with the word and one of a few *endings*. The endings come from
 * sampled tasks: a few texts complete every beginning of these tasks, and the ends of the texts are endings too. A word
 * that only an unusual ending would complete may be missing.
 */
import { RandomStream } from '../random/random-stream.ts';
import { streams } from '../random/streams.ts';
import type { Family } from './family.ts';
import { joinWords, wordsOf } from './text.ts';

export interface NextWord {
  /** Position in the text from which the word replaces it: where an incomplete word begins, or the end. */
  from: number;
  /** Words that begin with the replaced text. */
  candidates: readonly string[];
  /** Returns true if the text can still become a task with this word. It may take a few milliseconds. */
  fits(word: string): boolean;
}

const TASKS_PER_LEVEL = 3;
/** In natural language, punctuation is part of words, so the vocabulary needs more tasks. */
const VOCABULARY_TASKS_PER_LEVEL = 12;

/** Samples tasks of all levels as words, the shortest first. */
function sampledTasks(family: Family, perLevel: number): string[][] {
  const tasks = Array.from({ length: family.levels * perLevel }, (_, i) =>
    wordsOf(family.sampleTask(1 + (i % family.levels), new RandomStream(0, streams.completions, i))),
  );
  return tasks.sort((a, b) => a.length - b.length);
}

/** Holds texts that complete the beginnings of tasks. The last successful one is tried first. */
class Endings {
  private texts = [''];

  constructor(private readonly family: Family) {
    const added = new Set<string>();
    for (const words of sampledTasks(family, TASKS_PER_LEVEL))
      for (let cut = words.length - 1; cut >= 0; cut--) {
        if (this.complete(words.slice(0, cut).join(' '))) continue;
        const ending = words.slice(cut);
        this.texts.unshift(ending.join(' '));
        ending.forEach((_, i) => added.add(ending.slice(i).join(' ')));
      }
    this.texts = [...new Set([...this.texts, ...added])];
  }

  /** Returns true if an ending turns this beginning into a task. */
  complete(beginning: string): boolean {
    const place = this.texts.findIndex((ending) => this.family.parse(joinWords(beginning, ending)).ok);
    if (place > 0) this.texts.unshift(...this.texts.splice(place, 1));
    return place >= 0;
  }
}

/** Samples the family's tasks once. The returned function finds the next words of any text. */
export function nextWords(family: Family): (text: string) => NextWord {
  const endings = new Endings(family);
  const vocabulary = family.chat
    ? [...new Set(sampledTasks(family, VOCABULARY_TASKS_PER_LEVEL).flat())]
    : [...family.words];
  return (text) => {
    const written = wordsOf(text);
    const last = written.at(-1) ?? '';
    // After a complete word comes another one; an incomplete word is replaced.
    const isOpen = last !== '' && !/\s$/.test(text) && !vocabulary.includes(last);
    const before = (isOpen ? written.slice(0, -1) : written).join(' ');
    return {
      from: isOpen ? text.lastIndexOf(last) : text.length,
      candidates: isOpen ? vocabulary.filter((word) => word.startsWith(last)) : vocabulary,
      fits: (word) => endings.complete(joinWords(before, word)),
    };
  };
}
