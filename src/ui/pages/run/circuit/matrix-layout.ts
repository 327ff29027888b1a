/**
 * @file The places of an epoch's tasks in the picture of the loop: one list, or with several families a block for each
 * under its title, in as many columns as the rows need to be told apart.
 */

export interface MatrixLayout {
  columns: number;
  /** Pixels. */
  columnWidth: number;
  rowHeight: number;
  /** Most rows of a block. */
  fit: number;
}

/** Height of a block's title, in pixels. */
export const TITLE_HEIGHT = 15;
const TALLEST = 25;
/** The least height of a row that can be told apart, and of one that a finger meets (WCAG 2.2, 2.5.8). */
const LOWEST = { pointer: 7, finger: 24 };
/** A row below which lettering cannot be read. */
export const LETTERING = 15;
/** A column below which dots and bars cannot be told apart. */
const NARROWEST = 130;

/** @param by what touches a row */
export function matrixLayout(
  counts: readonly number[],
  width: number,
  height: number,
  by: keyof typeof LOWEST = 'pointer',
): MatrixLayout {
  const most = Math.max(1, ...counts);
  // One list is read: what does not fit is counted below it. Several are compared, without lettering where they are low.
  const lowest = counts.length > 1 ? LOWEST[by] : Math.max(LOWEST[by], LETTERING);
  const withColumns = (columns: number): MatrixLayout => {
    const blocks = Math.max(1, Math.ceil(counts.length / columns));
    const room = height / blocks - (counts.length > 1 ? TITLE_HEIGHT : 0);
    const fit = Math.max(1, Math.floor(room / lowest));
    return { columns, columnWidth: width / columns, rowHeight: Math.min(TALLEST, room / Math.min(fit, most)), fit };
  };
  const widest = Math.max(1, Math.min(counts.length, Math.floor(width / NARROWEST)));
  const layouts = Array.from({ length: widest }, (_, i) => withColumns(i + 1));
  return layouts.find(({ rowHeight }) => rowHeight >= LETTERING) ?? layouts[widest - 1];
}
