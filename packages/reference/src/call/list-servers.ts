import { isObject, listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import { createRecent, type Recent } from "@lintel/samples/keep-recent";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";

export interface ServerVariable {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly description: string | null;
}

export interface Server {
  /** As written, with its variables. */
  readonly template: string;
  /** With the defaults of its variables. */
  readonly url: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly variables: readonly ServerVariable[];
}

function readServer(value: unknown): Server[] {
  const template = textOf(memberOf(value, "url"));
  if (template === null) return [];
  const variables = Object.entries(objectOf(memberOf(value, "variables"))).map(
    ([name, variable]) => ({
      name,
      value: textOf(memberOf(variable, "default")) ?? "",
      choices: listOf(memberOf(variable, "enum")).filter((choice) => typeof choice === "string"),
      description: textOf(memberOf(variable, "description")),
    }),
  );
  const url = variables.reduce(
    (text, { name, value: set }) => text.replaceAll(`{${name}}`, () => set),
    template,
  );
  const [name, description] = [
    textOf(memberOf(value, "name")),
    textOf(memberOf(value, "description")),
  ];
  return [{ template, url, name, description, variables }];
}

const known = new WeakMap<object, Server[]>();

/** Most operations have the servers of the document. */
function readServers(owner: unknown): Server[] {
  if (!isObject(owner)) return [];
  const servers =
    known.get(owner) ?? listOf(memberOf(owner, "servers")).filter(isObject).flatMap(readServer);
  known.set(owner, servers);
  return servers;
}

/** The servers of the operation, or else of its path, or else of the document. */
export function listServers(plan: ReferencePlan, entry: OperationEntry | null): readonly Server[] {
  const owners = [entry?.operation.value, entry?.item.value, plan.view.root.value];
  const owner = owners.find((value) => listOf(memberOf(value, "servers")).length > 0);
  return readServers(owner);
}

/** Whether an operation or its path has servers of its own. */
export const hasOwnServers = ({ operation, item }: OperationEntry): boolean =>
  [operation, item].some(({ value }) => listOf(memberOf(value, "servers")).length > 0);

const somewhere = "https://api.example.com";

const resolved = new WeakMap<ReferencePlan, Recent<string, string>>();
/** Most operations have one of a few servers. */
const maxResolved = 20;

/** The URL of a server in samples: http or https, without a slash at its end. */
export function resolveServer(plan: ReferencePlan, url: string): string {
  const recent = resolved.get(plan) ?? createRecent(maxResolved);
  resolved.set(plan, recent);
  const known = recent.get(url) ?? resolve(plan, url);
  recent.set(url, known);
  return known;
}

function resolve(plan: ReferencePlan, url: string): string {
  const base = plan.options.documentUrl ?? somewhere;
  const address = URL.parse(url, base);
  const isHttp = address !== null && /^https?:$/.test(address.protocol);
  return (isHttp ? address.href : somewhere).replace(/[?#].*$/s, "").replace(/\/+$/, "");
}
