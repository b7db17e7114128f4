import { membersOf } from "./info-fields.ts";

/** A Server Object, with members that the form does not show. */
export type Server = Readonly<Record<string, unknown>>;

/** A variable of an address; `isUsed`: the address has its name in braces. */
export interface ServerVariable {
  readonly name: string;
  readonly isUsed: boolean;
  readonly members: Readonly<Record<string, unknown>>;
}

/** @param text - JSON, a list */
export const readServers = (text: string): readonly Server[] =>
  (JSON.parse(text) as unknown[]).map(membersOf);

/** The names in braces of an address, each once. */
export const listNames = (url: string): readonly string[] => [
  ...new Set(Array.from(url.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name)),
];

/** The variables in the order of the address, then those that it does not name. */
export function listVariables(server: Server): readonly ServerVariable[] {
  const names = listNames(textOf(server["url"]));
  const described = membersOf(server["variables"]);
  const unused = Object.keys(described).filter((name) => !names.includes(name));
  return [
    ...names.map((name) => ({ name, isUsed: true, members: membersOf(described[name]) })),
    ...unused.map((name) => ({ name, isUsed: false, members: membersOf(described[name]) })),
  ];
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The server with a text; an empty one is not written, except the address. */
export function withText(server: Server, name: string, text: string): Server {
  const { [name]: _, ...others } = server;
  if (text === "" && name !== "url") return others;
  return name in server ? { ...server, [name]: text } : { ...others, [name]: text };
}

/** @param members - null: the variable is not described any more */
export function withVariable(
  server: Server,
  name: string,
  members: ServerVariable["members"] | null,
): Server {
  const { [name]: _, ...others } = membersOf(server["variables"]);
  const described = membersOf(server["variables"]);
  // Every variable has a default (OpenAPI, Server Variable Object).
  const next = members === null ? others : { ...described, [name]: { default: "", ...members } };
  const { variables: __, ...rest } = server;
  return Object.keys(next).length === 0 ? rest : { ...server, variables: next };
}

/** The values that a variable can have, separated by commas. */
export const joinValues = (members: ServerVariable["members"]): string =>
  Array.isArray(members["enum"]) ? members["enum"].map(String).join(", ") : "";

/** @param text - values separated by commas; none: every value is allowed */
export function withValues(
  members: ServerVariable["members"],
  text: string,
): ServerVariable["members"] {
  const { enum: _, ...others } = members;
  const values = text.split(",").map((each) => each.trim());
  const kept = values.filter((each) => each !== "");
  return kept.length === 0 ? others : { ...members, enum: kept };
}
