import { isList, isObject, type JsonObject } from "@lintel/json/value";
import type { Authentication, Identity } from "../identities/identity.types.ts";
import type { Scope } from "../surface/scope.ts";
import type { AccessRule, Flow } from "./scan.types.ts";

/** What people know about an API and its document does not say. */
export interface ScanConfig {
  readonly identities: readonly Identity[];
  readonly flows: readonly Flow[];
  readonly accessRules: readonly AccessRule[];
  readonly scope: Scope;
}

/** A value that cannot be used. The message begins with its place, such as `flows[0].limit`. */
export class ScanConfigError extends Error {
  override readonly name = "ScanConfigError";
}

const refuse = (at: string, what: string): ScanConfigError =>
  new ScanConfigError(`${at === "" ? "The file" : at} ${what}.`);

/**
 * Reads a parsed configuration.
 *
 * @param readSecret - gives the value of a secret, which the file may only name
 * @throws ScanConfigError at the first value that cannot be used
 */
export function readScanConfig(
  value: unknown,
  readSecret: (text: string) => string = (text) => text,
): ScanConfig {
  const { identities, flows, accessRules, scope } = readObject(value, "", [
    "identities",
    "flows",
    "accessRules",
    "scope",
  ]);
  const { include, exclude } = readObject(scope ?? {}, "scope", ["include", "exclude"]);
  const config = {
    identities: readList(identities, "identities", (one, at) => readIdentity(one, at, readSecret)),
    flows: readList(flows, "flows", readFlow),
    accessRules: readList(accessRules, "accessRules", readRule),
    scope: {
      include: readList(include, "scope.include", readText),
      exclude: readList(exclude, "scope.exclude", readText),
    },
  };
  const names = config.identities.map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice >= 0) throw refuse(`identities[${twice}].name`, "is the name of another identity");
  return config;
}

function readObject(value: unknown, at: string, members: readonly string[]): JsonObject {
  if (!isObject(value)) throw refuse(at, "must be an object");
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown === undefined) return value;
  throw refuse(at, `has the unknown member "${unknown}"; it can have ${members.join(", ")}`);
}

function readList<T>(value: unknown, at: string, read: (item: unknown, at: string) => T): T[] {
  if (value === undefined || value === null) return [];
  if (!isList(value)) throw refuse(at, "must be a list");
  return value.map((item, index) => read(item, `${at}[${index}]`));
}

function readText(value: unknown, at: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw refuse(at, "must be a text");
}

function readNumber(value: unknown, at: string, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)
    return Number(value);
  throw refuse(at, `must be a whole number from ${least} to ${most}`);
}

function readFlow(value: unknown, at: string): Flow {
  const { name, steps, limit } = readObject(value, at, ["name", "steps", "limit"]);
  const read = readList(steps, `${at}.steps`, readText);
  if (read.length === 0) throw refuse(`${at}.steps`, "needs at least one operation");
  if (read.length < 3 && limit === undefined)
    throw refuse(at, "needs a limit, or three steps of which the second one can be left out");
  return {
    name: readText(name, `${at}.name`),
    steps: read,
    ...(limit === undefined ? {} : { limit: readNumber(limit, `${at}.limit`, [1, 1000]) }),
  };
}

function readRule(value: unknown, at: string): AccessRule {
  const members = ["identity", "operation", "isAllowed"];
  const { identity, operation, isAllowed } = readObject(value, at, members);
  if (typeof isAllowed !== "boolean") throw refuse(`${at}.isAllowed`, "must be true or false");
  return {
    identity: readText(identity, `${at}.identity`),
    operation: readText(operation, `${at}.operation`),
    isAllowed,
  };
}

function readIdentity(value: unknown, at: string, readSecret: (text: string) => string): Identity {
  const { name, role, rank, auth } = readObject(value, at, ["name", "role", "rank", "auth"]);
  return {
    name: readText(name, `${at}.name`),
    role: role === undefined || role === null ? null : readText(role, `${at}.role`),
    rank: rank === undefined ? 1 : readNumber(rank, `${at}.rank`, [0, 1000]),
    auth: readAuth(auth, `${at}.auth`, readSecret),
  };
}

/** The members of each way to sign in: texts, secrets, and texts that can be left out. */
const authMembers = {
  bearer: { texts: [], secrets: ["token"], optional: [] },
  basic: { texts: ["username"], secrets: ["password"], optional: [] },
  key: { texts: ["in", "name"], secrets: ["value"], optional: [] },
  clientCredentials: {
    texts: ["tokenPath", "clientId"],
    secrets: ["clientSecret"],
    optional: ["scope"],
  },
  login: { texts: ["path"], secrets: [], optional: ["tokenPointer"] },
  form: { texts: ["path"], secrets: [], optional: [] },
  clientCertificate: { texts: [], secrets: ["certificate", "key"], optional: [] },
} as const satisfies Record<string, Record<"texts" | "secrets" | "optional", readonly string[]>>;

type AuthType = keyof typeof authMembers;
const isAuthType = (type: unknown): type is AuthType =>
  typeof type === "string" && Object.hasOwn(authMembers, type);

/** The member with several secrets, whose values are read one by one. */
const groups: Partial<Record<AuthType, string>> = { login: "body", form: "fields" };

function readAuth(
  value: unknown,
  at: string,
  readSecret: (text: string) => string,
): Authentication {
  const type = isObject(value) ? value["type"] : undefined;
  if (!isAuthType(type))
    throw refuse(`${at}.type`, `must be one of ${Object.keys(authMembers).join(", ")}`);
  const { texts, secrets, optional } = authMembers[type];
  const group = groups[type];
  const names = [...texts, ...secrets, ...optional, ...(group === undefined ? [] : [group])];
  const given = readObject(value, at, ["type", ...names]);
  const auth: Record<string, unknown> = { type };
  for (const name of texts) auth[name] = readText(given[name], `${at}.${name}`);
  for (const name of secrets) auth[name] = readSecret(readText(given[name], `${at}.${name}`));
  for (const name of optional)
    if (given[name] !== undefined) auth[name] = readText(given[name], `${at}.${name}`);
  if (group !== undefined) auth[group] = readGroup(given[group], `${at}.${group}`, readSecret);
  if (type === "key" && !["header", "query", "cookie"].includes(String(auth["in"])))
    throw refuse(`${at}.in`, "must be header, query or cookie");
  return auth as unknown as Authentication;
}

function readGroup(
  value: unknown,
  at: string,
  readSecret: (text: string) => string,
): Record<string, unknown> {
  if (!isObject(value)) throw refuse(at, "must be an object");
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === "string" ? readSecret(member) : member,
    ]),
  );
}
