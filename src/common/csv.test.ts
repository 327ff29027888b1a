import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { formatCsv, parseCsv } from './csv.ts';

it('quotes a cell with a comma, a quote, a line end or an outer space, and leaves a missing one empty', () => {
  const rows = [
    { name: 'Mouthmatics ', cost: 56 },
    { name: 'a "b", c', note: 'd\ne' },
  ];
  expect(formatCsv(rows)).toBe('name,cost,note\n"Mouthmatics ",56,\n"a ""b"", c",,"d\ne"');
  expect(formatCsv([], ['name'])).toBe('name');
});

it('writes cells that PapaParse and its own reader read back', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', 'é') });
  fc.assert(
    fc.property(fc.array(fc.record({ first: fc.constant('1'), second: text }), { minLength: 1 }), (rows) => {
      const written = formatCsv(rows);
      expect(Papa.parse(written, { header: true, delimiter: ',', newline: '\n' }).data).toEqual(rows);
      expect(parseCsv(written, ',').map(({ cells }) => cells[1])).toEqual(['second', ...rows.map((row) => row.second)]);
    }),
  );
});
