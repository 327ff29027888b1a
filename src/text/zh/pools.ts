/** @file Words of the page of pools: D_train and D_env. */
import type { PoolField, PoolName } from '../../store/pool-contract.ts';

const pool: Record<PoolName, string> = { train: 'D_train', environment: 'D_env' };

const about: Record<PoolName, string> = {
  train: '全部有效轨迹：智能体的有效回答，每个任务在给出有效回答的每一轮各有一条目。一轮从历史中抽取的内容来自这里。',
  environment: '环境模型所写、通过了难度过滤器的任务。环境模型从最近几轮的任务中学习。',
};

const shown = (matching: string, all: string, entries: string): string =>
  matching === all ? `${all} 个${entries}` : `${all} 个${entries}中的 ${matching} 个`;

const column: Record<PoolField | 'text', string> = {
  epoch: '轮',
  family: '任务族',
  source: '来源',
  level: '级别',
  success: '成功率',
  text: '任务',
};

/** Short, for the column of a table; `sources` in loop.ts has the full phrases. */
const source: Record<string, string> = {
  environment: '环境模型',
  base: '基础数据',
  static: '静态',
  offline: '离线',
  replay: '重放',
};

export const pools = {
  title: '数据池',
  choose: { run: '运行', pool: '数据池' },
  pool,
  about,
  column,
  source,
  table: (name: string) => `${name} 的条目`,
  page: {
    label: '表格的页',
    first: '首页',
    previous: '上一页',
    next: '下一页',
    last: '末页',
    of: (page: string, pages: string) => `第 ${page} 页，共 ${pages} 页`,
  },
  filters: {
    label: '筛选',
    text: '在任务中搜索',
    family: '任务族',
    source: '来源',
    any: '不限',
    level: '级别',
    epoch: '轮',
    success: '成功率',
    from: (field: string) => `${field}从`,
    to: (field: string) => `${field}到`,
    clear: '清除筛选',
  },
  sort: (field: string) => `按${field}排序`,
  count: {
    train: (matching: string, all: string) => shown(matching, all, '条目'),
    environment: (matching: string, all: string) => shown(matching, all, '留下的任务'),
  },
  reading: '正在读取……',
  noRun: '还没有存下的运行。请开始一次运行，或在“运行记录”页导入文件。',
  empty: '这个数据池是空的：还没有哪一轮向其中放入条目。',
  noMatch: '没有符合筛选条件的条目。',
  openEpoch: (epoch: string) => `在“运行”页显示第 ${epoch} 轮`,
  busy: '要看另一次运行，请先暂停正在进行的运行。',
  select: '选一条来看全文。',
  entry: {
    title: (position: string) => `条目 ${position}`,
    text: '任务',
    context: '环境模型读到的',
    key: '一个正确答案（求解器）',
    traces: (count: string) => `有效轨迹：${count} 条`,
    reward: (reward: string, advantage: string) => `奖励 ${reward}，优势 ${advantage}`,
    noTurns: '空',
    weight: '回归权重',
    success: {
      train: '这一轮的全部回答中成功的比例',
      environment: '成功率 p̂，按过滤器的判断',
    } satisfies Record<PoolName, string>,
  },
  export: {
    all: '全部存为 JSON 行',
    matching: '把符合条件的存为 JSON 行',
  },
} as const;
