/** @file The page runs with only the headers in README's front matter, as in a static Hugging Face Space. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { preview } from 'vite';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };

type SpaceCard = Record<'sdk' | 'app_build_command' | 'app_file', string> & { custom_headers: Record<string, string> };

test('the built page runs as the front matter of README serves it', async ({ page }) => {
  const [, front] = readFileSync('README.md', 'utf8').split(/^---$/m);
  const { sdk, app_build_command, app_file, custom_headers } = parse(front) as SpaceCard;
  expect(sdk).toBe('static');
  const [, script] = /npm run (\w+)$/.exec(app_build_command)!;
  expect(Object.keys(manifest.scripts)).toContain(script);
  expect(existsSync(app_file)).toBe(true);

  // This server sends only the headers from the front matter.
  const host = await preview({
    configFile: false,
    appType: 'mpa',
    build: { outDir: dirname(app_file) },
    preview: { port: 0, headers: custom_headers },
    logLevel: 'silent',
  });
  try {
    const response = await page.goto(new URL(basename(app_file), host.resolvedUrls!.local[0]).href);
    expect(response!.headers()['content-security-policy']).toBeUndefined();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await expect(page.getByTestId('story-stage').getByRole('listitem').first()).toBeVisible();
  } finally {
    await host.close();
  }
});
