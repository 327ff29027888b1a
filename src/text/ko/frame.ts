/** @file The words around every page: title, links to its parts, the link to share. */
export const frame = {
  title: 'GenEnv Playground',
  lede: '작은 언어 모델 둘이 공진화합니다. 하나는 과제를 쓰고, 다른 하나는 그것을 푸는 법을 배웁니다. 푸는 쪽이 절반쯤 성공할 때 쓰는 쪽이 가장 큰 보상을 받습니다.',
  paper: '방법에 대하여: 논문(arXiv 2512.19682)',
  paperAddress: 'https://arxiv.org/abs/2512.19682',
  skip: '루프로 건너뛰기',
  languageHint: '글만 바뀌고, 진행 중인 실행은 계속됩니다.',
  embedded: 'GenEnv Playground에서 열기',
} as const;

export const views = {
  label: '이동',
  destinations: { run: '실행', lab: '실험실', lessons: '레슨', data: '데이터' },
  run: '실행',
  lab: '곡선과 설정',
  try: '해 보기',
  inside: '모델 내부',
  lessons: '모든 레슨',
  theory: '해설',
  runs: '실행 기록',
  sweeps: '스윕',
  figures: '그림',
  pools: '풀',
  models: '모델',
  benchmarks: '벤치마크',
} as const;

export const link = {
  copy: '링크 복사',
  hint: '이 설정의 링크를 복사합니다. 기본값과 다른 것만 들어 있습니다.',
  copied: '링크를 복사했습니다.',
  inAddressBar: '클립보드를 쓸 수 없습니다. 링크는 주소창에 있습니다.',
  tooLong: '이 설정의 세계는 링크에 담기에 너무 큽니다. 데이터 › 모델에서 파일로 저장하세요.',
} as const;

export const benchmarks = {
  title: '벤치마크',
  lede: '벤치마크의 공개된 규칙으로 답을 채점하거나, 모델을 실행하고 그 출력을 채점합니다. 파일은 이 페이지 안에서만 읽으며 밖으로 나가지 않습니다.',
} as const;
