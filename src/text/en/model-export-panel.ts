/** @file The words of the panel that exports a model. */
import { counted } from '../../common/counted.ts';
export const modelExport = {
  player: 'Model',
  players: { agent: 'Agent', environment: 'Environment' },
  format: 'Format',
  formats: {
    onnx: 'ONNX folder, for transformers.js',
    safetensors: 'Safetensors, for transformers',
    peft: 'Adapter alone, for PEFT',
  },
  precision: 'Precision',
  precisions: { f32: 'f32, exact', f16: 'f16, half the size', q4: '4 bits, an eighth of the size' },
  start: 'Export',
  cancel: 'Cancel the export',
  close: 'Close',
  progressLabel: 'Progress of the export',
  progress: {
    starting: 'Reading the model …',
    writing: (bytes: string) => `Writing: ${bytes} …`,
    checking: (done: string, total: string) => `Comparing logits: ${done} of ${total} prompts …`,
  },
  cancelled: 'The export was cancelled; nothing was kept.',
  done: (files: string, bytes: string) => `Exported: ${counted(files, 'file')}, ${bytes}.`,
  download: 'Download as zip',
  tryTitle: 'Open in transformers.js',
  prompt: 'Prompt',
  generate: 'Generate with both',
  generating: 'transformers.js and this program write …',
  theirs: 'transformers.js',
  ours: 'This program',
  same: 'Both write the same text.',
  firstDifference: (token: string) => `The texts differ from token ${token} on.`,
  otherEnd: 'The texts differ only in where they end.',
  /** A difference that begins in lower case, as a sentence. */
  difference: (what: string) => `${what[0].toUpperCase()}${what.slice(1)}.`,
  sameTexts: (same: string, all: string) => `${same} of ${all} greedy texts are the same.`,
} as const;
