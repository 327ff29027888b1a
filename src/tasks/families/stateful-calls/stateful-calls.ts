/**
 * @file Defines stateful calls, after API-Bank. The agent makes calls in several turns, with arguments from earlier
 * results.
 *
 *     pay bill boss eve & badge doctor amy at badge clinic
 *
 * A request reads from its end: find eve's boss and that person's bill, and pay the bill. Each word is one call, whose
 * argument is the result of the previous call. For `pay bill boss eve` the agent makes one call in each turn (word,
 * argument and service) and reads the result: `boss eve office` → `dan`, `bill dan bank` → `18`, `pay 18 bank`. In the
 * family `service-calls` the service comes second: `boss office eve`.
 *
 * The language has all three levels of API-Bank. The agent must know the services of some words. The service of a tool
 * differs in each task: the task describes it (`at badge clinic`), or the agent must search it first (`search badge` →
 * `clinic`).
 *
 * API-Bank's rule decides: every call must have the name and exactly the arguments of the expected call. The
 * pre-training answers (`play`) make the right calls in order, but to any service. The agent has to discover which
 * service keeps what. By chance, all calls are right with probability (1/6)^calls.
 *
 * Each result is a function of task and call, so equal calls have equal observations. A service that does not keep the
 * requested record answers with a random one, so a mistake shows only at the end.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { exactScore, generatedFamily, refuse } from '../../family-parts.ts';
import type { Episode, Score } from '../../family.ts';
import { AND, cutBefore, numberWords, PEOPLE, splitWords, textHash, wordsOf } from '../../text.ts';

/** Maps a relation between persons to its service. */
const RELATIONS = { boss: 'office', doctor: 'clinic', tenant: 'council' };

/** Maps a person's numbered record to its service. */
const RECORDS = { bill: 'bank', order: 'shop', loan: 'library' };

/** Maps an action on a number to its service. */
const ACTIONS = { pay: 'bank', cancel: 'shop', renew: 'library' };

/** Records whose service differs from task to task. */
const TOOLS: readonly string[] = ['badge', 'locker', 'permit'];

export const SERVICE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...RELATIONS, ...RECORDS, ...ACTIONS }),
);
export const SERVICES: readonly string[] = [...new Set(SERVICE_OF.values())];
const RELATION_WORDS = Object.keys(RELATIONS);
const RECORD_WORDS = Object.keys(RECORDS);
const ACTION_WORDS = Object.keys(ACTIONS);

const RECORD_NUMBERS: readonly string[] = numberWords(10, 29);

type ValueKind = 'person' | 'number' | 'done';

function signatureOf(word: string): { takes: ValueKind; gives: ValueKind } | null {
  if (RELATION_WORDS.includes(word)) return { takes: 'person', gives: 'person' };
  if (RECORD_WORDS.includes(word) || TOOLS.includes(word)) return { takes: 'person', gives: 'number' };
  return ACTION_WORDS.includes(word) ? { takes: 'number', gives: 'done' } : null;
}

const AT = 'at';
const MAX_CALLS = 8;
const MAX_CHAIN = 4;
const MAX_REQUESTS = 4;

interface Request {
  /** Words of the calls in the order of the calls, which reverses the order of the text. */
  calls: readonly string[];
  person: string;
}

interface StatefulCallsTask {
  text: string;
  requests: readonly Request[];
  /** Maps described tools to their services. */
  described: ReadonlyMap<string, string>;
}

const writeRequest = ({ calls, person }: Request): string => [...calls.toReversed(), person].join(' ');

function writeTask(requests: readonly Request[], described: StatefulCallsTask['described']): string {
  const written = requests.map(writeRequest).join(` ${AND} `);
  const facts = [...described].flat();
  return [written, ...(facts.length > 0 ? [AT, ...facts] : [])].join(' ');
}

function readRequest(words: readonly string[]): Request {
  const person = words.at(-1);
  if (person === undefined || !PEOPLE.includes(person)) refuse({ code: 'stateful-calls/no-person' });
  const calls = words.slice(0, -1).toReversed();
  if (calls.length === 0) refuse({ code: 'stateful-calls/nothing-asked', person });
  if (calls.length > MAX_CHAIN) {
    refuse({ code: 'stateful-calls/chain-too-long', calls: calls.length, most: MAX_CHAIN });
  }
  let value = 'person';
  for (const word of calls) {
    const signature = signatureOf(word);
    if (signature === null) refuse({ code: 'stateful-calls/not-callable', word });
    if (signature.takes !== value) refuse({ code: 'stateful-calls/wrong-kind', word, takes: signature.takes });
    value = signature.gives;
  }
  return { calls, person };
}

/** Reads the words after `at`, which are pairs of a tool and its service. */
function readDescriptions(words: readonly string[]): Map<string, string> {
  const described = new Map<string, string>();
  if (words.length % 2 !== 0) refuse({ code: 'stateful-calls/unpaired-description' });
  for (let at = 0; at < words.length; at += 2) {
    const [tool, service] = words.slice(at, at + 2);
    if (!TOOLS.includes(tool)) refuse({ code: 'stateful-calls/not-a-tool', word: tool });
    if (!SERVICES.includes(service)) refuse({ code: 'stateful-calls/not-a-service', word: service });
    if (described.has(tool)) refuse({ code: 'stateful-calls/repeated-description', tool });
    described.set(tool, service);
  }
  return described;
}

function parseTask(text: string): StatefulCallsTask {
  const words = wordsOf(text);
  const at = words.indexOf(AT);
  const requests = splitWords(at < 0 ? words : words.slice(0, at), AND).map(readRequest);
  if (requests.length > MAX_REQUESTS) {
    refuse({ code: 'stateful-calls/too-many-requests', requests: requests.length, most: MAX_REQUESTS });
  }
  const calls = requests.reduce((sum, request) => sum + request.calls.length, 0);
  if (calls > MAX_CALLS) refuse({ code: 'stateful-calls/too-many-calls', calls, most: MAX_CALLS });
  if (at === words.length - 1) refuse({ code: 'stateful-calls/no-description' });
  const described = readDescriptions(at < 0 ? [] : words.slice(at + 1));
  return { text: writeTask(requests, described), requests, described };
}

const SEARCH = 'search';
const DONE = 'done';
const ERROR = 'error';

interface ServiceCall {
  word: string;
  argument: string;
  service: string;
}

type Turn = { kind: 'search'; tool: string } | ({ kind: 'call' } & ServiceCall);

/** Order in which the agent writes the parts of a call. */
type CallOrder = readonly [keyof ServiceCall, keyof ServiceCall, keyof ServiceCall];
const SERVICE_LAST: CallOrder = ['word', 'argument', 'service'];
const SERVICE_SECOND: CallOrder = ['word', 'service', 'argument'];

const writeCall = (call: ServiceCall, order: CallOrder): string => order.map((part) => call[part]).join(' ');

/** Reads a search or a call. Returns null if the turn is neither, or if the argument has the wrong kind. */
function readTurn(text: string, order: CallOrder): Turn | null {
  const words = wordsOf(text);
  if (words.length === 2 && words[0] === SEARCH) {
    return TOOLS.includes(words[1]) ? { kind: 'search', tool: words[1] } : null;
  }
  if (words.length !== order.length) return null;
  const partOf = (part: keyof ServiceCall) => words[order.indexOf(part)];
  const word = partOf('word');
  const argument = partOf('argument');
  const service = partOf('service');
  const signature = signatureOf(word);
  if (signature === null || !SERVICES.includes(service)) return null;
  const arguments_ = signature.takes === 'person' ? PEOPLE : RECORD_NUMBERS;
  return arguments_.includes(argument) ? { kind: 'call', word, argument, service } : null;
}

function serviceOf(task: StatefulCallsTask, word: string): string {
  const known = SERVICE_OF.get(word) ?? task.described.get(word);
  return known ?? new RandomStream(textHash(`${word} ${task.text}`), streams.toolServices).choice(SERVICES);
}

function callResult(task: StatefulCallsTask, call: ServiceCall): string {
  // The hash uses one order, so a call has equal results in both families.
  const random = new RandomStream(textHash(`${writeCall(call, SERVICE_LAST)} ${task.text}`), streams.serviceResults);
  switch (signatureOf(call.word)!.gives) {
    case 'person':
      return random.choice(PEOPLE.filter((person) => person !== call.argument));
    case 'number':
      return random.choice(RECORD_NUMBERS);
    case 'done':
      return DONE;
  }
}

/** Returns the calls in order, to the chosen services. A request's later calls take the result of the call before. */
function callsWith(task: StatefulCallsTask, choose: (word: string) => string): ServiceCall[] {
  return task.requests.flatMap(({ calls, person }) => {
    let argument = person;
    return calls.map((word) => {
      const call = { word, argument, service: choose(word) };
      argument = callResult(task, call);
      return call;
    });
  });
}

const isDescribed = (task: StatefulCallsTask, word: string): boolean =>
  SERVICE_OF.has(word) || task.described.has(word);

const MAX_TURNS = MAX_CALLS + TOOLS.length;
const TOOL_SHARE = 1 / 4;
const DESCRIBED_SHARE = 1 / 2;

/** Starts a dialogue with the services, which ends after as many calls as the requests need or `MAX_TURNS` turns. */
function start(
  task: StatefulCallsTask,
  order: CallOrder,
): Episode & { calls: readonly ServiceCall[]; mistakes: readonly string[] } {
  const due = task.requests.reduce((sum, { calls }) => sum + calls.length, 0);
  const calls: ServiceCall[] = [];
  const mistakes: string[] = [];
  let turns = 0;
  return {
    calls,
    mistakes,
    step(action) {
      turns++;
      const turn = readTurn(action, order);
      if (turn?.kind === 'call') calls.push(turn);
      if (turn === null) mistakes.push(action);
      const done = calls.length >= due || turns >= MAX_TURNS;
      if (done) return { observation: '', done };
      if (turn === null) return { observation: ERROR, done };
      return { observation: turn.kind === 'search' ? serviceOf(task, turn.tool) : callResult(task, turn), done };
    },
  };
}

function score(task: StatefulCallsTask, turns: readonly string[], order: CallOrder): Score {
  const written = (call: ServiceCall) => writeCall(call, order);
  const episode = start(task, order);
  for (const turn of turns) {
    if (episode.step(turn).done) break;
  }
  const gold = callsWith(task, (word) => serviceOf(task, word));
  const wellFormed = episode.mistakes.length === 0 && episode.calls.length === gold.length;
  const wrong = gold.findIndex((call, i) => {
    const made = episode.calls.at(i);
    return made === undefined || written(made) !== written(call);
  });
  if (wrong < 0) return exactScore(true, wellFormed, { code: 'stateful-calls/solved' });
  const made = episode.calls.at(wrong);
  const due = written(gold[wrong]);
  return made
    ? exactScore(false, wellFormed, { code: 'stateful-calls/wrong-call', call: wrong + 1, made: written(made), due })
    : exactScore(false, wellFormed, { code: 'stateful-calls/missing-call', call: wrong + 1, due });
}

/** Writes the calls in order with the chosen services, and one search for each tool that is not described. */
function turnsWith(task: StatefulCallsTask, order: CallOrder, choose: (word: string) => string): string[] {
  const searched = new Set<string>();
  return callsWith(task, choose).flatMap((call) => {
    const { word } = call;
    const search = !isDescribed(task, word) && !searched.has(word) ? [`${SEARCH} ${word}`] : [];
    searched.add(word);
    return [...search, writeCall(call, order)];
  });
}

/** Draws a request of `length` calls: relations first, then perhaps a record, then perhaps an action on it. */
function drawRequest(length: number, random: RandomStream): Request {
  const drawRecord = () => (random.next() < TOOL_SHARE ? random.choice(TOOLS) : random.choice(RECORD_WORDS));
  const endings = [[], [drawRecord()], [drawRecord(), random.choice(ACTION_WORDS)]];
  const ending = random.choice(endings.filter((words) => words.length <= length));
  const relations = Array.from({ length: length - ending.length }, () => random.choice(RELATION_WORDS));
  return { calls: [...relations, ...ending], person: random.choice(PEOPLE) };
}

function sampleTask(level: number, random: RandomStream): string {
  const requests: Request[] = [];
  for (let rest = level; rest > 0;) {
    const fewest = Math.max(1, rest - MAX_CHAIN * (MAX_REQUESTS - 1 - requests.length));
    const length = fewest + random.integer(Math.min(MAX_CHAIN, rest) - fewest + 1);
    requests.push(drawRequest(length, random));
    rest -= length;
  }
  const tools = TOOLS.filter((tool) => requests.some(({ calls }) => calls.includes(tool)));
  const described = tools.filter(() => random.next() < DESCRIBED_SHARE);
  return writeTask(requests, new Map(described.map((tool) => [tool, random.choice(SERVICES)])));
}

/** Makes one of the two families. @param twoCalls share of seeds, 0 to 1, that have two calls instead of one */
const familyOf = (name: string, order: CallOrder, twoCalls: number) =>
  generatedFamily<StatefulCallsTask>({
    name,
    example: 'pay bill boss eve',
    levels: MAX_CALLS,
    words: [
      ...[AND, AT, SEARCH, DONE, ERROR],
      ...[...RELATION_WORDS, ...RECORD_WORDS, ...ACTION_WORDS, ...TOOLS, ...SERVICES],
      ...[...PEOPLE, ...RECORD_NUMBERS],
    ],
    maxTaskTokens: MAX_CALLS + 2 * (MAX_REQUESTS - 1) + 1 + 2 * TOOLS.length + 1,
    maxAnswerTokens: order.length + 1,
    maxTurns: MAX_TURNS,

    // With longer seeds the environment could not write tasks that a beginner solves. A share of 0 draws no random
    // number, so recorded runs of stateful calls can be repeated.
    sampleSeed: (random) => writeRequest(drawRequest(twoCalls > 0 && random.next() < twoCalls ? 2 : 1, random)),
    splitSeed: (text) => cutBefore(text, (word) => word === AND || word === AT),
    read: parseTask,
    level: (task) => task.requests.reduce((sum, { calls }) => sum + calls.length, 0),
    goals: (task) => task.requests.map(writeRequest),
    prompt: (task) => task.text,
    // `audit` is left out: each turn has one right call, and `play` chooses among six services. So every task is valid.
    solve: (task) => turnsWith(task, order, (word) => serviceOf(task, word)),
    start: (task) => start(task, order),
    score: (task, turns) => score(task, turns, order),
    sampleTask,
    play: (task, random, { reads = 0 } = {}) =>
      turnsWith(task, order, (word) =>
        TOOLS.includes(word) && reads > 0 && random.next() < reads ? serviceOf(task, word) : random.choice(SERVICES),
      ),
  });

export const statefulCalls = familyOf('stateful-calls', SERVICE_LAST, 0);

/**
 * Family whose calls name the service right after the word that decides it. Small models transfer this order from short
 * tasks to long ones. One seed in three has two calls, because a request of one call has no action (docs/families.md).
 */
export const serviceCalls = familyOf('service-calls', SERVICE_SECOND, 1 / 3);
