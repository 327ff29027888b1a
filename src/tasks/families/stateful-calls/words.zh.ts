/** @file Why a text is no task and an answer is right or wrong in the families stateful-calls and service-calls. */
import type { StatefulCallsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<StatefulCallsReason> = {
  'stateful-calls/no-person': () => '有一个请求不是以人结尾的。',
  'stateful-calls/nothing-asked': ({ person }) => `没有问关于 ${person} 的任何事。`,
  'stateful-calls/chain-too-long': ({ calls, most }) => `一个请求有 ${calls} 次调用，最多 ${most} 次。`,
  'stateful-calls/not-callable': ({ word }) => `“${word}”不能被调用。`,
  'stateful-calls/wrong-kind': ({ word, takes }) => `“${word}”要的是 ${takes}，而上一次调用给的不是。`,
  'stateful-calls/too-many-requests': ({ requests, most }) => `文本有 ${requests} 个请求，最多 ${most} 个。`,
  'stateful-calls/too-many-calls': ({ calls, most }) => `这些请求需要 ${calls} 次调用，最多 ${most} 次。`,
  'stateful-calls/no-description': () => '“at”后面什么也没有。',
  'stateful-calls/unpaired-description': () => '“at”后面不是工具和服务的对。',
  'stateful-calls/not-a-tool': ({ word }) => `“${word}”不是工具。`,
  'stateful-calls/not-a-service': ({ word }) => `“${word}”不是服务。`,
  'stateful-calls/repeated-description': ({ tool }) => `工具 ${tool} 描述了两次。`,
  'stateful-calls/solved': () => '每次调用都正是该做的那次。',
  'stateful-calls/wrong-call': ({ call, made, due }) => `第 ${call} 次调用是“${made}”，应为“${due}”。`,
  'stateful-calls/missing-call': ({ call, due }) => `缺少第 ${call} 次调用“${due}”。`,
};
