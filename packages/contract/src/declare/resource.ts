import type { AnyOperation, CallOf, OutputOf } from "./operation.ts";
import { pathNames } from "./wire.ts";

/** The names in braces of a template. */
type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The ids that fill a template, by name. */
export type Variables<Name extends string = string> = Readonly<Record<Name, string>>;

/** One address of a template, as it appears in a list of resources. */
export interface ListedResource {
  readonly variables: Variables;
  /** A text that a user wrote. */
  readonly title: string;
  readonly modifiedAt: string | null;
}

/** How the addresses of a template are found: an operation that returns pages, and what it lists. */
export interface ResourceListing {
  readonly operation: AnyOperation;
  /** This many are listed, the first in the operation's order; the others can still be read. */
  readonly most: number;
  /** null for an item without such a resource. */
  readonly entryOf: (item: never) => ListedResource | null;
}

/** A resource that agents read by its address: the answer of a read operation, as JSON. */
export interface AgentResource {
  /** In snake_case, as tools are named. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An address, or a template of addresses (RFC 6570, level 1). */
  readonly uri: string;
  readonly mediaType: "application/json";
  readonly operation: AnyOperation;
  /** The input of the operation, for the ids in an address. */
  readonly fieldsOf: (variables: never) => Readonly<Record<string, unknown>>;
  readonly listing?: ResourceListing;
}

/** Declares a resource once for agents and for the reference. */
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

/** Fills in a template. */
export function expandUri(template: string, variables: Variables): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(variables[name] ?? ""),
  );
}

/** The ids in an address of the template; null for any other address. */
export function matchUri(template: string, uri: string): Variables | null {
  const found = matcherOf(template).exec(uri);
  if (found === null) return null;
  const names = pathNames(template);
  return Object.fromEntries(names.map((name, at) => [name, (found[at + 1] ?? "").toLowerCase()]));
}

const uuid = "([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})";

// A template contains only ids, so an address never contains a user's text.
function matcherOf(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.join(uuid)}$`);
}
