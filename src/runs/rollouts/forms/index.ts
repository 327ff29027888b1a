/** @file The forms of rollout logs, each with its reader. */
import { ROLLOUT_FORMS, type RolloutForm, type Row, type RowReader } from '../logged-rollout.ts';
import { jsonLines } from './json-lines.ts';
import { trl } from './trl.ts';
import { verl } from './verl.ts';

export const rowReaders: Record<RolloutForm, RowReader> = {
  trl,
  verl,
  'json-lines': jsonLines,
};

/** The form of a row; undefined where it has none of them. */
export const formOf = (row: Row): RolloutForm | undefined =>
  ROLLOUT_FORMS.find((form) => rowReaders[form].recognise(row));
