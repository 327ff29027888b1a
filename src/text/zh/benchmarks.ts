/** @file Words of the benchmarks panel, and the names of the benchmarks, their rules and their files. */
import type { BenchmarkName } from '../../benchmarks/benchmark.ts';
import type { EvaluationRule } from '../../evaluation/evaluation-header.ts';

const panel = {
  mode: '做什么',
  modes: { score: '给预测文件打分', evaluate: '运行一个模型' },
  target: '题目',
  realItems: '公开基准，读取其发布的文件',
  familyTasks: '任务族，固定任务',
  rule: (rule: string) => `规则：${rule}。`,
  data: {
    title: '基准的文件',
    hint: '把文件夹拖到这里，或点击选择。',
    folder: '选择文件夹',
    files: '选择文件',
    expected: '需要读取的文件',
    found: '已找到',
    missing: '缺少',
    optional: '可选',
    picked: (files: string) => `已选 ${files} 个文件`,
    reading: '正在读取文件。',
    read: (items: string) => `已读取 ${items} 道题。`,
  },
  predictions: {
    title: '预测',
    hint: 'JSON 行，每行 {"id": …, "output": …}；同一 id 可以重复。',
    file: '选择预测文件',
  },
  model: {
    title: '模型',
    name: '名称或网址',
    nameHint:
      '随页面附带的模型、“模型”页里的模型（stored:NAME 或 hf:owner/name），或 Hugging Face 格式文件夹的网址。含 onnx/ 而没有 safetensors 的文件夹由 transformers.js 运行；以 /onnx/model_q4.onnx 结尾的名称指定其中一个计算图。',
    folder: '选择模型文件夹',
    picked: (name: string) => `文件夹“${name}”`,
    forget: '改用名称',
  },
  decoding: {
    title: '解码',
    temperature: '温度（0 为贪心解码）',
    samples: '每题采样次数',
    seed: '随机种子',
    part: '部分',
    allParts: '全部',
    partOption: (name: string, items: string) => `${name}（${items}）`,
    items: '只做前 n 题（留空：全部）',
    tasks: '每级任务数',
    split: '数据划分',
    splits: { 'held-out': '留出集', development: '开发集' },
  },
  start: { score: '打分', evaluate: '运行并打分' },
  cancel: '取消',
  progress: '进度',
  problems: (problems: string) => `文件中的问题：${problems}`,
  moreProblems: (shown: string) => `只列出前 ${shown} 个。`,
  state: {
    starting: '正在开始。',
    running: (correct: string, results: string) => `目前 ${results} 个结果中 ${correct} 个正确。`,
    turn: (turn: string) => `第 ${turn} 回合。`,
    finished: (correct: string, results: string) => `完成：${results} 个结果中 ${correct} 个正确。`,
    cancelled: (correct: string, results: string) => `已取消：到那时 ${results} 个结果中 ${correct} 个正确。`,
  },
  aggregate: '该基准的总分',
  /** Names of counts among the overall scores; other scores keep the benchmark’s own names. */
  counts: { not_evaluated: '未求值', unscorable: '此处无法评分' } as Readonly<Record<string, string>>,
  asked: (form: string) => `提示词形式：${form}`,
  firstPrompt: '第一条提示词，与模型读到的完全一致',
  table: {
    title: '结果',
    place: '序号',
    id: 'id',
    verdict: '判定',
    reason: '原因',
    output: '输出',
    parts: '规则的各部分',
    correct: '正确',
    wrong: '错误',
    noId: '没有 id',
    show: '显示',
    filters: { all: '全部', correct: '正确', wrong: '不正确' },
    previous: '上一页结果',
    next: '下一页结果',
    range: (first: string, last: string, total: string) => `第 ${first}–${last} 个，共 ${total} 个`,
    empty: '没有符合筛选条件的结果。',
  },
  download: '下载结果（JSONL）',
} as const;

const titles: Readonly<Record<BenchmarkName, string>> = {
  bfcl: 'Berkeley 函数调用排行榜 v4，单回合，Python 调用',
  'bfcl-json': 'Berkeley 函数调用排行榜 v4，单回合，JSON 调用',
  apibank: 'API-Bank，第 1 至 3 级',
  'apibank-official': 'API-Bank，第 1、2 级，实际执行调用',
  alfworld: 'ALFWorld',
  bamboogle: 'Bamboogle',
  travelplanner: 'TravelPlanner',
  'travelplanner-strict': 'TravelPlanner，按论文所述的约束',
};

const idFormats: Readonly<Record<BenchmarkName, { format: string; example: string | number }>> = {
  bfcl: { format: '其文件中的 id', example: 'simple_python_0' },
  'bfcl-json': { format: '其文件中的 id', example: 'live_multiple_0-0-0' },
  apibank: { format: 'Level、级号、_ 和它在文件中的位置（从 0 起）', example: 'Level1_17' },
  'apibank-official': {
    format: '对话文件名、# 和样本序号',
    example: 'AddAgenda-AddAlarm-GetUserToken-level-2-1.jsonl#0',
  },
  alfworld: {
    format: '游戏的文件夹：任务和试次',
    example: 'look_at_obj_in_light-AlarmClock-None-DeskLamp-308/trial_T20190908_222917_366542',
  },
  bamboogle: { format: '问题的序号（从 0 起）', example: 17 },
  travelplanner: { format: '查询在文件中的位置（从 0 起）', example: 17 },
  'travelplanner-strict': { format: '查询在文件中的位置（从 0 起）', example: 17 },
};

const ruleNames: Readonly<Record<EvaluationRule, string>> = {
  'bfcl-ast': 'BFCL-AST 规则',
  'apibank-exact-dictionary': 'API-Bank 字典完全一致规则（ToolRL）',
  'apibank-official-evaluator': 'API-Bank 官方评测程序规则',
  'alfworld-goal': 'ALFWorld 目标检验，至多 50 条命令',
  'squad-exact-match': 'SQuAD 规范化后完全匹配',
  'travelplanner-constraints': 'TravelPlanner 约束',
  'travelplanner-constraints-without-quirks': 'TravelPlanner 约束，去掉评测程序的特例',
  'token-f1': '词元 F1 达到成功阈值',
  'exact-match': '完全匹配',
};

const fileDescriptions: Readonly<Record<string, string>> = {
  'BFCL_v4_*.json': '题目，每行一个 JSON 对象',
  'possible_answer/BFCL_v4_*.json': '每题允许的取值，每行一个 JSON 对象',
  'toolrl_level-1-api_processed.json': '第 1 级的题目',
  'toolrl_level-2-api_processed.json': '第 2 级的题目',
  'toolrl_level-3-api_processed.json': '第 3 级的题目',
  'lv1-given-desc.dialogues.jsonl': '第 1 级的对话',
  'lv2-toolsearcher.dialogues.jsonl': '第 2 级的对话',
  'init_database/*.json': '调用所用的数据库',
  'games_*.compact.json': '一个划分的游戏，写成初始事实',
  'canContain.json': '哪些容器能放哪些物体；属于这些游戏',
  '*/game.tw-pddl': '按原样发布的游戏；没有紧凑文件时读取',
  '*/initial_state.pddl': '同上，不含措辞',
  'bamboogle_125_with_bridge.json': '问题及其答案和中间实体',
  'Bamboogle Prerelease - Sheet1.csv': '作者的表格；没有 JSON 文件时读取',
  'train45_queries_goldplans.json': '查询，各附一个合格的计划',
  '*/flights/clean_Flights_2022.csv': '航班',
  '*/googleDistanceMatrix/distance.csv': '道路',
  '*/restaurants/clean_restaurant_2022.csv': '餐馆',
  '*/attractions/attractions.csv': '景点',
  '*/accommodations/clean_accommodations_2022.csv': '住宿',
  '*/background/citySet_with_states.txt': '城市及所在州',
  'train_ref_info.jsonl': '规划者可选的内容，每个查询一行',
};

const fileDescription = (path: string): string => fileDescriptions[path] ?? '';

export const benchmarkText = { ...panel, titles, ruleNames, fileDescription, idFormats };
