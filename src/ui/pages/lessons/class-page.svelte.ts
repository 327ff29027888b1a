/** @file Holds the runs that a class has handed in, and their chart. They are never stored and vanish with the page. */
import type { DrawnClass } from '../../../../workers/jobs/figures.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import type { FileProblem, FileRun } from '../../../sweeps/results-csv.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';
import { figuresThread } from '../../shared/threads.ts';
import { Trying } from '../../shared/trying.svelte.ts';

export class ClassPage extends Trying {
  files = $state.raw<readonly FileRun[]>([]);
  problems = $state.raw<readonly FileProblem[]>([]);
  reading = $state(false);
  readonly drawing = new Drawing<DrawnClass>();

  /** A file handed in again replaces the earlier one. */
  add = (picked: readonly PickedFile[]): Promise<void> =>
    this.trying(async () => {
      this.reading = true;
      try {
        const { runs, problems } = await figuresThread.start('read-run-files', picked);
        const isNew = (one: { file: string }) => picked.some(({ path }) => path === one.file);
        this.files = [...this.files.filter((one) => !isNew(one)), ...runs];
        this.problems = [...this.problems.filter((one) => !isNew(one)), ...problems];
      } finally {
        this.reading = false;
      }
      this.draw();
    });

  clear = (): void => {
    this.files = this.problems = [];
  };

  private draw(): void {
    const { files } = this;
    if (files.length > 0) void this.drawing.draw(() => figuresThread.start('draw-class', files));
  }
}
