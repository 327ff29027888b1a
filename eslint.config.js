import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Each room of src/ and the rooms it may import from. Imports point one way: ui → … → tensor. */
const ROOMS = {
  tensor: [],
  lm: ['tensor'],
  tasks: ['tensor'],
  store: ['tensor'],
  genenv: ['lm', 'tasks', 'store', 'tensor'],
  experiments: ['genenv', 'lm', 'tasks', 'store', 'tensor'],
  ui: ['experiments', 'genenv', 'lm', 'tasks', 'store', 'tensor'],
  cli: ['experiments', 'genenv', 'lm', 'tasks', 'store', 'tensor'],
};

const boundaries = Object.entries(ROOMS).map(([room, allowed]) => {
  const forbidden = Object.keys(ROOMS).filter((other) => other !== room && !allowed.includes(other));
  const patterns = [
    {
      regex: `^(\\.\\./)+(src/)?(${forbidden.join('|')})/`,
      message: `src/${room} may import from: ${allowed.join(', ') || 'nothing else'}.`,
    },
  ];
  // Only the page and the headless programs know that workers exist; the method never does.
  if (room !== 'ui') patterns.push({ regex: '^(\\.\\./)+workers/', message: `src/${room} must not know workers.` });
  return {
    files: [`src/${room}/**/*.{ts,svelte}`],
    // A test may reach up, to check that what it builds serves its callers.
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: patterns.filter(({ regex }) => !regex.includes('()')) }] },
  };
});

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
    files: ['src/{tensor,lm,tasks,genenv}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use a counter-based RandomStream.' },
        { object: 'Date', property: 'now', message: 'No clock in a result.' },
      ],
    },
  },
  ...boundaries,
);
