import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HouseholdFacts } from '../../tasks/families/household-errands/alfworld/facts.ts';
import { loader, memoryFiles } from '../files.ts';
import { diskFiles } from '../node.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { alfworld } from './alfworld.ts';
import { loadGameFolders } from './games.ts';
import { parseExpressions, readProblem } from './problem.ts';

const folder = sharedBenchmark('alfworld');

describe.skipIf(folder === null)('against the published games', () => {
  test('the six original problems are the six compact games, thing for thing', async () => {
    const source = diskFiles(folder ?? '');
    const { items: compact } = await alfworld.load(source);
    const { items: original, problems } = await loader(loadGameFolders)(source);
    expect(problems).toEqual([]);
    expect(original).toHaveLength(6);
    // The order of an object's receptacles does not count. `canContain` differs, because compact files share one table.
    const comparable = ({ receptacles, objects, agentLocation, goal }: HouseholdFacts) => ({
      receptacles,
      objects: objects.map((object) => ({ ...object, in: [...object.in].sort() })),
      agentLocation,
      goal,
    });
    for (const { type, facts } of original) {
      const twin = compact.find((game) => game.type === type && game.facts.agentLocation === facts.agentLocation);
      expect(twin).toBeDefined();
      if (twin) expect(comparable(facts)).toEqual(comparable(twin.facts));
    }
  });
});

const PROBLEM = `(define (problem small) ; a comment
  (:objects Desk_1 - receptacle)
  (:init
    (atLocation agent1 door)
    (receptacleType Desk_bar_1 DeskType) (receptacleAtLocation Desk_bar_1 a)
    (receptacleType Safe_bar_2 SafeType) (receptacleAtLocation Safe_bar_2 b) (openable Safe_bar_2) (opened Safe_bar_2)
    (objectType Pen_bar_1 PenType) (pickupable Pen_bar_1) (inReceptacle Pen_bar_1 Desk_bar_1)
    (objectType Pen_bar_2 PenType) (isReceptacleObject Pen_bar_2)
    (canContain SafeType PenType))
  (:goal (and (exists (?r - receptacle) (exists (?o - object)
    (and (objectType ?o PenType) (receptacleType ?r SafeType) (inReceptacle ?o ?r)))))))`;
const WON = ['go to desk 1', 'take pen 2 from desk 1', 'go to safe 1', 'move pen 2 to safe 1'].join('\n');

describe('game folders', () => {
  const grammar = 'grammar :: "task": [{"rhs": "Your task is to: put some pen on safe."}]';
  const gameFile = JSON.stringify({ pddl_problem: PROBLEM, grammar, pddl_domain: '' });

  test('are read from either file, the game’s own wording first', async () => {
    const { items, problems } = await alfworld.load(
      memoryFiles([
        ['json/valid_seen/pick-Pen/trial_1/game.tw-pddl', gameFile],
        ['json/valid_seen/pick-Pen/trial_1/initial_state.pddl', PROBLEM],
        ['json/valid_seen/pick-Pen/trial_2/initial_state.pddl', PROBLEM],
      ]),
    );
    expect(problems).toEqual([]);
    expect(items.map(({ id, split, type, facts }) => [id, split, type, facts.task])).toEqual([
      ['pick-Pen/trial_1', 'valid_seen', 'pick_and_place_simple', 'put some pen on safe'],
      ['pick-Pen/trial_2', 'valid_seen', 'pick_and_place_simple', 'put a pen in safe'],
    ]);
    expect(items.map((item) => alfworld.score(item, WON).correct)).toEqual([true, true]);
  });

  test('that are damaged are named with file and line', async () => {
    const { items, problems } = await alfworld.load(
      memoryFiles([
        ['a/b/game.tw-pddl', '{"pddl_problem": 3}'],
        ['a/c/game.tw-pddl', 'not JSON'],
        ['a/d/initial_state.pddl', PROBLEM.split('\n').slice(0, 4).join('\n')],
        ['a/e/initial_state.pddl', '(define (:init))'],
        ['a/f/initial_state.pddl', PROBLEM.replaceAll('receptacleType ?r', 'wall ?r')],
      ]),
    );
    expect(items).toEqual([]);
    expect(problems.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
      'a/b/game.tw-pddl:null schema-mismatch',
      'a/c/game.tw-pddl:null not-json',
      'a/d/initial_state.pddl:3 parentheses',
      'a/e/initial_state.pddl:null not-pddl',
      'a/f/initial_state.pddl:null unknown-goal',
    ]);
  });
});

describe('parentheses', () => {
  test('nest, and comments end with the line', () => {
    expect(parseExpressions('(a (b c) ; (\n d) e')).toEqual({ expressions: [['a', ['b', 'c'], 'd'], 'e'] });
  });

  test.each([
    ['(a\n))', 'unopened', 2],
    ['\n((a)', 'unclosed', 2],
  ])('that do not match are refused: %j', (text, fault, line) => {
    expect(parseExpressions(text)).toEqual({
      problem: { code: 'parentheses', parameters: { fault } },
      line,
    });
  });

  test('nested too deep are refused', () => {
    expect(parseExpressions('('.repeat(101))).toMatchObject({ problem: { code: 'nested-too-deep' }, line: 1 });
  });

  test('no text throws, and none takes long', () => {
    const tokens = fc.constantFrom('(', ')', ':init', ':goal', 'objectType', 'holds', 'isToggled', 'a', ';', '\n', ' ');
    const text = fc.oneof(
      fc.string(),
      fc.array(tokens, { maxLength: 60 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(text, (problem) => {
        const read = readProblem(problem);
        expect('problem' in read || 'facts' in read).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect('problem' in readProblem('(a'.repeat(100_000))).toBe(true);
    expect('problem' in readProblem('; '.repeat(1_000_000))).toBe(true);
  });
});
