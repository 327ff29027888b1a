import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notice } from './plugins.ts';

it('names the licence of a package without a text, and refuses a package without any', () => {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-notices-'));
  const write = (manifest: object) => writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  write({ name: 'bare', version: '1.2.3', license: 'MIT' });
  expect(notice(folder)).toMatch(/^bare 1\.2\.3\n\nLicence: MIT\./);
  write({ name: 'bare', version: '1.2.3' });
  expect(() => notice(folder)).toThrow('bare names no licence');
});
