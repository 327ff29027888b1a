/** @file A thread that runs models: everything that touches its GPU device happens here. */
import { PolicyHost } from './host.ts';
import { expose } from '../rpc/expose.ts';

expose(new PolicyHost());
