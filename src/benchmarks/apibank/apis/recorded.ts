/**
 * @file APIs that ask a network, an embedding model or a database which is not published with the dialogues. They
 * return what the dialogues record for the same input; for any other input the official answer is not known.
 */
import { readDate } from '../strptime.ts';
import { sameJson, type ApiResult, type Json } from '../schema.ts';
import {
  ApiExceptionSignal,
  NotRecordedSignal,
  sameOnceNormalised,
  sameOutcome,
  sameResult,
  textField,
  trimmed,
  type Api,
  type ParameterType,
} from './api.ts';
import { strip } from '../../../common/python-white-space.ts';

interface Recorded {
  name: string;
  parameters: Readonly<Record<string, ParameterType>>;
  optional?: readonly string[];
  /** Changes the input as the API does before it looks it up. */
  key: (input: Json) => string;
  isCorrect: Api['isCorrect'];
}

function recordedApi({ name, parameters, optional = [], key, isCorrect }: Recorded): Api {
  return {
    parameters,
    optional,
    input: (given) => ({ ...given }),
    run(given, world) {
      const wanted = key({ ...given });
      const result = world.recorded(name, (input) => key(input) === wanted);
      if (result === null) throw new NotRecordedSignal(name);
      if (result.exception !== null) throw new ApiExceptionSignal(result.exception);
      return result.output;
    },
    isCorrect,
  };
}

const words = (name: string) => (input: Json) => strip(textField(input, name).replaceAll('_', ' ')).toLowerCase();

/** Month and day of a date with or without a year; `null` if it is not a date. */
function monthDay(input: Json): string | null {
  const date = textField(input, 'date');
  return readDate(date, '%Y-%m-%d', '%m-%d').value ?? readDate(date, '%m-%d').value;
}

/** The two results found, in any order. */
function sameFound(response: ApiResult, gold: ApiResult): boolean {
  const sorted = (output: Json) => (Array.isArray(output) ? output.map((item) => JSON.stringify(item)).sort() : output);
  return response.exception === gold.exception && sameJson(sorted(response.output), sorted(gold.output));
}

const APIS: Recorded[] = [
  { name: 'Dictionary', parameters: { keyword: 'str' }, key: words('keyword'), isCorrect: sameOutcome },
  { name: 'Wiki', parameters: { keyword: 'str' }, key: words('keyword'), isCorrect: sameOutcome },
  {
    name: 'Translate',
    parameters: { src: 'str', src_lang: 'str', tgt_lang: 'str' },
    optional: ['src_lang', 'tgt_lang'],
    key: (input) => JSON.stringify(Object.entries(input ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))),
    isCorrect: sameOnceNormalised((input) => textField(input, 'src')),
  },
  {
    name: 'DocumentQA',
    parameters: { url: 'str', question: 'str' },
    key: (input) => JSON.stringify([trimmed('url')(input), trimmed('question')(input)]),
    isCorrect: sameOnceNormalised(trimmed('url'), trimmed('question')),
  },
  { name: 'ImageCaption', parameters: { url: 'str' }, key: trimmed('url'), isCorrect: sameResult },
  { name: 'SpeechRecognition', parameters: { url: 'str' }, key: trimmed('url'), isCorrect: sameResult },
  {
    name: 'SearchEngine',
    parameters: { keyword: 'str' },
    key: (input) => strip(textField(input, 'keyword').toLowerCase()),
    isCorrect: sameFound,
  },
  {
    name: 'QueryHistoryToday',
    parameters: { date: 'str' },
    key: (input) => monthDay(input) ?? '',
    isCorrect: sameOnceNormalised(monthDay),
  },
  {
    name: 'ToolSearcher',
    parameters: { keywords: 'str' },
    key: (input) => textField(input, 'keywords'),
    isCorrect: sameOutcome,
  },
];

export const recordedApis: Record<string, Api> = Object.fromEntries(APIS.map((api) => [api.name, recordedApi(api)]));
