import { listOf, memberOf, objectOf, textOf } from "@lintel/json/value";

export interface DeclaredServer {
  /** With its variables in braces. */
  readonly url: string;
  readonly name: string | null;
  readonly variables: readonly {
    readonly name: string;
    readonly initial: string;
    /** Every possible value; empty: others are possible as well. */
    readonly choices: readonly string[];
    readonly description: string;
  }[];
}

/** @param servers - Server Objects (OpenAPI 3.2 §4.6) */
export const readServers = (servers: readonly unknown[]): DeclaredServer[] =>
  servers.flatMap((server) => {
    const url = textOf(memberOf(server, "url"));
    if (url === null || url === "") return [];
    const variables = Object.entries(objectOf(memberOf(server, "variables"))).map(
      ([name, variable]) => ({
        name,
        initial: textOf(memberOf(variable, "default")) ?? "",
        choices: listOf(memberOf(variable, "enum")).filter((each) => typeof each === "string"),
        description: textOf(memberOf(variable, "description")) ?? "",
      }),
    );
    const name = textOf(memberOf(server, "name")) ?? textOf(memberOf(server, "description"));
    return [{ url, name, variables }];
  });

/**
 * The address of a server.
 *
 * @param set - values of its variables; others have their defaults
 * @param baseUrl - what the address of a server without a host is relative to; null: there is nothing
 * @returns null if the address has no host, or a scheme that no request is sent by
 */
export function writeServer(
  server: DeclaredServer,
  set: Readonly<Record<string, string>>,
  baseUrl: string | null,
): string | null {
  const url = server.variables.reduce(
    (text, { name, initial }) => text.replaceAll(`{${name}}`, () => set[name] ?? initial),
    server.url,
  );
  const address = /^https?:\/\//i.test(url) ? url : URL.parse(url, baseUrl ?? undefined)?.href;
  return address !== undefined && /^https?:\/\//i.test(address) ? address : null;
}
