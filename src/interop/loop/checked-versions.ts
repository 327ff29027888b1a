/**
 * @file The versions of the engines: TRL's was run, and its names are those of engine-keys.test.ts; of verl and vLLM the
 * sources and the documentation were read.
 */

export const CHECKED_VERSIONS = {
  trl: '1.16.0',
  transformers: '5.24.0',
  torch: '2.15.0',
  verl: '0.8.0.dev (commit b178a3c, 2026-01-29)',
  vllm: '0.20',
} as const;
