/** @file Words of the benchmarks panel, and the names of the benchmarks, their rules and their files. */
import type { BenchmarkName } from '../../benchmarks/benchmark.ts';
import type { EvaluationRule } from '../../evaluation/evaluation-header.ts';

const panel = {
  mode: '할 일',
  modes: { score: '예측 파일 채점', evaluate: '모델 실행' },
  target: '문항',
  realItems: '벤치마크, 공개된 파일에서',
  familyTasks: '과제군, 고정 과제',
  rule: (rule: string) => `규칙: ${rule}.`,
  data: {
    title: '벤치마크의 파일',
    hint: '폴더를 여기에 끌어다 놓거나 고르세요.',
    folder: '폴더 고르기',
    files: '파일 고르기',
    expected: '읽는 파일',
    found: '있음',
    missing: '없음',
    optional: '선택',
    picked: (files: string) => `파일 ${files}개를 골랐습니다`,
    reading: '파일을 읽고 있습니다.',
    read: (items: string) => `문항 ${items}개를 읽었습니다.`,
  },
  predictions: {
    title: '예측',
    hint: 'JSON 줄, 줄마다 {"id": …, "output": …}. id는 되풀이될 수 있습니다.',
    file: '예측 파일 고르기',
  },
  model: {
    title: '모델',
    name: '이름 또는 웹 주소',
    nameHint:
      '기본 제공 모델, “모델” 페이지의 모델(stored:NAME 또는 hf:owner/name), 또는 Hugging Face 형식 폴더의 주소. onnx/가 있고 safetensors가 없는 폴더는 transformers.js로 실행하며, /onnx/model_q4.onnx로 끝나는 이름은 그래프 하나를 가리킵니다.',
    folder: '모델 폴더 고르기',
    picked: (name: string) => `폴더 “${name}”`,
    forget: '대신 이름 쓰기',
  },
  decoding: {
    title: '디코딩',
    temperature: '온도(0이면 그리디)',
    samples: '문항당 샘플',
    seed: '시드',
    part: '부분',
    allParts: '모든 부분',
    partOption: (name: string, items: string) => `${name}(${items})`,
    items: '처음 n문항만(비우면 모두)',
    tasks: '레벨당 과제',
    split: '분할',
    splits: { 'held-out': '홀드아웃', development: '개발' },
  },
  start: { score: '채점', evaluate: '실행하고 채점' },
  cancel: '취소',
  progress: '진행 상황',
  problems: (problems: string) => `파일의 문제: ${problems}`,
  moreProblems: (shown: string) => `처음 ${shown}개만 보여 줍니다.`,
  state: {
    starting: '시작하는 중입니다.',
    running: (correct: string, results: string) => `지금까지 ${results}개 중 ${correct}개 맞음.`,
    turn: (turn: string) => `턴 ${turn}.`,
    finished: (correct: string, results: string) => `끝: ${results}개 중 ${correct}개 맞음.`,
    cancelled: (correct: string, results: string) => `취소함: 그때까지 ${results}개 중 ${correct}개 맞음.`,
  },
  aggregate: '벤치마크의 전체 점수',
  /** Names of counts among the overall scores; other scores keep the benchmark’s own names. */
  counts: { not_evaluated: '평가하지 않음', unscorable: '여기서 채점 불가' } as Readonly<Record<string, string>>,
  asked: (form: string) => `프롬프트: ${form}`,
  firstPrompt: '첫 프롬프트, 모델이 읽는 그대로',
  table: {
    title: '결과',
    place: '번호',
    id: 'id',
    verdict: '판정',
    reason: '까닭',
    output: '출력',
    parts: '규칙의 부분',
    correct: '맞음',
    wrong: '틀림',
    noId: 'id 없음',
    show: '보기',
    filters: { all: '모두', correct: '맞음', wrong: '맞지 않음' },
    previous: '이전 결과',
    next: '다음 결과',
    range: (first: string, last: string, total: string) => `${total}개 중 ${first}–${last}`,
    empty: '이 필터에 맞는 결과가 없습니다.',
  },
  download: '결과 내려받기(JSONL)',
} as const;

const titles: Readonly<Record<BenchmarkName, string>> = {
  bfcl: 'Berkeley 함수 호출 리더보드 v4, 단일 턴, Python 호출',
  'bfcl-json': 'Berkeley 함수 호출 리더보드 v4, 단일 턴, JSON 호출',
  apibank: 'API-Bank, 레벨 1~3',
  'apibank-official': 'API-Bank, 레벨 1과 2, 호출을 실행함',
  alfworld: 'ALFWorld',
  bamboogle: 'Bamboogle',
  travelplanner: 'TravelPlanner',
  'travelplanner-strict': 'TravelPlanner, 논문에 적힌 제약대로',
};

const idFormats: Readonly<Record<BenchmarkName, { format: string; example: string | number }>> = {
  bfcl: { format: '파일에 있는 id', example: 'simple_python_0' },
  'bfcl-json': { format: '파일에 있는 id', example: 'live_multiple_0-0-0' },
  apibank: { format: 'Level, 그 번호, _, 파일에서의 자리(0부터)', example: 'Level1_17' },
  'apibank-official': {
    format: '대화 파일, #, 샘플의 번호',
    example: 'AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl#0',
  },
  alfworld: {
    format: '게임의 폴더: 과제와 시행',
    example: 'look_at_obj_in_light-AlarmClock-None-DeskLamp-308/trial_T20190908_222917_366542',
  },
  bamboogle: { format: '질문의 번호(0부터)', example: 17 },
  travelplanner: { format: '파일에서 질의의 자리(0부터)', example: 17 },
  'travelplanner-strict': { format: '파일에서 질의의 자리(0부터)', example: 17 },
};

const ruleNames: Readonly<Record<EvaluationRule, string>> = {
  'bfcl-ast': 'BFCL-AST 규칙',
  'apibank-exact-dictionary': 'API-Bank 딕셔너리 완전 일치 규칙(ToolRL)',
  'apibank-official-evaluator': 'API-Bank 공식 평가기 규칙',
  'alfworld-goal': 'ALFWorld 목표 검사, 명령 50개까지',
  'squad-exact-match': 'SQuAD 정규화 뒤 완전 일치',
  'travelplanner-constraints': 'TravelPlanner 제약',
  'travelplanner-constraints-without-quirks': 'TravelPlanner 제약, 평가기의 특이점 없이',
  'token-f1': '성공 임계값에서의 토큰 F1',
  'exact-match': '완전 일치',
};

const fileDescriptions: Readonly<Record<string, string>> = {
  'BFCL_v4_*.json': '문항, 줄마다 JSON 객체 하나',
  'possible_answer/BFCL_v4_*.json': '문항마다 허용되는 값, 줄마다 JSON 객체 하나',
  'toolrl_level-1-api_processed.json': '레벨 1의 문항',
  'toolrl_level-2-api_processed.json': '레벨 2의 문항',
  'toolrl_level-3-api_processed.json': '레벨 3의 문항',
  'lv1-given-desc.dialogues.jsonl': '레벨 1의 대화',
  'lv2-toolsearcher.dialogues.jsonl': '레벨 2의 대화',
  'init_database/*.json': '호출이 쓰는 데이터베이스',
  'games_*.compact.json': '한 분할의 게임, 초기 사실로',
  'canContain.json': '어느 용기에 어느 물건이 들어가는지, 이 게임들에 딸림',
  '*/game.tw-pddl': '배포된 그대로의 게임, 압축 파일이 없으면 읽음',
  '*/initial_state.pddl': '표현을 뺀 같은 것',
  'bamboogle_125_with_bridge.json': '질문과 답, 중간 대상',
  'Bamboogle Prerelease - Sheet1.csv': '저자들의 표, JSON 파일이 없으면 읽음',
  'train45_queries_goldplans.json': '질의, 저마다 통과하는 계획과 함께',
  '*/flights/clean_Flights_2022.csv': '항공편',
  '*/googleDistanceMatrix/distance.csv': '길',
  '*/restaurants/clean_restaurant_2022.csv': '식당',
  '*/attractions/attractions.csv': '명소',
  '*/accommodations/clean_accommodations_2022.csv': '숙소',
  '*/background/citySet_with_states.txt': '도시와 그 주',
  'train_ref_info.jsonl': '계획에서 고를 수 있는 것, 질의마다 한 줄',
};

const fileDescription = (path: string): string => fileDescriptions[path] ?? '';

export const benchmarkText = { ...panel, titles, ruleNames, fileDescription, idFormats };
