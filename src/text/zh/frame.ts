/** @file The words around every page: title, links to its parts, the link to share. */
export const frame = {
  title: 'GenEnv Playground',
  lede: '两个小语言模型协同进化：一个写任务，另一个学着解决。解题者大约成功一半时，出题者得到的奖励最多。',
  paper: '关于这个方法：论文（arXiv 2512.19682）',
  paperAddress: 'https://arxiv.org/abs/2512.19682',
  skip: '跳到循环图',
  embedded: '在 GenEnv Playground 中打开',
  languageHint: '只换文字：正在进行的运行会继续。',
} as const;

export const views = {
  label: '页面导航',
  destinations: { run: '运行', lab: '实验室', lessons: '教程', data: '数据' },
  run: '运行',
  lab: '曲线与设置',
  try: '试一试',
  inside: '模型内部',
  lessons: '全部教程',
  theory: '文章',
  runs: '运行记录',
  sweeps: '批量实验',
  figures: '图',
  pools: '数据池',
  models: '模型',
  benchmarks: '基准测试',
} as const;

export const link = {
  copy: '复制链接',
  hint: '复制指向这些设置的链接。链接只含与默认值不同的设置。',
  copied: '链接已复制。',
  inAddressBar: '无法使用剪贴板：链接在地址栏里。',
  tooLong: '这些设置里的世界太大，放不进链接：请在“数据 › 模型”里保存为文件。',
} as const;

export const benchmarks = {
  title: '基准测试',
  lede: '按基准公布的规则给答案打分，或运行一个模型并给它的输出打分。文件只在本页面内读取，不会离开本页面。',
} as const;
