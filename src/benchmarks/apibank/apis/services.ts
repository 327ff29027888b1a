/**
 * @file Implements API-Bank's services that need few rules: accounts, the home, the bank, and others that read one
 * table.
 */
import { strip } from '../../../common/plain-text.ts';
import { type Json, sameJson } from '../call-text.ts';
import {
  type Api,
  type Arguments,
  dated,
  field,
  lowered,
  refuse,
  required,
  requireDate,
  requireTime,
  rowOf,
  sameOnceNormalised,
  sameResult,
  succeeds,
  text,
  TIME,
  trimmed,
  uppered,
  userOf,
  type World,
} from './api.ts';

/** This code is officially "sent by email", but it is a constant in the source. */
const VERIFICATION_CODE = 970420;

const accountOf = (given: Arguments, { databases }: World) =>
  rowOf(databases.Account, text(given, 'username'), 'The username does not exist.');

const accountApis: Record<string, Api> = {
  GetUserToken: {
    parameters: { username: 'str', password: 'str' },
    run(given, world) {
      const account = accountOf(given, world);
      if (account.password !== given.password) refuse('The password is incorrect.');
      return { token: account.token };
    },
    isCorrect: sameResult,
  },

  RegisterUser: {
    parameters: { username: 'str', password: 'str', email: 'str' },
    run(given, { databases }) {
      const username = text(given, 'username');
      if (Object.hasOwn(databases.Account, username)) refuse('The username already exists.');
      // The official API draws random letters, but the check ignores them.
      return { token: `token-of-${username}` };
    },
    isCorrect: (response, gold) =>
      !(gold.output === null && response.output !== null) &&
      sameJson(response.input, gold.input) &&
      response.exception === gold.exception,
  },

  DeleteAccount: {
    parameters: { token: 'str' },
    run(given, world) {
      userOf(given, world);
      return { status: 'success' };
    },
    isCorrect: sameResult,
  },

  ModifyPassword: {
    parameters: { token: 'str', old_password: 'str', new_password: 'str' },
    run(given, world) {
      const account = world.databases.Account[userOf(given, world)];
      if (account.password !== given.old_password) refuse('The old password is incorrect.');
      return { status: 'success' };
    },
    isCorrect: sameResult,
  },

  ForgotPassword: {
    parameters: { status: 'str', username: 'str', email: 'str', verification_code: 'int', new_password: 'str' },
    optional: ['username', 'email', 'verification_code', 'new_password'],
    input: (given) => ({ ...given }),
    run(given, world) {
      if (given.status === 'Verification Code') {
        // The first call was made to another tool manager: each call is evaluated on a new one.
        refuse("You need to call the API with status 'Forgot Password' at first.");
      }
      if (given.status !== 'Forgot Password') {
        refuse("The status is only 'Forgot Password' or 'Verification Code'.");
      }
      if (!('username' in given) || !('email' in given)) {
        refuse('The username and email are required for the first call.');
      }
      if (accountOf(given, world).email !== given.email) refuse('The email is incorrect.');
      return VERIFICATION_CODE;
    },
    isCorrect: sameResult,
  },
};

const NAME = { name: 'str' } as const;
const isNameCorrect = sameOnceNormalised(lowered('name'));
const isSwitchCorrect = sameOnceNormalised(lowered('name'), dated('time', TIME));

const scene =
  (missing: string) =>
  (given: Arguments, { databases }: World) =>
    rowOf(databases.Scenes, required(given, 'name', 'Scene name cannot be empty.').toLowerCase(), missing) as Json;

const homeApis: Record<string, Api> = {
  QueryScene: { parameters: NAME, run: scene('Scene not found.'), isCorrect: isNameCorrect },
  DeleteScene: succeeds(NAME, scene('The scene does not exist.'), isNameCorrect),

  TimedSwitch: succeeds(
    { ...NAME, time: 'str', on: 'bool' },
    (given) => {
      required(given, 'name', 'Name cannot be empty.');
      requireDate(text(given, 'time'), TIME);
    },
    (response, gold) =>
      isSwitchCorrect(response, gold) && sameJson(field(response.input, 'on'), field(gold.input, 'on')),
  ),

  CancelTimedSwitch: succeeds(
    { ...NAME, time: 'str' },
    (given, { databases }) => {
      const name = required(given, 'name', 'name cannot be empty.').toLowerCase();
      const time = requireDate(text(given, 'time'), TIME);
      const switches = rowOf(databases.TimeSwitch, name, 'device name does not exist.');
      if (!switches.some((entry) => entry.time === time)) refuse('time does not exist.');
    },
    isSwitchCorrect,
  ),
};

const DAY = '%Y-%m-%d';

/** No other account exists before any call. */
const BANK_ACCOUNT = 'test';

export const serviceApis: Record<string, Api> = {
  ...accountApis,
  ...homeApis,

  QueryBalance: {
    parameters: { token: 'str' },
    run(given, world) {
      const user = userOf(given, world, 'The token is incorrect.');
      return rowOf(world.databases.Bank, user, 'The user does not have an account.').balance;
    },
    isCorrect: sameOnceNormalised(trimmed('token')),
  },

  OpenBankAccount: {
    parameters: { account: 'str', password: 'str', name: 'str' },
    run: (given) => (given.account === BANK_ACCOUNT ? 'failed' : 'success'),
    isCorrect: sameResult,
  },

  QueryStock: {
    parameters: { stock_code: 'str', date: 'str' },
    run(given, { databases }) {
      const code = required(given, 'stock_code', 'The stock code cannot be empty.').toUpperCase();
      const date = requireDate(text(given, 'date'), DAY);
      const prices = rowOf(databases.Stock, code, 'The stock code does not exist.');
      return rowOf(prices, date, 'The stock price of this date is not maintained.');
    },
    isCorrect: sameOnceNormalised(uppered('stock_code'), dated('date', DAY)),
  },

  BookHotel: {
    parameters: {
      hotel_name: 'str',
      check_in_time: 'str',
      check_out_time: 'str',
      room_count: 'int',
      adult_count: 'int',
      child_count: 'int',
    },
    run(given, { databases }) {
      const arrival = requireTime(text(given, 'check_in_time'), DAY);
      const departure = requireTime(text(given, 'check_out_time'), DAY);
      if (Number(given.adult_count) > 2 && given.room_count === 1) {
        refuse('The number of adults is greater than 2. Two rooms are ordered.');
      }
      const clashes = Object.values(databases.Hotel).some((order) => {
        if (order.hotel_name !== given.hotel_name) return false;
        const [from, to] = [requireTime(order.check_in_time, DAY), requireTime(order.check_out_time, DAY)];
        return (arrival >= from && arrival < to) || (departure > from && departure <= to);
      });
      if (clashes) refuse('The room is not available.');
      return String(Object.keys(databases.Hotel).length + 1);
    },
    isCorrect: sameResult,
  },

  SendEmail: succeeds(
    { receiver: 'str', subject: 'str', content: 'str' },
    (given) => {
      if (!/^[a-z0-9]+[._]?[a-z0-9]+@[\p{L}\p{N}_]+\.[\p{L}\p{N}_]{2,3}$/u.test(strip(text(given, 'receiver')))) {
        refuse('Email address of the receiver is invalid.');
      }
      required(given, 'subject', 'Subject cannot be empty.');
      required(given, 'content', 'Content cannot be empty.');
    },
    sameOnceNormalised(lowered('receiver'), trimmed('subject'), trimmed('content')),
  ),

  PlayMusic: {
    parameters: { music_name: 'str' },
    run: (given) => `music://${required(given, 'music_name', 'The music name cannot be empty.').toLowerCase()}`,
    isCorrect: (response, gold) => sameJson(response.output, gold.output),
  },

  GetToday: {
    parameters: {},
    input: () => null,
    // This is the benchmark's today.
    run: () => '2023-03-31',
    isCorrect: (response) => response.output !== null && response.exception === null && response.input === null,
  },
};
