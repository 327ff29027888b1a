/** @file Words of the page of pools: D_train and D_env. */
import type { PoolField, PoolName } from '../../store/pool-contract.ts';

const pool: Record<PoolName, string> = { train: 'D_train', environment: 'D_env' };

const about: Record<PoolName, string> = {
  train:
    '유효한 트레이스 전부입니다. 에이전트의 유효한 답이 과제마다, 답이 나온 에포크마다 한 항목씩 있습니다. 에포크가 이력에서 뽑는 것은 여기서 나옵니다.',
  environment: '환경 모델이 쓰고 난이도 필터를 통과한 과제입니다. 환경 모델은 최근 몇 에포크의 과제에서 배웁니다.',
};

const shown = (matching: string, all: string, entries: string): string =>
  matching === all ? `${entries} ${all}개` : `${entries} ${all}개 중 ${matching}개`;

const column: Record<PoolField | 'text', string> = {
  epoch: '에포크',
  family: '과제군',
  source: '출처',
  level: '레벨',
  success: '성공률',
  text: '과제',
};

/** Short, for the column of a table; `sources` in loop.ts has the full phrases. */
const source: Record<string, string> = {
  environment: '환경 모델',
  base: '기본 데이터',
  static: '정적',
  offline: '오프라인',
  replay: '재사용',
};

export const pools = {
  title: '풀',
  choose: { run: '실행', pool: '풀' },
  pool,
  about,
  column,
  source,
  table: (name: string) => `${name}의 항목`,
  page: {
    label: '표의 쪽',
    first: '처음',
    previous: '이전',
    next: '다음',
    last: '마지막',
    of: (page: string, pages: string) => `${pages}쪽 중 ${page}쪽`,
  },
  filters: {
    label: '필터',
    text: '과제에서 검색',
    family: '과제군',
    source: '출처',
    any: '모두',
    level: '레벨',
    epoch: '에포크',
    success: '성공률',
    from: (field: string) => `${field} 시작`,
    to: (field: string) => `${field} 끝`,
    clear: '필터 지우기',
  },
  sort: (field: string) => `정렬 기준: ${field}`,
  count: {
    train: (matching: string, all: string) => shown(matching, all, '항목'),
    environment: (matching: string, all: string) => shown(matching, all, '남긴 과제'),
  },
  reading: '읽는 중…',
  noRun: '아직 저장된 실행이 없습니다. 하나 시작하거나 “실행 기록” 페이지에서 파일을 가져오세요.',
  empty: '이 풀은 비어 있습니다. 끝난 에포크가 아직 항목을 넣지 않았습니다.',
  noMatch: '이 필터에 맞는 항목이 없습니다.',
  openEpoch: (epoch: string) => `실행 페이지에서 에포크 ${epoch} 보기`,
  busy: '다른 실행을 보려면 열린 실행을 일시 정지하세요.',
  select: '항목을 고르면 전체를 읽을 수 있습니다.',
  entry: {
    title: (position: string) => `항목 ${position}`,
    text: '과제',
    context: '환경 모델이 읽은 것',
    key: '정답 하나(오라클)',
    traces: (count: string) => `유효한 트레이스: ${count}개`,
    reward: (reward: string, advantage: string) => `보상 ${reward}, 어드밴티지 ${advantage}`,
    noTurns: '비어 있음',
    weight: '회귀 가중치',
    success: {
      train: '이 에포크의 모든 답 가운데 성공한 비율',
      environment: '필터가 판단한 성공률 p̂',
    } satisfies Record<PoolName, string>,
  },
  export: {
    all: '모두 JSON 줄로 저장',
    matching: '맞는 것을 JSON 줄로 저장',
  },
} as const;
