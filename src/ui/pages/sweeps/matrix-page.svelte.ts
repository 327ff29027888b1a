/** @file State and actions of the matrix of arms × presets (or sweeps), of all stored results. */
import { untrack } from 'svelte';
import type { DrawnFigure } from '../../../../workers/jobs/figures.ts';
import type { StoredSweep } from '../../../../workers/jobs/sweeps.ts';
import type { Axis, Runs } from '../../../analysis/run-summary.ts';
import {
  type ArmsMatrix,
  byPreset,
  type MatrixCell,
  type MatrixColumn,
  type MatrixMeasure,
  type RunGroup,
  sortedArms,
} from '../../../analysis/results/arms-matrix.ts';
import { armTitle } from '../../../text/names.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';
import { figuresThread, sweepsThread } from '../../shared/threads.ts';

export const MATRIX_COLUMNS = ['preset', 'sweep'] as const;
export type MatrixColumns = (typeof MATRIX_COLUMNS)[number];

/** Names a column, also in the matrix at another budget. */
export const columnKey = ({ group, condition }: MatrixColumn): string => JSON.stringify([group, condition]);

/** In place of a column's key: the arms by their titles. */
export const ARM_COLUMN = 'arm';

interface Opened {
  arm: string;
  column: MatrixColumn;
  cell: MatrixCell;
}

export class MatrixPage {
  columns = $state<MatrixColumns>('preset');
  axis = $state<Axis>('rollouts');
  measure = $state<MatrixMeasure>('final');
  /** Key of the column that the arms are sorted by; empty: as they first appear. */
  sortedBy = $state('');
  descending = $state(true);
  private chosen = $state.raw<{ arm: string; key: string }>();

  readonly matrix = new Drawing<ArmsMatrix>();
  /** Of the runs of the cell that is open. */
  readonly curves = new Drawing<DrawnFigure>();
  private groups: Promise<RunGroup[]> = Promise.resolve([]);

  readonly arms: readonly string[] = $derived.by(() => {
    const matrix = this.matrix.value;
    if (!matrix) return [];
    const { sortedBy, measure, descending } = this;
    if (sortedBy === ARM_COLUMN) {
      const byTitle = [...matrix.arms].sort((a, b) => armTitle(a).localeCompare(armTitle(b)));
      return descending ? byTitle.reverse() : byTitle;
    }
    const column = matrix.columns.find((one) => columnKey(one) === sortedBy);
    return column ? sortedArms(matrix.arms, column, measure, descending) : matrix.arms;
  });

  readonly opened: Opened | undefined = $derived.by(() => {
    const { chosen } = this;
    const column = this.matrix.value?.columns.find((one) => columnKey(one) === chosen?.key);
    const cell = column?.cells.get(chosen!.arm);
    return column && cell && { arm: chosen!.arm, column, cell };
  });

  /** The results of these sweeps, from now on. */
  read(sweeps: readonly StoredSweep[]): void {
    this.groups = Promise.all(
      sweeps
        .filter(({ finished }) => finished > 0)
        .map(async ({ name }) => ({ name, runs: await sweepsThread.start('sweep-results', name) })),
    );
    untrack(() => this.draw());
  }

  chooseColumns(columns: MatrixColumns): void {
    this.columns = columns;
    this.draw();
  }

  chooseAxis(axis: Axis): void {
    this.axis = axis;
    this.draw();
  }

  /** A column that is chosen again is sorted the other way. Of numbers the most comes first: that is what is looked for. */
  sort(key: string): void {
    this.descending = this.sortedBy === key ? !this.descending : key !== ARM_COLUMN;
    this.sortedBy = key;
  }

  direction = (key: string): 'none' | 'ascending' | 'descending' =>
    this.sortedBy !== key ? 'none' : this.descending ? 'descending' : 'ascending';

  /** Opens the runs of a cell, or closes them. */
  open(arm: string, column: MatrixColumn): void {
    const key = columnKey(column);
    this.chosen = this.isOpen(arm, column) ? undefined : { arm, key };
    this.drawCurves();
  }

  isOpen = (arm: string, column: MatrixColumn): boolean =>
    this.chosen?.arm === arm && this.chosen.key === columnKey(column);

  private draw(): void {
    const { groups, columns, axis } = this;
    void this.matrix.draw(async () => {
      const read = await groups;
      return figuresThread.start('arms-matrix', { groups: columns === 'preset' ? byPreset(read) : read, axis });
    });
    this.drawCurves();
  }

  private drawCurves(): void {
    const { groups, opened, axis } = this;
    if (!opened) return;
    const own = (of: Runs) => of.summaries.filter(({ id }) => opened.cell.runs.includes(id));
    void this.curves.draw(async () => {
      const { runs } = byPreset(await groups).find((one) => own(one.runs).length > 0)!;
      return figuresThread.start('draw-overlay', { runs: { ...runs, summaries: own(runs) }, axis });
    });
  }
}
