/** @file Why a text is no task and an answer is right or wrong in the families stateful-calls and service-calls. */
import type { StatefulCallsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<StatefulCallsReason> = {
  'stateful-calls/no-person': () => 'A request does not end with a person.',
  'stateful-calls/nothing-asked': ({ person }) => `Nothing is asked about ${person}.`,
  'stateful-calls/chain-too-long': ({ calls, most }) => `A request has ${calls} calls; ${most} is the most.`,
  'stateful-calls/not-callable': ({ word }) => `“${word}” is nothing that can be called.`,
  'stateful-calls/wrong-kind': ({ word, takes }) => `“${word}” takes a ${takes}, not what the call before it gives.`,
  'stateful-calls/too-many-requests': ({ requests, most }) => `The text has ${requests} requests; ${most} is the most.`,
  'stateful-calls/too-many-calls': ({ calls, most }) => `The requests need ${calls} calls; ${most} is the most.`,
  'stateful-calls/no-description': () => 'Nothing follows “at”.',
  'stateful-calls/unpaired-description': () => 'The text after “at” is not pairs of tool and service.',
  'stateful-calls/not-a-tool': ({ word }) => `“${word}” is not a tool.`,
  'stateful-calls/not-a-service': ({ word }) => `“${word}” is not a service.`,
  'stateful-calls/repeated-description': ({ tool }) => `The tool ${tool} is described twice.`,
  'stateful-calls/solved': () => 'Every call is the one that is due.',
  'stateful-calls/wrong-call': ({ call, made, due }) => `Call ${call} is “${made}” where “${due}” is due.`,
  'stateful-calls/missing-call': ({ call, due }) => `Call ${call}, “${due}”, is missing.`,
};
