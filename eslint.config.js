import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const noRandom = [{ object: 'Math', property: 'random', message: 'Use a counter-based RandomStream.' }];
const noClock = [{ object: 'Date', property: 'now', message: 'No clock in a result.' }];

export default ts.config(
  { ignores: ['node_modules', 'dist', 'test-results', 'playwright-report', 'runs', '.svelte-check'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.worker } },
    rules: {
      // Errors are sentences for a person: they quote the message of their cause and do not chain its stack.
      'preserve-caught-error': 'off',
      // An import of types alone must not load the module.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  // TypeScript checks names itself, and knows those of WebGPU.
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } },
  // A result never depends on a clock or on hidden randomness. Whoever needs the time is given a clock.
  {
    files: ['{src,workers}/**/*.{ts,svelte}'],
    rules: { 'no-restricted-properties': ['error', ...noRandom] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/{store,runs,ui,cli}/**', '**/*.test.ts'],
    rules: { 'no-restricted-properties': ['error', ...noRandom, ...noClock] },
  },
  // The product does not import what only tests use.
  {
    files: ['src/**/*.{ts,svelte}', 'workers/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', '**/*.reference.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '(/testing/|\\.reference\\.ts$)', message: 'This is for tests only.' }] },
      ],
    },
  },
);
