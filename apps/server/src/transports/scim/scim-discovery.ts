import {
  describeResourceTypes,
  describeSchemas,
  describeService,
  listAll,
} from "@lintel/scim/discovery";
import { Problem } from "../../platform/problem.ts";
import type { DiscoveryName } from "./scim-routes.ts";

interface Described {
  readonly id: string;
}

/**
 * A document that describes the service. It is the same for every organization and says nothing of one.
 *
 * @param base the address of the organization's SCIM service
 * @throws Problem NOT_FOUND
 */
export function describe(document: DiscoveryName, id: string | null, base: string): object {
  if (document === "ServiceProviderConfig") return describeService(base);
  const all: readonly Described[] =
    document === "Schemas" ? describeSchemas(base) : describeResourceTypes(base);
  if (id === null) return listAll(all);
  const found = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (found === undefined) throw new Problem("NOT_FOUND", `${document} has no such entry.`);
  return found;
}
