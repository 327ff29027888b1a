/** @file The words of failures: what happened, and what a person can do. */
export const problems = {
  retry: '다시 시도',
  dismiss: '이 메시지 닫기',
  details: '기술 정보',
  noWebGpu: {
    cause: '이 브라우저에는 두 모델이 돌아가는 데 필요한 WebGPU가 없습니다.',
    remedy:
      '최신 Chrome이나 Edge, Safari 26, Firefox 141 이상을 쓰거나 WebGPU를 켜세요(chrome://flags/#enable-unsafe-webgpu). 저장된 실행과 녹화된 예시는 그대로 재생할 수 있습니다.',
  },
  insecure: {
    cause: 'WebGPU는 보안 페이지에서만 되는데, 이 페이지는 일반 HTTP로 열렸습니다.',
    remedy: 'http://localhost 또는 HTTPS로 여세요. 저장된 실행과 녹화된 예시는 그대로 재생할 수 있습니다.',
  },
  runNotDrawn: {
    cause: '이 실행을 그릴 수 없습니다. 이벤트가 서로 맞지 않거나 그리기에 실패했습니다.',
    remedy: '위에서 다른 실행을 고르거나 새로 시작하세요. 저장된 실행은 그대로 있습니다.',
  },
  unexpected: {
    cause: '예상하지 못한 오류가 났습니다.',
    remedy:
      '다시 시도하거나 페이지를 새로 고치세요. 실행은 마지막으로 저장된 에포크 다음부터 이어집니다. 다시 일어나면 아래 정보와 함께 알려 주세요.',
  },
} as const;
