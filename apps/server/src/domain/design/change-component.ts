import type { ComponentKind } from "@lintel/contract/words/design";
import { renameTo } from "@lintel/openapi/rewrite";
import type { Json } from "@lintel/json/value";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { conflict } from "../../platform/problem.ts";
import { findComponent, updateComponentRow, type StoredComponent } from "./component-rows.ts";
import type { VersionPlace } from "./design.types.ts";
import { rewriteOwners } from "./rewrite-owners.ts";

type WriteContext = Pick<ProjectContext, "db" | "now">;

/** @throws Problem CONCURRENCY_CONFLICT where the component is no longer as the caller read it. */
export function needRowVersion(component: StoredComponent, rowVersion: string): void {
  if (decodeRowVersion(rowVersion) !== component.rowVersion) {
    throw conflict(encodeRowVersion(component.rowVersion));
  }
}

/**
 * Writes a component's name and content. References follow to a new name, those of the new content
 * too; for that the version is locked alone.
 * @throws Problem CONCURRENCY_CONFLICT; a name that is taken is the unique index's to refuse.
 */
export async function changeComponent(
  context: WriteContext,
  version: VersionPlace,
  before: StoredComponent,
  after: { readonly name: string; readonly content: Json },
): Promise<StoredComponent> {
  const row = await updateComponentRow(context, before, after);
  if (row === undefined) {
    const now = await findComponent(context, version, before.id);
    throw conflict(encodeRowVersion(now.rowVersion));
  }
  if (after.name === before.name) return row;
  const old = { kind: before.kind as ComponentKind, name: before.name };
  await rewriteOwners(context, version, old, renameTo(old, after.name));
  return findComponent(context, version, before.id);
}
