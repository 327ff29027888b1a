import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { environmentExample, playExamples, trainingTask } from '../data.ts';
import { familyByName } from '../registry.ts';
import { familyNameOf } from '../family.ts';
import { taskOf, refusalOf } from '../testing/read-task.ts';
import { auditKey, judgedByKey, splitKey, withKeyText } from '../family-parts.ts';
import { checkTaskSet, checkWrittenSet, MOST_BYTES, type TasksProblem } from './check-tasks.ts';
import { tasksProblemText } from '../../text/problems.ts';
import { nearForm, placesOf } from './places.ts';
import { answerForm, answerReward, shapeOf } from './rules.ts';
import type { Rule, TaskSet } from './task-set.ts';
import { readTasks } from './tasks-file.ts';

const jsonl = (...rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const read = (text: string, chosen = {}) => readTasks(text, 'mine', chosen);

function setOf(text: string, chosen = {}): TaskSet {
  const { set, problems } = read(text, chosen);
  if (!set) throw new Error(problems.map(tasksProblemText).join('\n'));
  return set;
}

const codes = (text: string, chosen = {}) => read(text, chosen).problems.map(({ code, line }) => [code, line]);

/** Sums of digits (level 1) and of longer numbers (level 2). Each line states its level. */
const sums = Array.from({ length: 60 }, (_, i) => {
  const [a, b] = i < 30 ? [i % 6, Math.floor(i / 6)] : [10 + i, 3 * i];
  const spaced = (number: number) => Array.from(String(number)).join(' ');
  return { prompt: `${spaced(a)} + ${spaced(b)} =`, answer: spaced(a + b), level: i < 30 ? 1 : 2, rule: 'number' };
});
const sumSet = setOf(jsonl(...sums));
const sumFamily = familyByName(sumSet);

describe('rules', () => {
  const same: [Rule, string, string][] = [
    ['exact', ' a  b ', 'a b'],
    ['exact', 'e\u0301', 'é'],
    ['number', '7', '7.0'],
    ['number', '-0.0', '0'],
    ['number', '−5', '-5'],
    ['number', '+1,234', '1234'],
    ['number', '1 2 3', '123'],
    ['number', '.5', '0.50'],
    ['number', '15e-1', '1.5'],
    ['number', '12300', '1.23e4'],
    ['number', '90071992547409931', '90071992547409931.0'],
    ['set', 'b, a,a', 'a,b'],
    ['json', '{"a": 1, "b": [1, 2.0]}', '{"b":[1,2],"a":1}'],
    ['token-f1', 'The cat.', 'cat'],
    ['number', '3/4', '0.75'],
    ['number', '-1/-2', '2/4'],
    ['set', "['carry', 'borrow']", 'borrow, carry'],
    ['set', '["a", "b"]', "('b', 'a')"],
    ['worked', '3 * 2 = 6\n#### 6', 'so it is 6: \\boxed{6.0}'],
    ['worked', '\\boxed{\\frac{3}{4}}', '#### 0.75'],
    ['worked', '#### $1,000.', '1000'],
  ];
  it.each(same)('%s: %j is %j', (rule, one, other) => {
    expect(answerForm(rule, one)).not.toBeNull();
    expect(answerReward(rule, one, other)).toBe(1);
  });

  const different: [Rule, string, string][] = [
    ['exact', 'A', 'a'],
    ['exact', 'a.', 'a'],
    ['number', '90071992547409931', '90071992547409932'],
    ['number', '1', '-1'],
    ['number', '10', '1'],
    ['number', '0.1', '0.01'],
    ['set', 'a', 'a, b'],
    ['set', 'a b', 'a, b'],
    ['json', '[1, 2]', '[2, 1]'],
    ['json', '"1"', '1'],
    ['json', '{"a": null}', '{}'],
    ['json', '{"a": 18446744073709551616}', '{"a": 18446744073709551615}'],
    ['worked', '#### 6\n#### 7', '6'],
  ];
  it.each(different)('%s: %j is not %j', (rule, one, other) => {
    expect(answerForm(rule, one)).not.toBeNull();
    expect(answerReward(rule, one, other)).toBe(0);
  });

  const none: [Rule, string][] = [
    ['exact', ' '],
    ['number', '1,23'],
    ['number', 'seven'],
    ['number', '.'],
    ['number', 'e5'],
    ['number', '1.2.3'],
    ['set', ' , '],
    ['set', "[{'a': 1}]"],
    ['number', '1/0'],
    ['number', '1/2/3'],
    ['json', "{'a': 1}"],
    ['json', '['.repeat(100) + ']'.repeat(100)],
    ['token-f1', 'the !'],
  ];
  it.each(none)('%s: %j is no answer', (rule, answer) => {
    expect(answerForm(rule, answer)).toBeNull();
    expect(answerReward(rule, answer, 'x')).toBe(0);
  });

  it('token F1 pays for a part, as SQuAD does: of “a big red cat” and “red cat” two of three words are shared', () => {
    expect(answerReward('token-f1', 'a big red cat', 'the red cat')).toBeCloseTo((2 * (2 / 3) * 1) / (2 / 3 + 1));
    expect(answerReward('exact', 'big red cat', 'red cat')).toBe(0);
  });

  it('a shape is letters and digits in short', () => {
    expect(['2024-03-05', 'new york', 'é١', '-7'].map(shapeOf)).toEqual(['0-0-0', 'a a', 'a0', '-0']);
  });
});

it('near-duplicates differ in case, quotes, final marks and loose spaces, and in nothing that has a meaning', () => {
  const same = ['What is 3 + 4?', 'what is 3+4', '"What is 3 +4" !', 'WHAT  IS 3+ 4 ?'];
  expect(new Set(same.map(nearForm)).size).toBe(1);
  const different = ['1 2', '12', '3.4', '34', '3 - 4', '3 + 4', '3 * 4', 'a:b', 'ab', 'ÄB'];
  expect(new Set(different.map(nearForm)).size).toBe(different.length);
});

describe('files', () => {
  const plain = setOf('prompt,answer\n1 + 1,2\n1 + 2,3\n1 + 3,4\n').given;
  it.each([
    ['semicolons', 'prompt;answer\n1 + 1;2\n1 + 2;3\n1 + 3;4\n'],
    ['tabs', 'prompt\tanswer\n1 + 1\t2\n1 + 2\t3\n1 + 3\t4\n'],
    ['a comment and a blank line first', '# mine\n\nprompt,answer\n1 + 1,2\n1 + 2,3\n1 + 3,4\n'],
    ['an index column', ',prompt,answer\n0,1 + 1,2\n1,1 + 2,3\n2,1 + 3,4\n', '“”'],
    ['a comma at the end of each row', 'prompt,answer,\n1 + 1,2,\n1 + 2,3,\n1 + 3,4,\n', '“”'],
    ['empty cells beyond the header', 'prompt,answer\n1 + 1,2,,\n1 + 2,3\n1 + 3,4\n'],
    ['further columns', 'prompt,answer,topic\n1 + 1,2,a\n1 + 2,3,b\n1 + 3,4,c\n', '“topic”'],
    ['an array', JSON.stringify(plain, null, 1)],
  ])('reads a file with %s', (_, text, ignored?: string) => {
    const { set, notices } = read(text);
    expect(set?.given).toEqual(plain);
    expect(notices).toEqual(ignored === undefined ? [] : [{ code: 'columns-ignored', columns: ignored }]);
  });

  it('reads prompt and answer from the columns with common names, or from those that the user names', () => {
    const text = 'id,question,solution,topic\n1,1 + 1,2,x\n2,1 + 2,3,y\n3,1 + 3,4,z\n';
    const { set, columns, notices } = read(text);
    expect(set?.given).toEqual(plain);
    expect(columns).toEqual(['id', 'question', 'solution', 'topic']);
    expect(notices).toEqual([
      { code: 'column-read', field: 'prompt', column: 'question' },
      { code: 'column-read', field: 'answer', column: 'solution' },
      { code: 'columns-ignored', columns: '“id”, “topic”' },
    ]);
    const other = read(text, { columns: { answer: 'Topic' } });
    expect(other.set?.given.map(({ answer }) => answer)).toEqual(['x', 'y', 'z']);
    expect(codes(text, { columns: { answer: 'nothing' } })).toEqual([['no-column', 1]]);
  });

  it('keeps quotes inside a cell, and refuses text behind a closing quote and one that does not end', () => {
    expect(setOf('prompt,answer\nwidth of a 5" pipe,12.7\nx y,3\n"list two","a\nb"\n').given[0].prompt).toBe(
      'width of a 5" pipe',
    );
    expect(codes('prompt,answer\n"abc"x1\nb c,3\nd e,4\n')).toEqual([['after-quote', 2]]);
    expect(codes('prompt,answer\na,1\n"b,3\nc,4\n')).toEqual([['open-quote', 3]]);
  });

  it('keeps numbers as they are written, and takes a worked answer’s result', () => {
    const numbers =
      '{"prompt":"2 ^ 64","answer":18446744073709551616}\n{"prompt":"price","answer":0.10}\n{"prompt":"list","answer":[1.0, "2"],"level":1}';
    expect(setOf(numbers).given.map(({ answer }) => answer)).toEqual(['18446744073709551616', '0.10', '[1.0,"2"]']);
    const worked = setOf(
      jsonl(
        { question: 'a', answer: '3 * 2\n#### 6' },
        { question: 'b', answer: '#### 7' },
        { question: 'c', answer: '\\boxed{3/4}' },
      ),
    );
    expect([worked.rule, ...worked.given.map(({ answer }) => answerForm('worked', answer))]).toEqual([
      'worked',
      '6/1',
      '7/1',
      '3/4',
    ]);
    expect(codes('{1: 2}').map(([code]) => code)).toEqual(['not-json']);
  });

  it('reads any table of unknown columns as its two columns, or refuses it with a code', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', ' ', ',', ';', '\t', '"', '\n', '#', '[', "'", 'é'),
      maxLength: 6,
    });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const table = fc.array(fc.record({ p: cell, a: cell, x: cell }), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, by) => {
        const lines = rows.map(({ x, p, a }) => [x, p, a].map(quoted).join(by));
        const { set, problems, notices } = read([['extra', 'prompt', 'answer'].join(by), ...lines].join('\n'));
        if (!set) {
          expect(problems.length).toBeGreaterThan(0);
          return;
        }
        const given = new Set(rows.map(({ p, a }) => JSON.stringify([p.trim(), a.trim()])));
        expect(new Set(set.given.map(({ prompt, answer }) => JSON.stringify([prompt, answer])))).toEqual(given);
        expect(notices).toEqual([{ code: 'columns-ignored', columns: '“extra”' }]);
      }),
    );
  });

  it('JSON lines and CSV say the same', () => {
    const text = 'prompt,answer,level,rule,split\r\n"say ""hi"", then\r\nbye",1,1,number,\n';
    const more = Array.from({ length: 5 }, (_, i) => `p${i},${i},1,,${i === 0 ? 'test' : ''}\n`).join('');
    const csv = setOf(`\ufeff${text}${more}`);
    expect(csv.given[0]).toEqual({ prompt: 'say "hi", then\nbye', answer: '1', level: 1 });
    expect([csv.rule, csv.form, csv.name, csv.given.length]).toEqual(['number', 'text', 'mine', 6]);
    expect(csv.given[1].split).toBe('held-out');
    expect(setOf(jsonl(...csv.given.map((task) => ({ ...task, rule: 'number' }))))).toEqual(csv);
    expect(setOf(JSON.stringify(csv))).toEqual(csv);
    expect(checkTaskSet(csv)).toEqual({ set: csv, problems: [] });
    expect(checkWrittenSet(csv).problems).toEqual([]);
    expect(checkWrittenSet({ ...csv, given: [{ prompt: ' x', answer: '1' }, ...csv.given] }).problems).toEqual([
      { code: 'not-as-written' },
    ]);
  });

  it('goes by its hash', () => {
    expect(familyNameOf(sumSet)).toMatch(/^tasks-[0-9a-f]{8}$/);
    expect(familyNameOf({ ...sumSet, rule: 'exact' })).not.toBe(familyNameOf(sumSet));
    expect(familyNameOf(structuredClone(sumSet))).toBe(familyNameOf(sumSet));
  });

  it('takes tasks that are given twice for one, and refuses two answers to one prompt', () => {
    expect(setOf(jsonl(...sums, sums[3])).given).toEqual(sumSet.given);
    expect(codes(jsonl(...sums, { ...sums[3], answer: '99' }))).toEqual([['two-answers', 61]]);
    expect(read(jsonl(...sums, { ...sums[3], answer: '99' })).problems[0]).toMatchObject({ other: 4 });
  });

  it('keeps tabs in a prompt', () => {
    const [first, ...rest] = sums;
    const tabbed = { ...first, prompt: first.prompt.replace(' ', '\t') };
    expect(setOf(jsonl(tabbed, ...rest), { form: 'text' }).given[0].prompt).toContain('\t');
  });

  it('is read as words where different ones are few, else as text', () => {
    expect([sumSet.form, setOf(jsonl(...sums), { form: 'text' }).form]).toEqual(['words', 'text']);
    const many = Array.from({ length: 200 }, (_, i) => ({ prompt: `w${i} x`, answer: `y${i}` }));
    expect(setOf(jsonl(...many)).form).toBe('text');
    expect(codes(jsonl(...sums, { prompt: 'two  spaces', answer: '1', level: 1 }), { form: 'words' })).toEqual([
      ['not-words', 61],
    ]);
    expect(setOf(jsonl(...sums, { prompt: '<sep> a', answer: '1', level: 1 })).form).toBe('text');
  });

  const good = jsonl(...sums);
  const bad: [string, unknown, string][] = [
    ['no object', [1], 'invalid_type'],
    ['no prompt', { answer: '1' }, 'empty'],
    ['an empty answer', { prompt: 'x', answer: ' ' }, 'empty'],
    ['a list as a prompt', { prompt: ['x'], answer: '1' }, 'prompt'],
    ['a NUL', { prompt: 'x\u0000', answer: '1' }, 'control-character'],
    ['text that is turned around', { prompt: 'x\u202e', answer: '1' }, 'control-character'],
    ['a space without width', { prompt: 'x\u200by', answer: '1' }, 'control-character'],
    ['half a character', { prompt: 'x\ud800', answer: '1' }, 'control-character'],
    ['a token of a model', { prompt: 'x <|im_end|>', answer: '1' }, 'token-of-model'],
    ['the mark of a key', { prompt: 'x', answer: '1\nAnswer: 2' }, 'key-mark'],
    ['a level of a half', { prompt: 'x', answer: '1', level: 0.5 }, 'level'],
    ['a level as a word', { prompt: 'x', answer: '1', level: 'hard' }, 'level'],
    ['another split', { prompt: 'x', answer: '1', split: 'mine' }, 'split'],
    ['another rule', { prompt: 'x', answer: '1', rule: 'exact' }, 'other-rule'],
    ['an unknown rule', { prompt: 'x', answer: '1', rule: 'bleu' }, 'rule'],
    ['what is no number', { prompt: 'x', answer: 'seven', level: 1 }, 'not-of-rule'],
    ['4001 characters', { prompt: 'x'.repeat(4001), answer: '1' }, 'prompt'],
  ];
  it.each(bad)('with %s is refused with its line', (_, row, code) => {
    const { problems } = read(`${good}\n\n${JSON.stringify(row)}\n`);
    const found = problems.map((one) => (one.code === 'schema' ? (one.issue.path[0] ?? one.issue.code) : one.code));
    expect([found, problems[0].line]).toEqual([[code], 62]);
    expect(tasksProblemText(problems[0])).toMatch(/^(?!.*(undefined|object Object)).*62.+[.。]$/);
  });

  it('says of 2,000 lines which one is broken, and how many more', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `{"prompt":"add ${i}","answer":"${i}"}`);
    lines[1776] = '{"prompt":"add 1,';
    expect(codes(lines.join('\n'))).toEqual([['not-json', 1777]]);
    lines[1776] = '{"prompt":"add x"}';
    expect(codes(lines.join('\n'))).toEqual([['empty', 1777]]);
    const { problems } = read(lines.map((line) => line.replace('answer', 'anser')).join('\n'));
    expect(problems.length).toBeLessThanOrEqual(21);
    expect(problems.at(-1)).toEqual({ code: 'more', lines: expect.any(Number) });
  });

  it('as a table: rows of other lengths, a quote that does not end, no header, too much', () => {
    const table = (rows: string) => `prompt,answer\n${rows}`;
    expect(codes(table('a,1\nb,2,3\nc'))).toEqual([
      ['other-cells', 3],
      ['other-cells', 4],
    ]);
    expect(codes(table('a,1\nb,"2\nc,3\nd,4'))).toEqual([['open-quote', 3]]);
    expect(codes('topic,answer\na,1')).toEqual([['no-column', 1]]);
    expect(codes('prompt,answer,answer\na,1,1')).toEqual([['column-twice', 1]]);
    expect(codes('')).toEqual([
      ['no-column', 1],
      ['no-column', 1],
    ]);
    expect(codes(' '.repeat(MOST_BYTES + 1))).toEqual([['too-large', undefined]]);
  });

  it('of too few tasks is none, nor a level of too few', () => {
    expect(codes(jsonl(sums[0], sums[1]))).toEqual([['too-few-tasks', undefined]]);
    expect(codes(jsonl(...sums, { prompt: 'x', answer: '1', level: 3 }))).toEqual([['too-few-of-level', undefined]]);
  });

  it('names the split that no line is left for', () => {
    const { problems } = read('prompt,answer,split\na b,2,dev\nb c,3,val\nd e,4,train');
    expect(problems).toMatchObject([{ code: 'no-task-of-split', level: 1, split: 'training' }]);
  });

  it('survives anything: each file is a set, or has sentences', () => {
    const parts = [...'{}",:\n\r[1\\\u0000א\ud83d ', 'prompt', 'answer', '<b>', '<sep>'];
    for (let i = 0; i < 150; i++) {
      const random = new RandomStream(9, i);
      const noise = Array.from({ length: 1 + random.integer(40) }, () => random.choice(parts)).join('');
      const place = random.integer(good.length);
      const text = random.choice([noise, good.slice(0, place) + noise + good.slice(place), `prompt,answer\n${noise}`]);
      const { set, problems } = read(text);
      if (set) expect(checkTaskSet(set)).toEqual({ set, problems: [] });
      else expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems as TasksProblem[])
        expect(tasksProblemText(problem)).not.toMatch(/undefined|object Object/);
    }
  });
});

describe('levels and splits', () => {
  it('are those of the lines; what they leave open is drawn: a sixth held out and a sixth for development', () => {
    const { tasks } = placesOf(sumSet);
    for (const level of [1, 2]) {
      const own = tasks.filter((task) => task.level === level);
      const count = (split: string) => own.filter((task) => task.split === split).length;
      expect([count('training'), count('development'), count('held-out')]).toEqual([20, 5, 5]);
    }
    const said = setOf(jsonl(...sums.map((task, i) => ({ ...task, split: i % 2 === 0 ? 'train' : 'test' }))));
    const places = placesOf(said).tasks;
    places.forEach(({ split }, i) => expect(split === 'held-out').toBe(i % 2 === 1));
    expect(places.filter(({ split }) => split === 'development').length).toBe(10);
  });

  it('do not part near-duplicates', () => {
    const twins = sums.map(({ prompt, ...task }) => ({ ...task, prompt: prompt.toUpperCase().replace(' =', '=') }));
    const { tasks } = placesOf(setOf(jsonl(...sums, ...twins)));
    tasks.slice(60).forEach(({ split }, i) => expect(split).toBe(tasks[i].split));
    expect(codes(jsonl(...sums, { ...twins[0], split: 'test' }, { ...sums[1], split: 'train' }))).toContainEqual([
      'two-answers',
      62,
    ]);
    const rows = sums.map((task) => ({ ...task, split: 'train' }));
    expect(codes(jsonl(...rows, { ...twins[4], split: 'test' }))).toEqual([['nearly-kept', 61]]);
  });

  it('follow the length of answers where no line says one, of prompts where all answers have one length', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'x').join(' ');
    const rows = Array.from({ length: 60 }, (_, i) => ({ prompt: `p${i}`, answer: words(1 + (i % 6)) }));
    const { levels, tasks, levelOf, derivesLevels } = placesOf(setOf(jsonl(...rows), { form: 'words' }));
    expect([levels, derivesLevels]).toEqual([6, true]);
    for (const { level, answer } of tasks) expect(level).toBe(answer.split(' ').length);
    expect([levelOf('new', 'a b c'), levelOf('new', words(50))]).toEqual([3, 6]);
    const other = rows.map(({ prompt, answer }, i) => ({ prompt: `${prompt} ${answer}`, answer: `a${i}` }));
    expect(placesOf(setOf(jsonl(...other), { form: 'words' })).levels).toBe(6);
  });
});

describe('the family', () => {
  it('reads a given task with its answer, a near one too, and says of any other that nobody knows its answer', () => {
    const known = taskOf(sumFamily, '1 + 2 =');
    expect(sumFamily.oracle(known)).toEqual({ solvable: true, answers: ['3'], length: 1 });
    expect(sumFamily.score(known, ['3']).success).toBe(true);
    expect(sumFamily.score(known, ['0 3']).success).toBe(true);
    expect(sumFamily.score(known, ['4'])).toMatchObject({ success: false, wellFormed: true });
    expect(sumFamily.score(known, ['+'])).toMatchObject({ wellFormed: false, reason: { code: 'tasks/no-answer' } });
    const unknown = taskOf(sumFamily, '9 + 9 + 9 =');
    expect(sumFamily.oracle(unknown)).toMatchObject({ solvable: false, reason: { code: 'tasks/no-given-answer' } });
    expect(refusalOf(sumFamily, '1 <sep> 2')).toEqual({ code: 'tasks/unknown-word', word: '<sep>' });
    expect(refusalOf(sumFamily, ' ')).toEqual({ code: 'tasks/empty-text' });
    expect(refusalOf(sumFamily, Array(50).fill('1').join(' '))).toMatchObject({ code: 'tasks/too-long', length: 50 });
  });

  it('judges by the written key under its rule, and audits a key where the task is given', () => {
    const judged = judgedByKey(sumFamily, ['1 8']);
    const task = taskOf(sumFamily, '9 + 9 =');
    expect(judged.score(task, ['0 1 8'])).toMatchObject({ reward: 1, success: true });
    expect(judged.score(task, ['1 7'])).toMatchObject({ reward: 0, success: false, wellFormed: true });
    expect(auditKey(sumFamily, task, ['1 8'])).toBe('unchecked');
    expect(auditKey(sumFamily, task, ['+'])).toBe('malformed');
    const known = taskOf(sumFamily, '1 + 2 =');
    expect([auditKey(sumFamily, known, ['3']), auditKey(sumFamily, known, ['4'])]).toEqual(['right', 'wrong']);
  });

  it('never trains on what is kept, nor on what nearly is', () => {
    const kept = (['development', 'held-out'] as const).flatMap((split) =>
      [1, 2].flatMap((level) => sumFamily.heldOut(split, level, 99)),
    );
    expect(kept.length).toBe(20);
    for (const text of kept) {
      expect(sumFamily.given!.isKept(text)).toBe(true);
      expect(sumFamily.given!.isKept(text.replace(' =', '='))).toBe(true);
    }
    const random = new RandomStream(4, 0);
    const seen = new Set(Array.from({ length: 400 }, () => trainingTask(sumFamily, 1 + random.integer(2), random)));
    expect(seen.size).toBe(40);
    for (const text of seen) expect(kept).not.toContain(text);
    for (let i = 0; i < 200; i++) {
      const { completion, context } = environmentExample([sumFamily], 'uniform', random);
      const { text, turns } = splitKey(sumFamily, `${context.split(' ').slice(2).join(' ')} ${completion}`);
      expect(seen).toContain(text);
      expect(sumFamily.score(taskOf(sumFamily, text), turns).success).toBe(true);
    }
  });

  it('shows the agent the answers of a level without which is right', () => {
    const random = new RandomStream(5, 0);
    const played = Array.from({ length: 600 }, () => playExamples([sumFamily], 1, random)[0]);
    const right = played.filter(({ prompt, completion }) => {
      const task = taskOf(sumFamily, prompt.split(' ').slice(1, -1).join(' '));
      expect(sumFamily.score(task, [completion]).wellFormed).toBe(true);
      return sumFamily.score(task, [completion]).success;
    });
    expect(right.length / played.length).toBeLessThan(0.2);
    expect(sumFamily.given!.guessed).toBeLessThan(0.2);
  });

  it('in text: writes the answer on a line of its own, after a prompt that may hold such a line too', () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      prompt: `Example.\nAnswer: 1\nNow <b>${i}</b>`,
      answer: `${i}`,
    }));
    const family = familyByName(setOf(jsonl(...rows)));
    const written = withKeyText(family, rows[3].prompt, ['3']);
    expect(splitKey(family, written)).toEqual({ text: rows[3].prompt, turns: ['3'] });
    expect(splitKey(family, 'no key')).toEqual({ text: 'no key', turns: [] });
    for (const { prompt } of rows) {
      const { seed, rest } = family.splitSeed(prompt);
      expect([seed + rest, rest !== '']).toEqual([prompt, true]);
    }
    expect(family.chat!.agent(taskOf(family, rows[0].prompt))).toEqual([{ role: 'user', content: rows[0].prompt }]);
  });

  it('keeps unicode, quotes, right-to-left text and names that are HTML as they are', () => {
    const names = ['<script>alert(1)</script>', '"q"', 'מפתח', 'تفاحة', '苹果', '👩‍🍳', "o'clock", 'a&amp;b', '\u200fא'];
    for (const form of ['words', 'text'] as const) {
      const set = setOf(jsonl(...names.map((name) => ({ prompt: `name ${name}`, answer: name }))), { form });
      expect(set.given.map(({ answer }) => answer)).toEqual(names);
      const family = familyByName(set);
      for (const name of names) expect(family.score(taskOf(family, `name ${name}`), [name]).success).toBe(true);
    }
  });
});
