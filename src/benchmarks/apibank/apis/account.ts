/** @file Accounts: tokens, registration, passwords, deletion. */
import { ApiExceptionSignal, sameResult, text, userOf, type Api, type World } from './api.ts';
import { sameJson } from '../schema.ts';

/** The code officially "sent by email": a constant in the source. */
const VERIFICATION_CODE = 970420;

function accountOf(username: string, { databases }: World) {
  if (!Object.hasOwn(databases.Account, username)) throw new ApiExceptionSignal('The username does not exist.');
  return databases.Account[username];
}

export const accountApis: Record<string, Api> = {
  GetUserToken: {
    parameters: { username: 'str', password: 'str' },
    run(given, world) {
      const account = accountOf(text(given, 'username'), world);
      if (account.password !== given.password) throw new ApiExceptionSignal('The password is incorrect.');
      return { token: account.token };
    },
    isCorrect: sameResult,
  },

  RegisterUser: {
    parameters: { username: 'str', password: 'str', email: 'str' },
    run(given, { databases }) {
      const username = text(given, 'username');
      if (Object.hasOwn(databases.Account, username)) throw new ApiExceptionSignal('The username already exists.');
      // Officially random letters; the check does not look at them.
      const token = `token-of-${username}`;
      databases.Account[username] = { password: text(given, 'password'), token, email: text(given, 'email') };
      return { token };
    },
    isCorrect: (response, gold) =>
      !(gold.output === null && response.output !== null) &&
      sameJson(response.input, gold.input) &&
      response.exception === gold.exception,
  },

  DeleteAccount: {
    parameters: { token: 'str' },
    run(given, world) {
      delete world.databases.Account[userOf(text(given, 'token'), world)];
      return { status: 'success' };
    },
    isCorrect: sameResult,
  },

  ModifyPassword: {
    parameters: { token: 'str', old_password: 'str', new_password: 'str' },
    run(given, world) {
      const account = world.databases.Account[userOf(text(given, 'token'), world)];
      if (account.password !== given.old_password) throw new ApiExceptionSignal('The old password is incorrect.');
      account.password = text(given, 'new_password');
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
        throw new ApiExceptionSignal("You need to call the API with status 'Forgot Password' at first.");
      }
      if (given.status !== 'Forgot Password') {
        throw new ApiExceptionSignal("The status is only 'Forgot Password' or 'Verification Code'.");
      }
      if (!('username' in given) || !('email' in given)) {
        throw new ApiExceptionSignal('The username and email are required for the first call.');
      }
      if (accountOf(text(given, 'username'), world).email !== given.email) {
        throw new ApiExceptionSignal('The email is incorrect.');
      }
      return VERIFICATION_CODE;
    },
    isCorrect: sameResult,
  },
};
