/**
 * @file The door of the installed package, `import { … } from 'genenv-playground'`: read a run, fold it, draw it, and run
 * Algorithm 1 with one's own policies and families. In Node; nothing here opens a GPU. docs/library.md shows it in use.
 *
 * Whoever plays writes plain data across the contracts of `LoopPlayer` and `Family`. What is thrown for a person to read is a
 * `CodedError`; `errorSentence` says it.
 */
import type { Axis } from '../analysis/axes.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { figureFiles } from '../figures/files.ts';
import { headlessDocument } from '../figures/headless-document.ts';
import { allFigures } from '../figures/index.ts';
import { wordLevelTokenizer } from '../lm/files/tokenizer.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { fileSource } from '../runs/files/node-file.ts';
import { type OpenedRun, openRun, type ReadOptions } from '../runs/files/read-run.ts';
import { EOS, type Family, PAD } from '../tasks/family.ts';
import { vocabulary } from '../tasks/vocabulary.ts';
import { figureWords } from '../text/work.ts';

// What is thrown for a person to read, and its sentence.
export { CodedError } from '../common/coded-error.ts';
export { errorSentence } from '../text/errors.ts';

export { writeEventLog } from '../store/event-log.ts';
export { type EpochMetrics, MetricsFold, type RunMetrics, runMetrics } from '../analysis/metrics.ts';
export { summariseLog } from '../analysis/run-summary.ts';
export type { RunEvent } from '../genenv/log/events.ts';
export type { Axis, OpenedRun, ReadOptions, RunSummary };

export type { CoevolveOptions } from '../genenv/coevolve.ts';
export { coevolveInMemory as coevolve, memoryPools, type MemoryPools } from '../genenv/memory-pools.ts';
export { presetNames, presetSettings } from '../genenv/settings/presets.ts';
export { parseSettings, type Settings } from '../genenv/settings/settings.ts';

// What a policy is asked.
export { assess, weigh } from '../curriculum/curriculum.ts';
export type {
  Completion,
  GenerateResult,
  LoopPlayer,
  PolicyDescription,
  Prompt,
  UpdateRequest,
} from '../policy/policy.ts';
export type { Sequence, TrainingSequence, UpdateStats } from '../objectives/objective.ts';
export type { RandomKey } from '../random/streams.ts';
export { RandomStream } from '../random/random-stream.ts';
export type { TextTokenizer };

// What a family is made of.
export { exactScore, notATask, singleTurnEpisode } from '../tasks/family-parts.ts';
export { heldOutTexts } from '../tasks/held-out.ts';
export { familyByName, familyNames } from '../tasks/registry.ts';
export type { Family };

/**
 * Opens the run of a file: an event log, an exported run, or another trainer's rollouts. It is read an epoch at a time.
 * @param options a run that is damaged before its last finished epoch is refused, unless `damaged` is `keep`
 * @throws CodedError where not even one epoch can be read; Error of the file system where there is no such file
 */
export const readRun = async (path: string, options: ReadOptions = { damaged: 'refuse' }): Promise<OpenedRun> =>
  openRun(await fileSource(path), path, options);

/** A figure as a file: `figure-6.svg`, `figure-6.csv`. */
export interface FigureFile {
  path: string;
  text: string;
}

/** The figures of the paper as SVG and CSV; those that need what the runs have not say so in notes. */
export const drawFigures = (summaries: readonly RunSummary[], axis?: Axis): FigureFile[] =>
  figureFiles(allFigures({ summaries }, figureWords, axis), headlessDocument());

/** A tokenizer with one token a word, of all words that these families read and write. */
export const wordTokenizer = (
  families: readonly Pick<Family, 'name' | 'words'>[],
): TextTokenizer & { readonly vocabularySize: number } =>
  // The tokenizer itself begins with these two.
  wordLevelTokenizer(vocabulary(families).filter((word) => word !== PAD && word !== EOS));
