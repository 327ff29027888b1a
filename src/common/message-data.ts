/** @file Derives the types of coded data from the English messages, which list the codes with their parameters. */

/** Type of the parameters of a message that has none. */
export type None = Readonly<Record<string, never>>;

type ParametersOf<Message> = Message extends (parameters: infer Parameters) => string ? Parameters : None;

/** Maps codes to the parameters of their messages. `Own` replaces the parameters of some codes. */
export type ParametersByCode<Messages, Own = object> = Own & {
  [Code in Exclude<keyof Messages, keyof Own>]: ParametersOf<Messages[Code]>;
};

/** Union of all codes with the parameters of their messages. `Own` replaces the parameters of some codes. */
export type CodedData<Messages, Own = object> = {
  [Code in keyof Messages]: { code: Code } & (Code extends keyof Own
    ? Own[Code]
    : Messages[Code] extends (parameters: infer Parameters) => string
      ? Parameters
      : unknown);
}[keyof Messages];
