/** @file A value that is measured every few epochs says of which epoch it is, where that is not the one shown. */
import { runText } from '../../../../../text/run.ts';
import { formatCount } from '../../../../shared/format.ts';

export const measuredIn = (epoch: number, shown: number, value: string): string =>
  epoch === shown ? value : runText.circuit.ofEpoch({ value, epoch: formatCount(epoch) });
