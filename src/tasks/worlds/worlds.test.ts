import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { householdWorld } from '../families/household/household.ts';
import { familiesByName, familyByName, ownFamily } from '../registry.ts';
import { familyNameOf } from '../family.ts';
import { refusalOf, taskOf } from '../testing/read-task.ts';
import { checkWorld, MOST_BYTES, readWorld, type WorldProblem } from './check-world.ts';
import { worldProblemText } from '../../text/problems.ts';
import { TEMPLATES } from './templates.ts';

const { errands, rules, search, calls } = TEMPLATES;

/** Returns the problems of the template `errands` with these fields changed. */
const problems = (change: object): WorldProblem[] => checkWorld({ ...errands, ...change }).problems;
const codes = (change: object) => problems(change).map(({ code, field, item }) => [code, field, item]);

describe('worlds', () => {
  it.each(Object.entries({ ...TEMPLATES, household: householdWorld }))(
    '%s is one, and is the same read again',
    (_, world) => {
      expect(checkWorld(world)).toEqual({ world, problems: [] });
      expect(readWorld(JSON.stringify(world, null, 2))).toEqual({ world, problems: [] });
    },
  );

  it.each(readdirSync('docs/examples/worlds'))('docs/examples/worlds/%s is one', (file) => {
    expect(readWorld(readFileSync(`docs/examples/worlds/${file}`, 'utf8')).problems).toEqual([]);
  });

  it('goes by its hash, whatever the order of its fields', () => {
    const name = familyNameOf(errands);
    expect(name).toMatch(/^world-[0-9a-f]{8}$/);
    const turned = Object.fromEntries(Object.entries(errands).reverse());
    expect(familyNameOf(checkWorld(turned).world!)).toBe(name);
    expect(familyNameOf({ ...errands, name: 'Other' })).not.toBe(name);
    expect(familiesByName([errands, 'household']).map((family) => family.name)).toEqual(['household', name]);
    expect(ownFamily(name)?.title).toBe('Kitchen');
    expect(familyByName(name).name).toBe(name);
    expect(() => familyByName('world-00000000')).toThrow('unknown-family');
  });

  it('reads, solves and scores arguments, exceptions, what is told and distractors', () => {
    const laundry = familyByName(rules);
    const task = taskOf(laundry, 'wash jumper white & wash sock white & iron cap');
    expect(laundry.level(task)).toBe(3);
    const answer = 'jumper wash white bucket sock wash white boiler cap iron board';
    expect(laundry.oracle(task)).toEqual({ solvable: true, answers: [answer], length: 11 });
    expect(laundry.prompt(task)).toBe('wash jumper white & wash sock white & iron cap : iron board');
    expect(laundry.score(task, [answer.replace('boiler', 'floor')]).reason).toEqual({
      code: 'world/wrong-station',
      goal: 2,
      station: 'floor',
      verb: 'wash',
      object: 'sock',
    });
    expect(laundry.score(task, [answer.replace('white', 'dark')]).wellFormed).toBe(false);
    expect(refusalOf(laundry, 'wash cap fast')).toEqual({ code: 'world/unknown-argument', word: 'fast', verb: 'wash' });
    expect(refusalOf(laundry, 'iron cap fast')).toEqual({ code: 'world/malformed-goal', goal: 1 });

    const lost = familyByName(search);
    expect(lost.level(taskOf(lost, 'find keys ; ring scarf'))).toBe(2);
    expect(refusalOf(lost, 'find keys ; keys')).toEqual({ code: 'world/malformed-distractors' });
    expect(refusalOf(lost, 'find keys ;')).toEqual({ code: 'world/malformed-distractors' });
    expect(refusalOf(lost, 'find keys ; ring scarf phone wallet')).toMatchObject({ distractors: 4, most: 3 });
  });

  it('goes on from the place that was found', () => {
    const lost = familyByName(search);
    const task = taskOf(lost, 'find keys fetch & fetch ring find find');
    expect(lost.level(task)).toBe(5);
    const answer = 'keys find drawer fetch study ring fetch safe find study find attic';
    expect(lost.oracle(task)).toEqual({ solvable: true, answers: [answer], length: 12 });
    // The next right place depends on the right place of the hop before, not on the place that the answer names.
    expect(lost.score(task, [answer.replace('ring fetch safe', 'ring fetch hall')]).reason).toEqual({
      code: 'world/wrong-station',
      goal: 2,
      station: 'hall',
      verb: 'fetch',
      object: 'ring',
    });
    expect(lost.score(task, [answer.replace(/attic$/, 'porch')]).reason).toMatchObject({ goal: 2, object: 'study' });
    expect(lost.oracle(taskOf(lost, 'find study find'))).toEqual({
      solvable: false,
      reason: { code: 'world/no-place', goal: 1, verb: 'find', object: 'attic' },
    });
    expect(refusalOf(lost, 'find keys find find find')).toEqual({ code: 'world/malformed-goal', goal: 1 });
    expect(lost.splitSeed('find keys fetch & fetch ring find')).toEqual({
      seed: 'find keys',
      rest: 'fetch & fetch ring find',
    });

    // Each hop may take its own argument.
    const actions = [{ name: 'ask', arguments: ['now', 'later'] }, { name: 'go' }];
    const moved = familyByName(checkWorld({ ...search, actions }).world!);
    const asked = taskOf(moved, 'ask keys now go ask later');
    expect(moved.oracle(asked)).toMatchObject({ answers: ['keys ask now drawer go study ask later attic'] });
    expect(refusalOf(moved, 'go keys ask')).toEqual({ code: 'world/malformed-goal', goal: 1 });
    expect(refusalOf(moved, 'go keys ask soon')).toEqual({ code: 'world/unknown-argument', word: 'soon', verb: 'ask' });
  });

  it('says of a goal without a place that nothing solves it, and writes none', () => {
    const world = { ...calls, where: calls.where.filter(({ thing }) => thing !== 'loan') };
    const family = familyByName(checkWorld(world).world!);
    expect(family.oracle(taskOf(family, 'cancel loan'))).toEqual({
      solvable: false,
      reason: { code: 'world/no-place', goal: 1, verb: 'cancel', object: 'loan' },
    });
    expect(family.heldOut('held-out', 1, 50).some((text) => text.includes('loan'))).toBe(false);
  });
});

describe('names', () => {
  it('may be HTML, quotes, any script and right to left', () => {
    const things = ['<script>alert(1)</script>', '"quoted"', 'מפתח', 'تفاحة', '苹果', '👩‍🍳', "o'clock", 'a&amp;b'];
    const { world } = checkWorld({ ...errands, things });
    const family = familyByName(world!);
    const text = family.heldOut('held-out', 6, 1)[0];
    expect(family.score(taskOf(family, text), ['']).wellFormed).toBe(false);
    expect(family.words).toEqual(expect.arrayContaining(things));
  });

  it('are one word each, of nobody else and once, and say where they are not', () => {
    const bad = ['', 'two words', 'x'.repeat(41), 7, '\u202eevil', 'nul\u0000'];
    const all = [...errands.things, ...bad];
    expect(codes({ things: all })).toEqual(bad.map((_, i) => ['not-a-name', 'things', 9 + i]));
    for (const name of ['&', ';', ':', '?', '<sep>', '<b1>', '<world-69e8de94>'])
      expect(problems({ things: [...errands.things, name] })).toEqual([
        { code: 'reserved-name', name, field: 'things', item: 9 },
      ]);
    expect(codes({ things: [...errands.things, 'egg'] })).toEqual([['same-name', 'things', 9]]);
    expect(codes({ things: [...errands.things, 'é', 'e\u0301'] })).toEqual([['same-name', 'things', 10]]);
  });
});

describe('a world that cannot be played', () => {
  const where = (...more: unknown[]) => ({ where: [...errands.where, ...more] });
  it.each<[string, object, [string, string | undefined, number | undefined][]]>([
    ['without a list', { things: 'egg' }, [['schema', 'things', undefined]]],
    ['with a field too many', { colour: 1 }, [['schema', undefined, undefined]]],
    ['with a nameless title', { name: ' ' }, [['not-a-title', 'name', undefined]]],
    ['with a rule of something else', where({ thing: 'moon', place: 'sky' }), [['unknown-name', 'where', 4]]],
    ['with a rule that none needs', where({ action: 'boil', thing: 'egg', place: 'pan' }), [['idle-rule', 'where', 4]]],
    ['with told: 1', where({ thing: 'egg', place: 'pan', told: 1 }), [['schema', 'where', 4]]],
    ['with half a step', { levels: [{ steps: 0.5 }] }, [['schema', 'levels', 1]]],
    [
      'with a level that asks for less',
      { levels: [{ steps: 3 }, { steps: 2, distractors: 4 }] },
      [['lower-level', 'levels', 2]],
    ],
    ['with more steps than things', { levels: [{ steps: 9 }] }, [['too-few-things', 'levels', 1]]],
    [
      'with more distractors than things',
      { levels: [{ steps: 4, distractors: 5 }] },
      [['too-few-things', 'levels', 1]],
    ],
    ['with hops from no place', { levels: [{ steps: 1, hops: 2 }] }, [['too-few-chains', 'levels', 1]]],
    ['with fewer hops than before', { levels: [{ steps: 1, hops: 2 }, { steps: 4 }] }, [['lower-level', 'levels', 2]]],
    ['without a solvable task', { where: [{ argument: 'x', place: 'a' }] }, [['unknown-name', 'where', 1]]],
    ['with one place', { where: [{ place: 'hall' }] }, [['one-place', 'where', undefined]]],
    ['that is guessed', { levels: [{ steps: 1 }, { steps: 2 }] }, [['too-easy', 'levels', undefined]]],
  ])('%s', (_, change, expected) => {
    expect(codes(change)).toEqual(expected);
  });

  it('has no solvable task, or too few to keep some apart', () => {
    const actions = [{ name: 'wash', arguments: ['hot'] }, { name: 'boil' }];
    expect(codes({ actions, where: [{ action: 'boil', argument: 'hot', place: 'stove' }] })).toEqual([
      ['no-task', 'where', undefined],
    ]);
    const few = { things: ['egg', 'pan'], actions: [{ name: 'wash' }], where: [{ place: 'basin' }] };
    expect(
      codes({ ...few, otherPlaces: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], levels: [{ steps: 1 }] }),
    ).toEqual([['too-few-tasks', 'levels', 1]]);
  });

  it('has half a million combinations, the most that its lists allow', () => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    const actions = names('do', 50).map((name) => ({ name, arguments: names('how', 50) }));
    const [problem] = problems({ things: names('thing', 200), actions, where: [{ place: 'a' }, { place: 'b' }] });
    expect(problem).toEqual({ code: 'too-many-combinations', combinations: 500_000, most: 20_000, field: 'things' });
  });

  it('is no JSON, too long, of another version, or anything at all', () => {
    const [problem] = readWorld('{"world": 1,').problems;
    expect(problem.code).toBe('not-json');
    expect(readWorld(' '.repeat(MOST_BYTES + 1)).problems).toEqual([{ code: 'too-large', most: MOST_BYTES }]);
    expect(readWorld('{"world": 2}').problems).toEqual([{ code: 'other-version', value: '2', field: 'world' }]);
    for (const value of [null, [], 7, 'x', { world: 1 }, { ...errands, where: [null], levels: [[]], actions: ['x'] }]) {
      const found = checkWorld(value).problems;
      expect(found.length).toBeGreaterThan(0);
      for (const one of found) expect(worldProblemText(one)).toMatch(/^(?!.*undefined).+[.]$/);
    }
    const nested = `{"world":1,"things":[${'['.repeat(5000)}${']'.repeat(5000)}]}`;
    expect(readWorld(nested).problems).toContainEqual(expect.objectContaining({ code: 'not-a-name', item: 1 }));
  });
});
