import { sql } from "kysely";
import type { ComponentUsage } from "@lintel/contract/shapes/design-tree";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredComponent } from "./component-rows.ts";
import type { VersionPlace } from "./design.types.ts";
import { readUsageOwners, type OwnerPlace } from "./usage-owners.ts";

type Named = Pick<StoredComponent, "id" | "kind" | "name">;

/** A reference to a component, with the part that contains it. */
interface FoundUsage {
  readonly componentId: string;
  readonly ownerKind: ComponentUsage["ownerKind"];
  readonly ownerId: string | null;
  readonly pointer: string;
  readonly form: string;
  readonly place: OwnerPlace;
}

/**
 * What refers to components. Left out: what deleted endpoints refer to, and what a component refers
 * to within itself.
 */
async function findUsages(
  db: Database,
  place: VersionPlace,
  components: readonly Named[],
): Promise<FoundUsage[]> {
  const rows = await selectReferences(db, place, components);
  const ids = new Map(components.map(({ id, kind, name }) => [`${kind} ${name}`, id]));
  const others = rows.flatMap(({ targetKind, target, ...usage }) => {
    const componentId = ids.get(`${targetKind} ${target}`);
    const isOther = componentId !== undefined && componentId !== usage.ownerId;
    return isOther ? [{ ...usage, componentId }] : [];
  });
  const findPlace = await readUsageOwners(db, place, others);
  return others
    .map((usage) => ({ ...usage, place: findPlace(usage) }))
    .filter((usage) => (usage.place.endpoint?.deletedAt ?? null) === null);
}

/** References to any of the names; the database compares them without knowing which kind goes with which. */
async function selectReferences(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  components: readonly Named[],
) {
  if (components.length === 0) return [];
  const names = [...new Set(components.map(({ name }) => name))];
  const kinds = [...new Set(components.map(({ kind }) => kind))];
  return db
    .selectFrom("designUsage")
    .select(["targetKind", "target", "ownerKind", "ownerId", "pointer", "form"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("targetKind", "in", kinds)
    .where(
      sql<boolean>`md5(target) = any(array(select md5(name) from unnest(${sql.val(names)}::text[]) as given(name)))`,
    )
    .where(sql<boolean>`target = any(${sql.val(names)}::text[])`)
    .execute();
}

/** How often each component is referred to, by its id. */
export async function countUsages(
  db: Database,
  place: VersionPlace,
  components: readonly Named[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { componentId } of await findUsages(db, place, components)) {
    counts.set(componentId, (counts.get(componentId) ?? 0) + 1);
  }
  return counts;
}

const maxUsages = 1_000;

/** The uses of a component, endpoints by their paths first. All are counted; at most 1,000 are returned. */
export async function listUsages(
  db: Database,
  place: VersionPlace,
  component: Named,
): Promise<{ readonly usageCount: number; readonly usages: ComponentUsage[] }> {
  const found = await findUsages(db, place, [component]);
  const usages = sortBy(found.map(toUsage), (usage) => [
    usage.path === null ? "1" : "0",
    usage.path,
    usage.method,
    usage.componentKind,
    usage.componentName,
    usage.pointer,
  ]);
  return { usageCount: found.length, usages: usages.slice(0, maxUsages) };
}

function toUsage({ ownerKind, ownerId, pointer, form, place }: FoundUsage): ComponentUsage {
  const { endpoint, path, component } = place;
  return {
    ownerKind,
    ownerId,
    pointer,
    form,
    endpointId: endpoint?.id ?? null,
    method: endpoint?.method ?? null,
    path,
    componentId: component?.id ?? null,
    componentKind: (component?.kind ?? null) as ComponentUsage["componentKind"],
    componentName: component?.name ?? null,
  };
}

function sortBy<T>(items: readonly T[], read: (item: T) => readonly (string | null)[]): T[] {
  return items
    .map((item) => [JSON.stringify(read(item)), item] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, item]) => item);
}

/** A header of an endpoint's response that refers to a header component. */
export interface HeaderUsage {
  readonly responseHeaderId: string;
  readonly responseId: string;
  readonly statusCode: string;
  readonly endpointId: string;
  readonly versionId: string;
  readonly method: string;
  readonly path: string;
}

export async function listHeaderUsages(
  db: Database,
  version: VersionPlace,
  component: Named,
): Promise<HeaderUsage[]> {
  const found = await findUsages(db, version, [component]);
  const usages = found.flatMap(({ ownerKind, ownerId, pointer, place }): HeaderUsage[] => {
    const { endpoint, path, response } = place;
    const isLink = ownerKind === "responseHeader" && pointer === "/$ref";
    if (!isLink || ownerId === null || endpoint === null || response === null) return [];
    return [
      {
        responseHeaderId: ownerId,
        responseId: response.id,
        statusCode: response.statusCode,
        endpointId: endpoint.id,
        versionId: version.versionId,
        method: endpoint.method,
        path: path ?? "",
      },
    ];
  });
  return sortBy(usages, ({ path, method, statusCode }) => [path, method, statusCode]);
}
