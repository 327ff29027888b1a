/** @file Holds the state of the matrix of arms × presets over all recorded results. */
import type { DrawnFigure } from '../../../../workers/jobs/figures.ts';
import {
  type ArmsMatrix,
  type MatrixCell,
  type MatrixColumn,
  type MatrixMeasure,
  sortedArms,
} from '../../../analysis/results/arms-matrix.ts';
import { differentRuns } from '../../../analysis/results/family-results.ts';
import type { LogAxis } from '../../../analysis/run-summary.ts';
import { armTitle } from '../../../text/names.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';
import { figuresThread } from '../../shared/threads.ts';
import { RECORDED_RESULTS, recordedRuns } from './recorded-results.ts';

/** Returns a key that names the column in the matrices of all budgets. */
export const columnKey = ({ preset, condition }: MatrixColumn): string => JSON.stringify([preset, condition]);

/** Sorts the arms by their titles instead of a column. */
export const ARM_COLUMN = 'arm';

interface Opened {
  arm: string;
  column: MatrixColumn;
  cell: MatrixCell;
}

export class MatrixPage {
  axis = $state<LogAxis>('rollouts');
  measure = $state<MatrixMeasure>('final');
  /** Key of the column that the arms are sorted by. Empty keeps their original order. */
  sortedBy = $state('');
  descending = $state(true);
  private chosen = $state.raw<{ arm: string; key: string }>();

  readonly matrix = new Drawing<ArmsMatrix>();
  /** Curves of the runs of the open cell. */
  readonly curves = new Drawing<DrawnFigure>();
  private readonly runs = recordedRuns(figuresThread, RECORDED_RESULTS);

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

  constructor() {
    this.draw();
  }

  chooseAxis(axis: LogAxis): void {
    this.axis = axis;
    this.draw();
  }

  /** Sorts by a column: numbers descending, arms ascending. The same column again reverses the order. */
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
    const { axis } = this;
    void this.matrix.draw(async () => {
      const { summaries } = await this.runs;
      return figuresThread.start('arms-matrix', { summaries, axis });
    });
    this.drawCurves();
  }

  private drawCurves(): void {
    const { opened, axis } = this;
    if (!opened) return;
    void this.curves.draw(async () => {
      const runs = differentRuns((await this.runs).summaries).filter(({ id }) => opened.cell.runs.includes(id));
      return figuresThread.start('draw-overlay', { runs: { summaries: runs }, axis });
    });
  }
}
