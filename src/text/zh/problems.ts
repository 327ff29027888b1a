/** @file The words of failures: what happened, and what a person can do. */
export const problems = {
  retry: '再试一次',
  dismiss: '关闭这条消息',
  details: '技术细节',
  noWebGpu: {
    cause: '这个浏览器没有 WebGPU，而两个模型都要靠它运行。',
    remedy:
      '请用当前版本的 Chrome 或 Edge、Safari 26 或 Firefox 141 及更新版本，或打开 WebGPU（chrome://flags/#enable-unsafe-webgpu）。存下的运行和录制的示例仍可播放。',
  },
  insecure: {
    cause: 'WebGPU 只在安全的页面上可用，而这个页面是用普通 HTTP 打开的。',
    remedy: '请用 http://localhost 或 HTTPS 打开。存下的运行和录制的示例仍可播放。',
  },
  runNotDrawn: {
    cause: '这次运行画不出来：它的事件彼此不符，或者画图失败了。',
    remedy: '请在上方选另一次运行，或开始新的。存下的运行保持原样。',
  },
  unexpected: {
    cause: '发生了意料之外的错误。',
    remedy: '请再试一次或重新载入页面：运行会从最近存下的一轮之后继续。若再次发生，请连同下面的细节报告给我们。',
  },
} as const;
