import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../common/testing/processor-time.ts';
import { memoryFiles } from '../files.ts';
import { pyRepr } from '../../common/python-value.ts';
import { type ApiResult, type ApiTurn, type Databases, findCall, type Json } from './call-text.ts';
import { apiBank, readToolCalls } from './exact.ts';
import { apiBankOfficial, APIS, evaluateCall } from './official.ts';
import { type DateFormat, readDate, strptime, type World } from './apis/api.ts';

describe('finding the call', () => {
  /** Finds the call in a short text with the official regular expressions (api_call_extraction.py). */
  function officialCall(text: string): { name: string; parameters: Map<string, string> } | null {
    const match = /\[([\p{L}\p{N}_]+)\(([^\n]*)\)\]/u.exec(text);
    if (match === null) return null;
    const word = '([\\p{L}\\p{N}_]+)\\s*=\\s*';
    const pattern = new RegExp(`${word}['"]([^\\n]+?)['"]|${word}(\\[[^\\n]*\\])|${word}([\\p{L}\\p{N}_]+)`, 'gu');
    const parameters = new Map<string, string>();
    for (const found of match[2].matchAll(pattern)) {
      const name = found[1] ?? found[3] ?? found[5];
      parameters.set(name, (found[2] ?? found[4] ?? found[6])!);
    }
    return { name: match[1], parameters };
  }

  it('is what the official regular expressions find', () => {
    const parts = [...`[]()='", \n-`, 'Name', 'a', 'b1', 'é', ')]', "a='", "='x'", '=='];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 25 }).map((pieces) => pieces.join(''));
    const wrapped = fc.oneof(
      text,
      text.map((inside) => `[Name(${inside})]`),
    );
    fc.assert(
      fc.property(wrapped, (candidate) => {
        expect(findCall(candidate)).toEqual(officialCall(candidate));
      }),
      { numRuns: 3000 },
    );
  });

  it('takes time that grows with the text', () => {
    for (const part of ['[a(', 'a', "a='", 'a=[', '[a()]', '\n[a(', '=']) {
      const text = `[f(${part.repeat(300_000 / part.length)})]`;
      const milliseconds = processorTime(() => {
        findCall(text);
        findCall(text.slice(0, -2));
      });
      expect(milliseconds, part).toBeLessThan(2000);
    }
  });
});

describe('dates as Python reads them', () => {
  it.each([
    ['2023-03-16 14:30:00', '2023-03-16 14:30:00', null],
    ['2023-3-6  4:5:6', '2023-03-06 04:05:06', null],
    ['2023-03-16', null, "time data '2023-03-16' does not match format '%Y-%m-%d %H:%M:%S'"],
    ['2023-03-16 14:30:001', null, 'unconverted data remains: 1'],
    ['2023-02-29 00:00:00', null, 'day is out of range for month'],
    ['2023-03-16 14:30:61', null, 'second must be in 0..59'],
    ["it's", null, `time data "it's" does not match format '%Y-%m-%d %H:%M:%S'`],
  ])('%s', (text, value, error) => {
    expect(strptime(text, '%Y-%m-%d %H:%M:%S')).toEqual({ value, error });
  });

  it('pads a short year, and writes another format', () => {
    expect(readDate(' 23-01-02 ', '%Y-%m-%d').value).toBe('0023-01-02');
    expect(readDate('2024-02-29', '%Y-%m-%d', '%m-%d').value).toBe('02-29');
    // A missing year is 1900, which is no leap year.
    expect(readDate('02-29', '%m-%d').error).toBe('day is out of range for month');
  });

  const FORMATS: DateFormat[] = ['%Y-%m-%d %H:%M:%S', '%Y-%m-%d', '%m-%d'];
  const format = fc.constantFrom(...FORMATS);
  const dateLike = fc
    .array(fc.constantFrom('2023', '02', '29', '31', '1', '0', '-', ':', ' ', '\n', 'x'), { maxLength: 14 })
    .map((parts) => parts.join(''));

  it('reads a text or says why not, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(dateLike, fc.string({ unit: 'binary' })), format, (text, given) => {
        const { value, error } = strptime(text, given);
        if (error !== null) expect(error).not.toBe('');
        else expect(strptime(value, given)).toEqual({ value, error: null });
      }),
    );
  });

  it('reads back every date it writes', () => {
    const date = fc.date({ min: new Date(0), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (moment) => {
        const text = moment.toISOString().slice(0, 19).replace('T', ' ');
        expect(strptime(text, '%Y-%m-%d %H:%M:%S')).toEqual({ value: text, error: null });
        expect(strptime(text.slice(0, 10), '%Y-%m-%d')).toEqual({ value: text.slice(0, 10), error: null });
      }),
    );
  });
});

const databases: Databases = {
  Account: { Ann: { password: 'pw', token: 't1', email: 'ann@x.com' } },
  Agenda: { 1: { content: 'Gym', time: '2023-03-16 10:00:00', location: 'here', username: 'Ann' } },
  Alarm: { 1: { time: '2023-03-16 07:00:00', username: 'Ann' } },
  Appointments: { 12345678: { patient_name: 'Ann', date: '2023-04-12', doctor_name: 'Dr. S' } },
  Bank: { Ann: { balance: 12.5 } },
  HealthData: { A1: [{ time: '2023-03-15 10:30:00', heart_rate: 80 }] },
  Hotel: { 1: { hotel_name: 'Inn', check_in_time: '2023-04-01', check_out_time: '2023-04-05' } },
  Meeting: {
    1: {
      meeting_topic: 'Sales',
      start_time: '2023-03-20 14:00:00',
      end_time: '2023-03-20 16:00:00',
      location: 'Room',
      attendees: ['Bo'],
      username: 'Ann',
    },
  },
  Reminder: { 1: { content: 'Call mom', time: '2023-03-16 14:30:00', username: 'Ann' } },
  Scenes: { movie: [{ name: 'light' }] },
  Stock: { ABC: { '2022-01-01': 180.5 } },
  Symptom: { cough: [{ name: 'Cold', description: 'common', aid: 'rest' }] },
  TimeSwitch: { light: [{ time: '2023-03-15 18:30:00', on: true }] },
};

const world: World = { databases, records: new Map() };

/** Returns a gold turn with the call's own result, so that each API is compared with itself. */
function goldOf(name: string, given: Record<string, Json>, start = world): ApiTurn {
  const api = APIS[name];
  const input = api.input ? api.input(given) : given;
  const turn = (output: Json, exception: string | null): ApiTurn => ({
    role: 'API',
    api_name: name,
    param_dict: given,
    result: { input, output, exception },
  });
  try {
    return turn(api.run(given, start), null);
  } catch (error) {
    return turn(null, (error as Error).message);
  }
}

const written = (given: Record<string, Json>) =>
  Object.entries(given).map(
    ([name, value]) => `${name}=${Array.isArray(value) ? JSON.stringify(value) : `'${String(value)}'`}`,
  );

const T = '2023-03-16 14:30:00';
const CALLS: [string, Record<string, string | number | boolean | string[]>, Json][] = [
  ['GetUserToken', { username: 'Ann', password: 'pw' }, { token: 't1' }],
  ['RegisterUser', { username: 'Bo', password: 'x', email: 'b@x.com' }, { token: 'token-of-Bo' }],
  ['DeleteAccount', { token: 't1' }, { status: 'success' }],
  ['ModifyPassword', { token: 't1', old_password: 'pw', new_password: 'n' }, { status: 'success' }],
  ['ForgotPassword', { status: 'Forgot Password', username: 'Ann', email: 'ann@x.com' }, 970420],
  ['AddAgenda', { token: 't1', content: 'Lunch', time: T, location: 'x' }, 'success'],
  ['ModifyAgenda', { token: 't1', content: 'Gym', time: T, location: 'x' }, 'success'],
  ['QueryAgenda', { token: 't1', content: 'Gym', time: T, location: 'x' }, databases.Agenda[1] as Json],
  ['DeleteAgenda', { token: 't1', content: 'Gym', time: T, location: 'x' }, 'success'],
  ['AddAlarm', { token: 't1', time: T }, 'success'],
  ['QueryAlarm', { token: 't1', time: '2023-03-16 07:00:00' }, databases.Alarm[1] as Json],
  ['ModifyAlarm', { token: 't1', from_time: '2023-03-16 07:00:00', to_time: T }, 'success'],
  ['DeleteAlarm', { token: 't1', time: '2023-03-16 07:00:00' }, 'success'],
  ['AddReminder', { token: 't1', content: 'Buy milk', time: T }, 'success'],
  ['QueryReminder', { token: 't1', content: 'Call mom', time: T }, databases.Reminder[1] as Json],
  ['ModifyReminder', { token: 't1', content: 'Call mom', time: '2023-03-17 14:30:00' }, 'success'],
  ['DeleteReminder', { token: 't1', content: 'Call mom', time: T }, 'success'],
  ['AppointmentRegistration', { patient_name: 'Bo', date: '2023-04-12', doctor_name: 'Dr. S' }, '10000000'],
  ['CancelRegistration', { appointment_id: '12345678' }, 'success'],
  [
    'ModifyRegistration',
    { appointment_id: '12345678', new_appointment_date: '2023-04-13', new_appointment_doctor: 'Dr. T' },
    'success',
  ],
  [
    'QueryRegistration',
    { patient_name: 'Ann', date: '2023-04-12' },
    { 12345678: databases.Appointments['12345678'] as Json },
  ],
  [
    'QueryHealthData',
    { user_id: 'a1', start_time: '2023-03-15 00:00:00', end_time: T },
    databases.HealthData.A1 as Json,
  ],
  ['EmergencyKnowledge', { symptom: 'Cough' }, [{ name: 'Cold', aid: 'rest' }]],
  ['SymptomSearch', { symptom: 'Cough' }, [{ name: 'Cold', description: 'common' }]],
  ['QueryScene', { name: 'Movie' }, [{ name: 'light' }]],
  ['DeleteScene', { name: 'Movie' }, 'success'],
  ['TimedSwitch', { name: 'fan', time: T, on: true }, 'success'],
  ['CancelTimedSwitch', { name: 'light', time: '2023-03-15 18:30:00' }, 'success'],
  ['QueryBalance', { token: 't1' }, 12.5],
  ['OpenBankAccount', { account: 'new', password: 'p', name: 'Ann' }, 'success'],
  ['QueryStock', { stock_code: 'abc', date: '2022-01-01' }, 180.5],
  ['SendEmail', { receiver: 'bo@x.com', subject: 's', content: 'c' }, 'success'],
  ['PlayMusic', { music_name: 'Song' }, 'music://song'],
  ['GetToday', {}, '2023-03-31'],
  ['Calculator', { formula: '(1 + 2) * 3' }, 9],
];

describe('each API', () => {
  it.each(CALLS)('%s: its own call is right, a damaged one is not', (name, given, output) => {
    // The tool manager reads True and whole numbers from text. `given` holds the values after reading.
    const gold = goldOf(name, given);
    expect(gold.result.output).toEqual(output);
    const text = written(given).map((part) => part.replace("'true'", "'True'"));
    expect(evaluateCall(`API-Request: [${name}(${text.join(', ')})]`, gold, world)).toMatchObject({ correct: true });
    const surplus = evaluateCall(`[${name}(${[...text, "surplus='1'"].join(', ')})]`, gold, world);
    expect(surplus.error).toBe('INVALID_INPUT_PARAMETER');
    expect(evaluateCall(`[Other(${text.join(', ')})]`, gold, world).error).toBe('API_NAME_MISMATCH');
    const required = Object.keys(given).filter((parameter) => !APIS[name].optional.includes(parameter));
    if (required.length > 0) {
      const missing = written(Object.fromEntries(Object.entries(given).filter(([key]) => key !== required[0])));
      expect(evaluateCall(`[${name}(${missing.join(', ')})]`, gold, world).correct).toBe(false);
    }
    expect(goldOf(name, given)).toEqual(gold);
  });

  it('loses a quoted list and takes a bare one for a text, as officially: neither equals the gold list', () => {
    const given = {
      token: 't1',
      meeting_topic: 'Sales',
      start_time: '2023-03-20 14:00:00',
      end_time: '2023-03-20 16:00:00',
      location: 'Room',
      attendees: ['Bo'],
    };
    const [attendees, ...rest] = written(given).reverse();
    for (const name of ['AddMeeting', 'ModifyMeeting', 'QueryMeeting']) {
      const gold = goldOf(name, given);
      const isCorrect = (last: string, result = gold.result) =>
        evaluateCall(`[${name}(${[...rest, last].join(', ')})]`, { ...gold, result }, world).correct;
      expect(gold.result.exception).toBe(null);
      expect(isCorrect("attendees='['Bo']'")).toBe(false);
      expect(isCorrect(attendees)).toBe(false);
      expect(isCorrect(attendees, { ...gold.result, input: { ...given, attendees: '["Bo"]' } })).toBe(true);
    }
    const health = { user_id: 'A1', time: T, health_data: [{ name: 'pulse', value: '70' }] };
    const call = `[RecordHealthData(user_id='a1', time='${T}', health_data=[{'name': 'pulse', 'value': '70'}])]`;
    const refused = goldOf('RecordHealthData', health);
    expect(refused.result.exception).toBe('The health data has invalid format.');
    expect(evaluateCall(call, refused, world).correct).toBe(true);
    const accepted = { input: health, output: 'success', exception: null };
    expect(evaluateCall(call, { ...refused, result: accepted }, world).correct).toBe(false);
  });

  const stay = {
    check_in_time: '2023-04-05',
    check_out_time: '2023-04-07',
    room_count: 1,
    adult_count: 2,
    child_count: 0,
  };

  it('reads digits of any script in whole numbers and dates, as Python does', () => {
    const given = { hotel_name: 'Ritz', ...stay };
    const gold = goldOf('BookHotel', given);
    const call = (count: string) =>
      `[BookHotel(${written({ ...given, adult_count: count }).join(', ')})]`.replace("'0'", "'٠'");
    expect(evaluateCall(call('٢'), gold, world).correct).toBe(true);
    expect(evaluateCall(call('𝟐'), gold, world).correct).toBe(true);
    expect(evaluateCall(call('²'), gold, world).error).toBe('INVALID_INPUT_PARAMETER');
    expect(readDate('٢٠٢٣-0٣-16', '%Y-%m-%d').error).toMatch(/does not match/);
    expect(readDate('٢٠٢٣-03-1٦', '%Y-%m-%d').value).toBe('2023-03-16');
  });

  it('books a hotel only where a room is free', () => {
    const given = { hotel_name: 'Inn', ...stay };
    const book = (changed: object) => goldOf('BookHotel', { ...given, ...changed }).result;
    expect(book({}).output).toBe('2');
    expect(book({ check_in_time: '2023-04-04' }).exception).toBe('The room is not available.');
    expect(book({ adult_count: 3 }).exception).toMatch(/Two rooms are ordered/);
  });

  it('answers from the dialogues where the data are not published', () => {
    const gold: ApiResult = { input: { keyword: 'Alan_Turing' }, output: { url: 'u', summary: 's' }, exception: null };
    const known: World = { databases, records: new Map([['Wiki', [gold]]]) };
    const turn = goldOf('Wiki', { keyword: 'alan turing' }, known);
    expect(turn.result.output).toEqual(gold.output);
    expect(evaluateCall("[Wiki(keyword='alan turing')]", turn, known).correct).toBe(true);
    expect(evaluateCall("[Wiki(keyword='someone')]", turn, known).error).toBe('UNSCORABLE');
  });

  it.each<[string, string | number]>([
    ['10-4-3', 3],
    ['2+3*4/6', 4],
    ['1/0', 'float division by zero'],
    ...['', '12', '1.5+1', '(1+2', '1+'].map((wrong): [string, string] => [wrong, 'invalid formula']),
  ])('calculates %j like the official calculator', (formula, expected) => {
    const { output, exception } = goldOf('Calculator', { formula }).result;
    expect(exception ?? output).toBe(expected);
  });

  it('never throws, whatever the text and the arguments', () => {
    const names = Object.keys(APIS);
    const argument = fc.oneof(
      fc.constantFrom('t1', 'Ann', T, '2023-04-12', '', '[', "['a']", '1', 'True'),
      fc.string(),
    );
    const call = fc
      .tuple(fc.constantFrom(...names), fc.array(argument, { minLength: 8, maxLength: 8 }))
      .map(([name, values]) => {
        const given = Object.keys(APIS[name].parameters).map((parameter, index) => `${parameter}='${values[index]}'`);
        return { name, text: `[${name}(${given.join(', ')})]` };
      });
    const result = { input: { time: T }, output: 'success', exception: null };
    const gold = (name: string): ApiTurn => ({ role: 'API', api_name: name, param_dict: {}, result });
    fc.assert(
      fc.property(call, fc.string(), ({ name, text }, noise) => {
        expect(typeof evaluateCall(text, gold(name), world).correct).toBe('boolean');
        expect(typeof evaluateCall(noise, gold(name), world).correct).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

describe('the loaders', () => {
  const turns = [
    { role: 'User', text: 'My token, please.' },
    {
      role: 'API',
      api_name: 'GetUserToken',
      param_dict: { username: 'Ann', password: 'pw' },
      result: { input: { username: 'Ann', password: 'pw' }, output: { token: 't1' }, exception: null },
    },
    { role: 'AI', text: 'Here it is.' },
  ];

  it('number samples as officially and keep what is whole', async () => {
    const twoCalls = { file: 'two.jsonl', turns: [turns[0], turns[1], turns[1], turns[2]] };
    const lines = [JSON.stringify({ file: 'one.jsonl', turns }), '{"file": 1}', JSON.stringify(twoCalls)];
    const { items, problems } = await apiBankOfficial.load(
      memoryFiles([
        ['lv1-given-desc.dialogues.jsonl', lines.join('\n')],
        ['init_database/Account.json', JSON.stringify(databases.Account)],
        ['init_database/Bank.json', '{"Ann": {}}'],
      ]),
    );
    expect(items.map(({ id }) => id)).toEqual(['one.jsonl#0', 'two.jsonl#0', 'two.jsonl#1', 'two.jsonl#2']);
    expect(problems).toContainEqual({
      file: 'lv1-given-desc.dialogues.jsonl',
      line: 2,
      code: 'schema-mismatch',
      parameters: { place: 'file', cause: expect.any(String) },
    });
    expect(problems.find(({ file }) => file === 'init_database/Bank.json')?.parameters).toMatchObject({
      place: 'Ann.balance',
    });
    expect(problems.filter(({ code }) => code === 'file-missing')).toHaveLength(11);
    const prompt = apiBankOfficial.prompt(items[2]);
    expect(prompt[0].content).toContain('GetUserToken(username: str, password: str)');
    expect(prompt[1].content).toContain("API-Request: [GetUserToken(username='Ann', password='pw')]");
    const scored = ["[GetUserToken(username='Ann', password='pw')]", 'none'].map((output, index) => ({
      item: items[index],
      verdict: apiBankOfficial.score(items[index], output),
    }));
    expect(apiBankOfficial.aggregate(scored)).toEqual({ accuracy: 0.5, accuracy_level_1: 0.5, NO_API_CALL: 1 });
  });

  it('leave what cannot be scored here out of the accuracy, and count it apart', async () => {
    const result = { input: { keyword: 'k' }, output: 'x', exception: null };
    const wiki = { role: 'API', api_name: 'Wiki', param_dict: {}, result };
    const dialogue = { file: 'three.jsonl', turns: [...turns.slice(0, 2), wiki, ...turns.slice(1)] };
    const { items } = await apiBankOfficial.load(
      memoryFiles([
        ['lv1-given-desc.dialogues.jsonl', JSON.stringify(dialogue)],
        ['init_database/Account.json', JSON.stringify(databases.Account)],
      ]),
    );
    const outputOf = (name: string) =>
      name === 'Wiki' ? "[Wiki(keyword='someone')]" : "[GetUserToken(username='Ann', password='pw')]";
    const scored = items.map((item) => ({ item, verdict: apiBankOfficial.score(item, outputOf(item.gold.api_name)) }));
    const { accuracy, accuracy_level_1, unscorable } = apiBankOfficial.aggregate(scored);
    expect([accuracy, accuracy_level_1]).toEqual([1, 1]);
    expect(unscorable).toBe(scored.filter(({ item }) => item.gold.api_name === 'Wiki').length);
    expect(apiBankOfficial.aggregate(scored.filter(({ item }) => item.gold.api_name === 'Wiki'))).toEqual({
      unscorable,
    });
  });

  it('read tool calls as the exact-dictionary harness does', async () => {
    const call = { name: 'f', parameters: { a: '1' } };
    const line = JSON.stringify(call);
    const block = `<think>x</think>\n<tool_call>\n${line}\nnoise\n${line}\n</tool_call>\n<response>`;
    expect(readToolCalls(block).map(pyRepr)).toEqual(Array(2).fill("{'name': 'f', 'parameters': {'a': '1'}}"));
    expect(readToolCalls(line)).toHaveLength(1);
    expect(readToolCalls('<tool_call></tool_call>')).toEqual([]);
    const { items, problems } = await apiBank.load(
      memoryFiles([
        [
          'toolrl_level-1-api_processed.json',
          JSON.stringify([{ system: 's', user: 'u', answer: [call] }, { system: 's' }]),
        ],
        ['toolrl_level-2-api_processed.json', JSON.stringify([{ system: 's', user: 'u', answer: call }])],
      ]),
    );
    expect(items.map(({ id }) => id)).toEqual(['Level1_0', 'Level2_0']);
    expect(problems).toHaveLength(1);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (output) => !apiBank.score(items[0], output).correct));
    const correct = (output: string, gold = call) => apiBank.score({ ...items[0], answer: [gold] }, output).correct;
    expect(correct('{}', { name: 'f', parameters: {} as { a: string } }), 'no parameters').toBe(true);
    for (const [kind, output, expected] of [
      ['bare parameters', '{"a": "1"}', true],
      ['parameters of another kind', '{"name": "f"}', false],
      ['a call in a JSON text', JSON.stringify(line), true],
      ['bare parameters in a JSON text', JSON.stringify('{"a": "1"}'), true],
      ['after a number', `5\n${line}`, false],
      ['after null', `null\n${line}`, false],
      ['after a text that is not JSON', `"no call"\n${line}`, false],
      ['after a list', `[5]\n${line}`, true],
      ['after a list of both words', `["name", "parameters"]\n${line}`, false],
      ['white space that JSON lacks', `oops\n\u2003${line}`, false],
      ['white space at the ends', `\u2003${line}\u2003`, true],
    ] as const)
      expect(correct(output), kind).toBe(expected);
  });
});
