/** @file Derives the types of coded data from the English messages, which list the codes with their parameters. */

/** Parameters of a message without any. */
export type None = Readonly<Record<string, never>>;

type ParametersOf<Message> = Message extends (parameters: infer Parameters) => string ? Parameters : None;

/** Maps codes to the parameters of their messages. Codes in `Own` have other parameters than their messages. */
export type ParametersByCode<Messages, Own = object> = Own & {
  [Code in Exclude<keyof Messages, keyof Own>]: ParametersOf<Messages[Code]>;
};
