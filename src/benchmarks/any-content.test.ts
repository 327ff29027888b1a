/** @file Checks that any content of benchmark files loads as items or problems, and that every item can be scored. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryFiles } from './files.ts';
import { BENCHMARKS } from './registry.ts';

const STEMS: Record<string, string> = {
  'games_*.compact.json': 'valid_unseen',
  'init_database/*.json': 'Account',
  'BFCL_v4_*.json': 'simple_python',
  'possible_answer/BFCL_v4_*.json': 'simple_python',
};

/** Names of fields in the files of at least one benchmark. */
const KEYS = [
  ...['id', 'question', 'function', 'ground_truth', 'name', 'parameters', 'properties', 'required', 'type'],
  ...['file', 'turns', 'role', 'text', 'api_name', 'param_dict', 'result', 'input', 'output', 'exception'],
  ...['system', 'user', 'answer', 'Question', 'Answer'],
  ...['task', 'recs', 'objs', 'agentLoc', 'goal', 'username', 'password'],
];

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 8 }),
  ),
}));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary' }),
  value.map((one) => JSON.stringify(one)),
  fc.array(value, { maxLength: 4 }).map((rows) => rows.map((row) => JSON.stringify(row)).join('\n')),
);

it.each(BENCHMARKS.map((benchmark) => [benchmark.name, benchmark] as const))(
  '%s reads any content of its files, and says what an empty folder lacks',
  async (_, benchmark) => {
    const empty = await benchmark.load(memoryFiles([]));
    expect(empty.items).toEqual([]);
    expect(empty.problems.length).toBeGreaterThan(0);
    const paths = benchmark.files.map(({ path }) => path.replace('*', STEMS[path] ?? 'x'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: paths.length, maxLength: paths.length }),
        fc.string(),
        async (contents, output) => {
          const files = paths.map((path, i) => [path, contents[i]] as const);
          const { items, problems } = await benchmark.load(memoryFiles(files));
          expect(items.length + problems.length).toBeGreaterThan(0);
          for (const item of items) {
            benchmark.prompt(item);
            expect(['boolean', 'number']).toContain(typeof (await benchmark.score(item, output)).correct);
          }
        },
      ),
    );
  },
);
