import type { ComponentKind } from "@lintel/contract/words/design";
import { sql } from "kysely";
import { readReference } from "@lintel/openapi/references";
import { escapeStep } from "@lintel/json/pointer";
import { isObject, memberOf } from "@lintel/json/value";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid } from "../../platform/problem.ts";
import type { VersionPlace } from "./design.types.ts";

/** A component by what references call it. */
export interface ComponentName {
  readonly kind: ComponentKind;
  readonly name: string;
}

/** The `$ref` of a component: a JSON Pointer in a URI fragment (RFC 6901 §6). */
export const writeRef = ({ kind, name }: ComponentName): string =>
  `#/components/${kind}/${encodeURIComponent(escapeStep(name))}`;

/** The component that a `$ref` names, where it names one of its own document. */
export function readRef(ref: string | null, kind: ComponentKind): ComponentName | null {
  if (ref === null) return null;
  const { targetKind, target } = readReference(ref);
  return targetKind === kind ? { kind, name: target } : null;
}

/** The `$ref` of a schema that is nothing but a reference, or null. */
export function refOfSchema(schema: unknown): string | null {
  if (!isObject(schema)) return null;
  const ref = memberOf(schema, "$ref");
  return typeof ref === "string" ? ref : null;
}

/** Finds the ids of components by their names; a name that is not there has none. */
export type FindId = (name: ComponentName | null) => string | null;

/** Reads the ids of the components that are named, in one statement. */
export async function findComponentIds(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  names: readonly (ComponentName | null)[],
): Promise<FindId> {
  const wanted = new Map(
    names.flatMap((each) => (each === null ? [] : [[toKey(each), each] as const])),
  );
  if (wanted.size === 0) return () => null;
  const list = [...wanted.values()];
  const rows = await db
    .selectFrom("component")
    .select(["id", "kind", "name"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(
      sql<boolean>`(kind, md5(name)) in (select kind, md5(name) from unnest(
        ${sql.val(list.map(({ kind }) => kind))}::text[],
        ${sql.val(list.map(({ name }) => name.replaceAll("\0", "").toWellFormed()))}::text[]
      ) as wanted(kind, name))`,
    )
    .execute();
  const ids = new Map(rows.map(({ id, kind, name }) => [toKey({ kind, name }), id]));
  return (name) => (name === null ? null : (ids.get(toKey(name)) ?? null));
}

const toKey = ({ kind, name }: { readonly kind: string; readonly name: string }) =>
  `${kind} ${name}`;

/**
 * The component of a version that a field names by its id.
 * @throws Problem VALIDATION_FAILED where the version has no such component of the kind.
 */
export async function needComponent(
  { db }: ProjectContext,
  { organizationId, versionId }: VersionPlace,
  kind: ComponentKind,
  field: string,
  id: string,
): Promise<ComponentName> {
  const row = await db
    .selectFrom("component")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("kind", "=", kind)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  if (row !== undefined) return { kind, name: row.name };
  throw invalid({
    field,
    code: "notFound",
    message: `The version has no component of kind ${kind} with this id: list the components.`,
  });
}
