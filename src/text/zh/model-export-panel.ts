/** @file The words of the panel that exports a model. */
export const modelExport = {
  player: '模型',
  players: { agent: '智能体', environment: '环境模型' },
  format: '格式',
  formats: {
    safetensors: 'Safetensors，用于 transformers',
    peft: '只含适配器，用于 PEFT',
  },
  precision: '精度',
  precisions: { f32: 'f32，精确', f16: 'f16，大小减半' },
  start: '导出',
  cancel: '取消导出',
  close: '关闭',
  progressLabel: '导出进度',
  progress: {
    starting: '正在读取模型……',
    writing: (bytes: string) => `正在写入：${bytes}……`,
  },
  cancelled: '导出已取消；没有留下任何文件。',
  done: (files: string, bytes: string) => `已导出：${files} 个文件，${bytes}。`,
  download: '下载 zip',
} as const;
