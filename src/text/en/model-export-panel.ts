/** @file The words of the panel that exports a model. */
import { counted } from '../../common/counted.ts';
export const modelExport = {
  player: 'Model',
  players: { agent: 'Agent', environment: 'Environment' },
  format: 'Format',
  formats: {
    safetensors: 'Safetensors, for transformers',
    peft: 'Adapter alone, for PEFT',
  },
  precision: 'Precision',
  precisions: { f32: 'f32, exact', f16: 'f16, half the size' },
  start: 'Export',
  cancel: 'Cancel the export',
  close: 'Close',
  progressLabel: 'Progress of the export',
  progress: {
    starting: 'Reading the model …',
    writing: (bytes: string) => `Writing: ${bytes} …`,
  },
  cancelled: 'The export was cancelled; nothing was kept.',
  done: (files: string, bytes: string) => `Exported: ${counted(files, 'file')}, ${bytes}.`,
  download: 'Download as zip',
} as const;
