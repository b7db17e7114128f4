import type { AnyOperation, CallOf, OutputOf } from "./operation.ts";
import { pathNames } from "./wire.ts";

/** The names in braces of a template. */
type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a template is filled with: ids, by their names. */
export type Variables<Name extends string = string> = Readonly<Record<Name, string>>;

/** One address of a template, as a list of resources has it. */
export interface ListedResource {
  readonly variables: Variables;
  /** A text of users. */
  readonly title: string;
  readonly modifiedAt: string | null;
}

/** Where the addresses of a template are found: an operation that answers pages, and what it lists. */
export interface ResourceListing {
  readonly operation: AnyOperation;
  /** So many are listed, the first of the operation's order; the others are read all the same. */
  readonly most: number;
  /** null for an item that has no such resource. */
  readonly entryOf: (item: never) => ListedResource | null;
}

/** Something that agents read by an address: what a reading operation answers, as JSON. */
export interface AgentResource {
  /** In snake_case, as tools are named. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An address, or a template of addresses (RFC 6570, level 1). */
  readonly uri: string;
  readonly mediaType: "application/json";
  readonly operation: AnyOperation;
  /** The fields of the operation's call, for the ids of an address. */
  readonly fieldsOf: (variables: never) => Readonly<Record<string, unknown>>;
  readonly listing?: ResourceListing;
}

/** Declares a resource: once for agents and for the reference. */
export function resource<const Uri extends string, Op extends AnyOperation>(
  declaration: Omit<AgentResource, "uri" | "operation" | "fieldsOf"> & {
    readonly uri: Uri;
    readonly operation: Op;
    readonly fieldsOf: (
      variables: Variables<NamesIn<Uri>>,
    ) => Readonly<Omit<CallOf<Op>, "projectId">>;
  },
): AgentResource & { readonly uri: Uri } {
  return declaration;
}

/** Declares how a template's addresses are listed. */
export function listing<Op extends AnyOperation>(declaration: {
  readonly operation: Op;
  readonly most: number;
  readonly entryOf: (item: ItemOf<Op>) => ListedResource | null;
}): ResourceListing {
  return declaration;
}

type ItemOf<Op> = OutputOf<Op> extends { items: readonly (infer Item)[] } ? Item : never;

export function isTemplate({ uri }: Pick<AgentResource, "uri">): boolean {
  return pathNames(uri).length > 0;
}

/** An address of a template. */
export function expandUri(template: string, variables: Variables): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(variables[name] ?? ""),
  );
}

/** The ids in an address, where it is one of the template; null where it is not. */
export function matchUri(template: string, uri: string): Variables | null {
  const found = matcherOf(template).exec(uri);
  if (found === null) return null;
  const names = pathNames(template);
  return Object.fromEntries(names.map((name, at) => [name, (found[at + 1] ?? "").toLowerCase()]));
}

const uuid = "([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})";

// An id is all that a template takes: an address carries no text of anyone.
function matcherOf(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join(uuid)}$`);
}
