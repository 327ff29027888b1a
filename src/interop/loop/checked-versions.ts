/** @file The versions of the engines whose sources the round loop was written against (engine-keys.test.ts). */

export const CHECKED_VERSIONS = {
  trl: '1.10.0.dev0 (commit f2cd577, 2026-07-24)',
  verl: '0.8.0.dev (commit b178a3c, 2026-01-29)',
  vllm: '0.20',
} as const;
