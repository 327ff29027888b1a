/** @file Services with a small database or none: bank, stocks, hotels, mail, music, the date, arithmetic. */
import {
  dated,
  refuse,
  required,
  requireDate,
  requireTime,
  lowered,
  rowOf,
  sameOnceNormalised,
  sameResult,
  succeeds,
  text,
  trimmed,
  uppered,
  userOf,
  type Api,
} from './api.ts';
import { sameJson } from '../schema.ts';
import { calculatorApi } from './calculator.ts';
import { strip } from '../../../common/python-white-space.ts';

const DAY = '%Y-%m-%d';

/** The one account that exists before any call. */
const BANK_ACCOUNT = 'test';

export const serviceApis: Record<string, Api> = {
  Calculator: calculatorApi,

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
    // The benchmark's today.
    run: () => '2023-03-31',
    isCorrect: (response) => response.output !== null && response.exception === null && response.input === null,
  },
};
