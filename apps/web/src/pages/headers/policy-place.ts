import { queryOptions } from "@tanstack/react-query";
import type { Api, Input, Item } from "../../api/api.ts";

/** Where a policy belongs: to all projects, or to one (its id). */
export type PolicyPlace = { readonly projectId: string | null };
export type HeaderPolicy = Item<"listHeaderPolicies">;
export type PolicyFields = Input<"createOrgHeaderPolicy">;

/** A specification that a policy may cover. */
export interface CoveredSpec {
  readonly id: string;
  readonly name: string;
}

/** The header policies of a place. */
export const policiesQuery = (api: Api, { projectId }: PolicyPlace) =>
  queryOptions({
    queryKey: [
      api.organization,
      projectId === null ? "listOrgHeaderPolicies" : "listHeaderPolicies",
      projectId,
    ] as const,
    queryFn: () => readPolicies(api, { projectId }),
  });

export async function readPolicies(
  api: Api,
  { projectId }: PolicyPlace,
): Promise<readonly HeaderPolicy[]> {
  const { items } =
    projectId === null
      ? await api.call("listOrgHeaderPolicies", { take: 100 })
      : await api.call("listHeaderPolicies", { projectId, take: 100 });
  return items;
}

/** Creates a policy (`policy`: null), or changes one. */
export async function savePolicy(
  api: Api,
  { projectId }: PolicyPlace,
  policy: HeaderPolicy | null,
  fields: PolicyFields,
): Promise<void> {
  if (policy === null) {
    if (projectId === null) await api.call("createOrgHeaderPolicy", fields);
    else await api.call("createHeaderPolicy", { projectId, ...fields });
    return;
  }
  const change = { policyId: policy.id, rowVersion: policy.rowVersion, ...fields };
  if (projectId === null) await api.call("updateOrgHeaderPolicy", change);
  else await api.call("updateHeaderPolicy", { projectId, ...change });
}

export async function deletePolicy(
  api: Api,
  { projectId }: PolicyPlace,
  policyId: string,
): Promise<void> {
  if (projectId === null) await api.call("deleteOrgHeaderPolicy", { policyId });
  else await api.call("deleteHeaderPolicy", { projectId, policyId });
}
