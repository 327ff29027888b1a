/** @file Accounts: tokens, registration, passwords, deletion. */
import { refuse, rowOf, sameResult, text, userOf, type Api, type Arguments, type World } from './api.ts';
import { sameJson } from '../schema.ts';

/** The code officially "sent by email": a constant in the source. */
const VERIFICATION_CODE = 970420;

const accountOf = (given: Arguments, { databases }: World) =>
  rowOf(databases.Account, text(given, 'username'), 'The username does not exist.');

export const accountApis: Record<string, Api> = {
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
      // Officially random letters; the check does not look at them.
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
