/** @file Errors of a remote call keep their codes on the other side of a message channel. */
import * as Comlink from 'comlink';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CodedError } from '../../src/common/coded-error.ts';
import { ModelFileError } from '../../src/lm/files/model-file-error.ts';
import { keepErrorCodes } from './connect.ts';

const contract = {
  async refused(): Promise<void> {
    throw new ModelFileError('malformed', 'config.json', 'not JSON');
  },
  async mistake(): Promise<void> {
    throw new TypeError('x is not a function');
  },
  async text(): Promise<void> {
    throw 'only a text';
  },
};

let ports: MessageChannel;
let remote: typeof contract;

beforeEach(() => {
  keepErrorCodes();
  keepErrorCodes();
  ports = new MessageChannel();
  Comlink.expose(contract, ports.port1);
  remote = Comlink.wrap<typeof contract>(ports.port2) as object as typeof contract;
});
afterEach(() => ports.port1.close());

it('keeps code, parameters, name and stack', async () => {
  const error = await remote.refused().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CodedError);
  expect(error).toMatchObject({
    code: 'malformed',
    parameters: { file: 'config.json', what: 'not JSON' },
    name: 'ModelFileError',
    stack: expect.stringContaining('ModelFileError'),
  });
});

it('passes other errors on as Comlink does', async () => {
  const error = await remote.mistake().catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(CodedError);
  expect(error).toMatchObject({ name: 'TypeError', message: 'x is not a function' });
  await expect(remote.text()).rejects.toBe('only a text');
});
