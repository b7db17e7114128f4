import type { AnyOperation } from "@lintel/contract/operation";
import * as groups from "@lintel/contract/operations/scim-group";
import * as users from "@lintel/contract/operations/scim-user";
import { Problem } from "../../platform/problem.ts";

/** A function of the service at one address. */
export interface ScimFunction {
  readonly operation: AnyOperation;
  /** The status of a success; 201 adds the resource's `Location`. */
  readonly status: 200 | 201 | 204;
}

export type DiscoveryName = "ServiceProviderConfig" | "ResourceTypes" | "Schemas";

/** What a request addresses. */
export type ScimRoute =
  | {
      readonly kind: "resource";
      readonly slug: string;
      readonly id: string | null;
      readonly function: ScimFunction;
    }
  | {
      readonly kind: "discovery";
      readonly slug: string;
      readonly id: string | null;
      readonly document: DiscoveryName;
    };

type Methods = Readonly<Record<string, ScimFunction>>;

const to = (operation: AnyOperation, status: ScimFunction["status"] = 200) => ({
  operation,
  status,
});

/** The methods of a collection and of its items. HEAD is answered like GET (RFC 9110 §9.3.2). */
const resources: Readonly<Record<string, { readonly all: Methods; readonly one: Methods }>> = {
  users: {
    all: { GET: to(users.listScimUsers), POST: to(users.createScimUser, 201) },
    one: {
      GET: to(users.getScimUser),
      PUT: to(users.replaceScimUser),
      PATCH: to(users.patchScimUser),
      DELETE: to(users.deleteScimUser, 204),
    },
  },
  groups: {
    all: { GET: to(groups.listScimGroups), POST: to(groups.createScimGroup, 201) },
    one: {
      GET: to(groups.getScimGroup),
      PUT: to(groups.replaceScimGroup),
      PATCH: to(groups.patchScimGroup, 204),
      DELETE: to(groups.deleteScimGroup, 204),
    },
  },
};

const documents: Readonly<Record<string, DiscoveryName>> = {
  serviceproviderconfig: "ServiceProviderConfig",
  resourcetypes: "ResourceTypes",
  schemas: "Schemas",
};

const address = /^\/scim\/v2\/([^/]+)\/([^/]+)(?:\/([^/]+))?\/?$/;

/**
 * Finds what a path below `/scim` addresses. Names of resources are compared without case.
 *
 * @throws Problem NOT_FOUND or METHOD_NOT_ALLOWED
 */
export function matchRoute(method: string, path: string): ScimRoute {
  const [, slug = "", name = "", last] = address.exec(path) ?? [];
  const id = last === undefined ? null : decodeURIComponent(last);
  const lower = name.toLowerCase();
  const document = Object.hasOwn(documents, lower) ? documents[lower] : undefined;
  if (document !== undefined && (id === null || document !== "ServiceProviderConfig")) {
    if (method !== "GET" && method !== "HEAD") throw notAllowed(["GET", "HEAD"], path);
    return { kind: "discovery", slug, id, document };
  }
  const resource = Object.hasOwn(resources, lower) ? resources[lower] : undefined;
  if (resource === undefined) throw notServed(path);
  const methods = id === null ? resource.all : resource.one;
  const found = methods[method === "HEAD" ? "GET" : method];
  if (found === undefined) throw notAllowed(["HEAD", ...Object.keys(methods)], path);
  return { kind: "resource", slug, id, function: found };
}

function notAllowed(methods: readonly string[], path: string): Problem {
  const allowed = methods.toSorted();
  return new Problem("METHOD_NOT_ALLOWED", `${path} takes ${allowed.join(", ")}.`, { allowed });
}

const notServed = (path: string): Problem =>
  new Problem(
    "NOT_FOUND",
    `There is nothing at ${path}. Users, Groups, ServiceProviderConfig, ResourceTypes and Schemas are at /scim/v2/{organization}; bulk requests, /Me and /.search are not supported.`,
  );
