import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const noRandom = [{ object: 'Math', property: 'random', message: 'Use a counter-based RandomStream.' }];
const testsOnly = { regex: '(/testing/|\\.reference\\.ts$)', message: 'This is for tests only.' };
const noClock = [{ object: 'Date', property: 'now', message: 'No clock in a result.' }];

export default ts.config(
  { ignores: ['node_modules', 'dist', 'test-results', 'playwright-report', 'runs', '.svelte-check'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.worker } },
    rules: {
      // Errors are sentences for a person: they quote the message of their cause and do not chain its stack.
      'preserve-caught-error': 'off',
      // An import of types alone must not load the module.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
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
      'no-restricted-imports': ['error', { patterns: [testsOnly] }],
    },
  },
  // Commands write in one way: output.ts refuses to destroy anything, and writes beside.
  {
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/print.ts', 'src/cli/stop-on-interrupt.ts', '**/*.test.ts'],
    // print.ts cleans what it prints.
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/output.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            testsOnly,
            {
              regex: '^(node:)?fs(/promises)?$',
              allowImportNames: ['mkdtemp', 'readdir', 'readFile', 'rm', 'stat'],
              message: 'Write with src/cli/output.ts.',
            },
            { regex: '/durable-files\\.ts$', message: 'Write with src/cli/output.ts.' },
            { regex: '/node-file\\.ts$', importNames: ['FileSink'], message: 'Write with src/cli/output.ts.' },
          ],
        },
      ],
    },
  },
);
