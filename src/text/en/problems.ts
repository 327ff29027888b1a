/** @file The words of failures: what happened, and what a person can do. */

export const problems = {
  retry: 'Try again',
  dismiss: 'Close this message',
  details: 'Technical details',
  noWebGpu: {
    cause: 'This browser offers no WebGPU, which both models need to run.',
    remedy:
      'Use a current Chrome or Edge, Safari 26 or Firefox 141 and later, or switch WebGPU on (chrome://flags/#enable-unsafe-webgpu). Saved runs and the recorded example can still be played.',
  },
  insecure: {
    cause: 'WebGPU works on secure pages only, and this page was opened over plain HTTP.',
    remedy: 'Open it at http://localhost or over HTTPS. Saved runs and the recorded example can still be played.',
  },
  runNotDrawn: {
    cause: 'This run cannot be drawn: its events do not fit together, or drawing them failed.',
    remedy: 'Choose another run above, or start a new one. The stored run stays as it is.',
  },
  unexpected: {
    cause: 'Something failed unexpectedly.',
    remedy:
      'Try again or reload the page: the run goes on after its last stored epoch. If it happens again, please report it with the details below.',
  },
} as const;
