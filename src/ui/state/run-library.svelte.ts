/** @file Lists, deletes, restores, saves and reads this browser's runs. It does not know which run is open. */
import type { LogComparison } from '../../analysis/compare-logs.ts';
import type { RunRecord } from '../../store/run-store.ts';
import type { RunsService } from '../../../workers/run/coordinator.ts';
import type { ImportedRun, RunDetails, StoredRun } from '../../../workers/run/runs.ts';
import type { PickedFile } from '../../common/byte-source.ts';
import type { Columns } from '../../runs/rollouts/columns.ts';
import { keepChoice, keptChoice } from '../../common/kept-choice.ts';
import { text } from '../../text/text.ts';
import { inFileName } from '../shared/browser.ts';
import { errorSentence, type Said } from '../shared/problems.svelte.ts';

export interface RunDownload {
  name: string;
  content: Blob;
}

const HAD_RUNS = 'genenv-had-runs';

export class RunLibrary {
  /** Runs, the most recently changed first. Includes the open run even before its first epoch has finished. */
  runs = $state.raw<readonly RunRecord[]>([]);
  /** The run deleted last. It can be restored until the user deletes another or closes the message. */
  discarded = $state.raw<RunRecord>();
  /** The rollout log imported last. It can be read again with other columns or a tokenizer. */
  imported = $state.raw<
    ImportedRun & { files: readonly PickedFile[]; folder: string; tokenizer?: readonly PickedFile[] }
  >();
  private said = $state.raw<readonly Said[]>([]);

  /** Sentences about what was damaged in imported files. */
  get problems(): readonly string[] {
    return this.said.map((said) => said());
  }

  /** Details by run and number of epochs. Nothing else changes the details of a run. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: nothing is drawn again because it grows
  private readonly known = new Map<string, Promise<RunDetails>>();

  constructor(private readonly stored: RunsService) {}

  /** True if there were runs on the last visit. This is known before a worker has started. */
  get hadRuns(): boolean {
    return keptChoice(HAD_RUNS) === String(true);
  }

  /** Reads the list of runs. Purges runs deleted on earlier visits and runs without a finished epoch. */
  async open(): Promise<void> {
    await this.stored.tidy();
    await this.refresh();
  }

  async refresh(): Promise<void> {
    this.list(await this.stored.list());
  }

  private list(runs: readonly RunRecord[]): void {
    this.runs = runs;
    keepChoice(HAD_RUNS, String(runs.some(({ epochs }) => epochs > 0)));
  }

  /** Updates a run's number of epochs in the list. */
  setEpochs(id: string | undefined, epochs: number): void {
    this.list(this.runs.map((run) => (run.id === id ? { ...run, epochs } : run)));
  }

  details({ id, epochs }: RunRecord): Promise<RunDetails> {
    const key = `${id} ${epochs}`;
    const details = this.known.get(key) ?? this.stored.details(id);
    this.known.set(key, details);
    details.catch(() => this.known.delete(key));
    return details;
  }

  async discard(run: RunRecord): Promise<void> {
    await this.forget();
    await this.stored.discard(run.id);
    this.discarded = run;
    await this.refresh();
  }

  async restore(): Promise<void> {
    const { discarded } = this;
    if (!discarded) return;
    await this.stored.restore(discarded.id);
    this.discarded = undefined;
    await this.refresh();
  }

  /** Removes the deleted run for good. */
  async forget(): Promise<void> {
    if (!this.discarded) return;
    this.discarded = undefined;
    await this.stored.tidy();
  }

  async exported(run: RunRecord, weights: boolean): Promise<RunDownload> {
    const content = await this.stored.export(run.id, { weights });
    return { name: `${inFileName(run.name)}.genenv.zip`, content };
  }

  /** Imports files, or a folder of this name. Puts their problems into `problems`. Returns the last run, if any. */
  async importFiles(
    files: readonly PickedFile[],
    folder: string,
    columns?: Columns,
    tokenizer?: readonly PickedFile[],
  ): Promise<RunRecord | undefined> {
    this.said = [];
    const imported = await this.stored.import(files, folder, columns, tokenizer);
    // If the user reads a log again with other columns, the new run replaces the old one.
    const before = this.imported?.record;
    const log = imported.find(({ mapping }) => mapping);
    if (columns && before && log?.record) await this.stored.remove(before.id);
    this.imported = log && { files, folder, tokenizer, ...log };
    this.said = imported.flatMap(({ name, problems }) =>
      problems.map((problem) => () => text.runs.problem({ file: name, problem: errorSentence(problem) })),
    );
    await this.refresh();
    return imported.findLast(({ record }) => record)?.record ?? undefined;
  }

  closeProblems = (): void => {
    this.said = [];
  };
}

/** Compares the open run's stored log with another run's. */
export class Comparison {
  run = $state.raw<StoredRun>();
  logs = $state.raw<LogComparison>();
  /** Number of the newest comparison. Answers to older comparisons are dropped. */
  private turn = 0;

  constructor(
    private readonly stored: Pick<RunsService, 'compare'>,
    private readonly open: () => string | undefined,
  ) {}

  /** Chooses the run to compare with. @param read reads that run; undefined ends the comparison */
  async choose(read: (() => Promise<StoredRun>) | undefined): Promise<void> {
    this.logs = undefined;
    this.run = await read?.();
    await this.update();
  }

  /** Compares from the first event. Call it when another run is opened. */
  async restart(): Promise<void> {
    this.logs = undefined;
    await this.update();
  }

  /** Compares only the new epochs. Call it when the open run's log has grown. */
  async update(): Promise<void> {
    const turn = ++this.turn;
    const [one, other] = [this.open(), this.run?.record.id];
    const logs = one === undefined || other === undefined ? null : await this.stored.compare(one, other, this.logs);
    if (turn === this.turn) this.logs = logs ?? undefined;
  }
}
