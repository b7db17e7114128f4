/** The arguments or the result of a tool. */
export type Fields = Readonly<Record<string, unknown>>;
