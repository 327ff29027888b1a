import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

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
      // Errors here are sentences for a person; they quote the cause's message instead of chaining its stack.
      'preserve-caught-error': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  // TypeScript checks names itself, and knows WebGPU's.
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } },
  // A result never depends on a clock or on hidden randomness; the rooms above may time what they show.
  {
    files: ['src/{common,random,tensor,lm,objectives,policy,benchmarks,tasks,genenv,analysis}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use a counter-based RandomStream.' },
        { object: 'Date', property: 'now', message: 'No clock in a result.' },
      ],
    },
  },
  // What ships does not import what only tests use.
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
