/** @file Derives the types of coded data from the English messages, which list the codes with their parameters. */

/** Parameters of a message without any. */
export type None = Readonly<Record<string, never>>;

type ParametersOf<Message> = Message extends (parameters: infer Parameters) => string ? Parameters : None;

/** Maps codes to the parameters of their messages. Codes in `Own` have other parameters than their messages. */
export type ParametersByCode<Messages, Own = object> = Own & {
  [Code in Exclude<keyof Messages, keyof Own>]: ParametersOf<Messages[Code]>;
};

/** Union of the codes of messages, each with the parameters of its message or, for codes in `Own`, other parameters. */
export type CodedData<Messages, Own = object> = {
  [Code in keyof Messages]: { code: Code } & (Code extends keyof Own
    ? Own[Code]
    : Messages[Code] extends (parameters: infer Parameters) => string
      ? Parameters
      : unknown);
}[keyof Messages];
