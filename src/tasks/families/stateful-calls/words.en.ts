/** @file Words of the families stateful-calls and service-calls. */
import type { FamilyWords } from '../../family.ts';
import type { StatefulCallsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const statefulCalls: FamilyWords = {
  title: 'Stateful calls',
  meaning: 'needs several calls, each with the result of the last. The agent must find out which service keeps what.',
};
export const serviceCalls: FamilyWords = {
  title: 'Stateful calls, service before argument',
  meaning:
    'needs several calls, each with the result of the last and its service in second place. The agent must find out which service keeps what.',
};

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
