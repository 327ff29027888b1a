/** @file The words of the panel that exports a model. */
export const modelExport = {
  player: '모델',
  players: { agent: '에이전트', environment: '환경 모델' },
  format: '형식',
  formats: {
    safetensors: 'Safetensors, transformers용',
    peft: '어댑터만, PEFT용',
  },
  precision: '정밀도',
  precisions: { f32: 'f32, 정확함', f16: 'f16, 크기 절반' },
  start: '내보내기',
  cancel: '내보내기 취소',
  close: '닫기',
  progressLabel: '내보내기 진행 상황',
  progress: {
    starting: '모델을 읽는 중 …',
    writing: (bytes: string) => `쓰는 중: ${bytes} …`,
  },
  cancelled: '내보내기를 취소했습니다. 아무것도 남기지 않았습니다.',
  done: (files: string, bytes: string) => `내보냈습니다: 파일 ${files}개, ${bytes}.`,
  download: 'zip으로 내려받기',
} as const;
