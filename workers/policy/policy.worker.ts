/** @file A thread that runs models: everything that touches its GPU device happens here. */
import { expose } from '../rpc/expose.ts';
import { PolicyHost } from './host.ts';

expose(new PolicyHost());
