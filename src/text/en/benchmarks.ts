/** @file Words of the benchmarks panel, and the names of the benchmarks, their rules and their files. */
import type { BenchmarkName } from '../../benchmarks/benchmark.ts';
import type { EvaluationRule } from '../../evaluation/evaluation-header.ts';
import { counted } from '../../common/counted.ts';

const panel = {
  mode: 'What to do',
  modes: { score: 'Score a predictions file', evaluate: 'Run a model' },
  target: 'Items',
  realItems: 'Benchmarks, from their published files',
  familyTasks: 'Task families, fixed tasks',
  rule: (rule: string) => `Rule: ${rule}.`,
  data: {
    title: 'The benchmark’s files',
    hint: 'Drop its folder here, or choose it.',
    folder: 'Choose a folder',
    files: 'Choose files',
    expected: 'Files it reads',
    found: 'found',
    missing: 'missing',
    optional: 'optional',
    picked: (files: string) => `${counted(files, 'file')} chosen`,
    reading: 'Reading the files.',
    read: (items: string) => `${counted(items, 'item')} read.`,
  },
  predictions: {
    title: 'Predictions',
    hint: 'JSON lines, each {"id": …, "output": …}; ids may repeat.',
    file: 'Choose a predictions file',
  },
  model: {
    title: 'Model',
    name: 'Name or web address',
    nameHint:
      'A shipped model, one of the page “Models” (stored:NAME or hf:owner/name), or the address of a folder in Hugging Face layout. A folder with onnx/ and without safetensors runs on transformers.js; a name that ends in /onnx/model_q4.onnx names one graph.',
    folder: 'Choose a model folder',
    picked: (name: string) => `Folder “${name}”`,
    forget: 'Use the name instead',
  },
  decoding: {
    title: 'Decoding',
    temperature: 'Temperature (0 is greedy)',
    samples: 'Samples per item',
    seed: 'Seed',
    part: 'Part',
    allParts: 'all parts',
    partOption: (name: string, items: string) => `${name} (${items})`,
    items: 'Only the first n items (empty: all)',
    tasks: 'Tasks per level',
    split: 'Split',
    splits: { 'held-out': 'held-out', development: 'development' },
  },
  start: { score: 'Score', evaluate: 'Run and score' },
  cancel: 'Cancel',
  progress: 'Progress',
  problems: (problems: string) => `Problems in the files: ${problems}`,
  moreProblems: (shown: string) => `Only the first ${shown} are listed.`,
  state: {
    starting: 'Starting.',
    running: (correct: string, results: string) => `${correct} of ${results} correct so far.`,
    turn: (turn: string) => `Turn ${turn}.`,
    finished: (correct: string, results: string) => `Finished: ${correct} of ${results} correct.`,
    cancelled: (correct: string, results: string) => `Cancelled: ${correct} of ${results} correct until then.`,
  },
  aggregate: 'The benchmark’s overall scores',
  /** Names of counts among the overall scores; other scores keep the benchmark’s own names. */
  counts: { not_evaluated: 'not evaluated', unscorable: 'cannot be scored here' } as Readonly<Record<string, string>>,
  asked: (form: string) => `Prompts: ${form}`,
  firstPrompt: 'The first prompt, exactly as the model reads it',
  table: {
    title: 'Results',
    place: 'No.',
    id: 'Id',
    verdict: 'Verdict',
    reason: 'Why',
    output: 'Output',
    parts: 'Parts of the rule',
    correct: 'correct',
    wrong: 'wrong',
    noId: 'no id',
    show: 'Show',
    filters: { all: 'all', correct: 'correct', wrong: 'not correct' },
    previous: 'Previous results',
    next: 'Next results',
    range: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
    empty: 'No result passes this filter.',
  },
  download: 'Download results (JSONL)',
} as const;

const titles: Readonly<Record<BenchmarkName, string>> = {
  bfcl: 'Berkeley Function-Calling Leaderboard v4, single turn, Python calls',
  'bfcl-json': 'Berkeley Function-Calling Leaderboard v4, single turn, JSON calls',
  apibank: 'API-Bank, levels 1 to 3',
  'apibank-official': 'API-Bank, levels 1 and 2, calls executed',
  alfworld: 'ALFWorld',
  bamboogle: 'Bamboogle',
  travelplanner: 'TravelPlanner',
  'travelplanner-strict': 'TravelPlanner, as the paper states its constraints',
};

/** The form of a benchmark's ids in predictions. */
const idFormats: Readonly<Record<BenchmarkName, { format: string; example: string | number }>> = {
  bfcl: { format: 'the id in its files', example: 'simple_python_0' },
  'bfcl-json': { format: 'the id in its files', example: 'live_multiple_0-0-0' },
  apibank: { format: 'Level, its number, _ and the place in its file from 0', example: 'Level1_17' },
  'apibank-official': {
    format: 'the dialogue’s file, # and the sample’s number',
    example: 'AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl#0',
  },
  alfworld: {
    format: 'the folder of the game: task and trial',
    example: 'look_at_obj_in_light-AlarmClock-None-DeskLamp-308/trial_T20190908_222917_366542',
  },
  bamboogle: { format: 'the question’s number from 0', example: 17 },
  travelplanner: { format: 'the query’s place in its file from 0', example: 17 },
  'travelplanner-strict': { format: 'the query’s place in its file from 0', example: 17 },
};

/** Labels of rules: they stand beside every figure. */
const ruleNames: Readonly<Record<EvaluationRule, string>> = {
  'bfcl-ast': 'BFCL-AST rule',
  'apibank-exact-dictionary': 'API-Bank exact-dictionary rule (ToolRL)',
  'apibank-official-evaluator': 'API-Bank official evaluator rule',
  'alfworld-goal': 'ALFWorld goal test within 50 commands',
  'squad-exact-match': 'exact match after SQuAD normalisation',
  'travelplanner-constraints': 'TravelPlanner constraints',
  'travelplanner-constraints-without-quirks': 'TravelPlanner constraints without the evaluator’s quirks',
  'token-f1': 'token F1 at the success threshold',
  'exact-match': 'exact match',
};

/** Descriptions of the files of benchmarks, by their paths in {@link BenchmarkFile}. */
const fileDescriptions: Readonly<Record<string, string>> = {
  'BFCL_v4_*.json': 'items, one JSON object a line',
  'possible_answer/BFCL_v4_*.json': 'allowed values by item, one JSON object a line',
  'toolrl_level-1-api_processed.json': 'items of level 1',
  'toolrl_level-2-api_processed.json': 'items of level 2',
  'toolrl_level-3-api_processed.json': 'items of level 3',
  'lv1-given-desc.dialogues.jsonl': 'dialogues of level 1',
  'lv2-toolsearcher.dialogues.jsonl': 'dialogues of level 2',
  'init_database/*.json': 'the databases that calls run on',
  'games_*.compact.json': 'the games of a split, as initial facts',
  'canContain.json': 'which receptacles take which objects; belongs to these games',
  '*/game.tw-pddl': 'a game as it is distributed; read if there are no compact files',
  '*/initial_state.pddl': 'the same without its wording',
  'bamboogle_125_with_bridge.json': 'the questions with answers and bridges',
  'Bamboogle Prerelease - Sheet1.csv': 'the authors’ spreadsheet; read if the JSON file is absent',
  'train45_queries_goldplans.json': 'the queries, each with a plan that passes',
  '*/flights/clean_Flights_2022.csv': 'the flights',
  '*/googleDistanceMatrix/distance.csv': 'the roads',
  '*/restaurants/clean_restaurant_2022.csv': 'the restaurants',
  '*/attractions/attractions.csv': 'the attractions',
  '*/accommodations/clean_accommodations_2022.csv': 'the accommodations',
  '*/background/citySet_with_states.txt': 'the cities and their states',
  'train_ref_info.jsonl': 'what the planner may choose from, one line per query',
};

const fileDescription = (path: string): string => fileDescriptions[path] ?? '';

export const benchmarkText = { ...panel, titles, ruleNames, fileDescription, idFormats };
