/** @file The policy allows the one style sheet that charts bring, and nothing else inline. */
import { createHash } from 'node:crypto';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts';

it('names the hash of the style sheet of a chart', () => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const chart = Plot.plot({ document, marks: [Plot.lineY([1, 2])] } as Plot.PlotOptions);
  const { textContent } = chart.querySelector('style')!;
  const hash = createHash('sha256').update(textContent!).digest('base64');
  expect(CONTENT_SECURITY_POLICY).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe-inline|'unsafe-eval'/);
});
