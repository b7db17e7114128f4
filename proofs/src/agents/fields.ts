/** What a tool is given, or answers. */
export type Fields = Readonly<Record<string, unknown>>;
