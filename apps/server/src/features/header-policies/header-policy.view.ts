import type { HeaderPolicy } from "@lintel/contract/shapes/header-policy";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { PolicyHeaderRow, StoredPolicy } from "./header-policy.store.ts";

const levelOf = ({ projectId }: Pick<StoredPolicy, "projectId">) =>
  projectId === null ? "organization" : "project";

/** Deleted specifications are omitted. */
export function toPolicies(
  rows: readonly StoredPolicy[],
  headers: readonly PolicyHeaderRow[],
  specs: ReadonlySet<string>,
): HeaderPolicy[] {
  const byPolicy = Map.groupBy(headers, ({ policyId }) => policyId);
  return rows.map((row) => ({
    id: row.id,
    level: levelOf(row),
    projectId: row.projectId,
    name: row.name,
    description: row.description,
    appliesTo: row.appliesTo as HeaderPolicy["appliesTo"],
    specIds: row.specIds?.filter((id) => specs.has(id)) ?? null,
    headers: (byPolicy.get(row.id) ?? []).map((header) => ({
      componentId: header.componentId,
      name: header.name,
      level: levelOf(header),
    })),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  }));
}
