import type { EmbedModel, EmbedReference } from "@lintel/markdown/values/embed.types";
import { planReference } from "@lintel/reference/plan/plan-reference";
import type { ReferencePlan } from "@lintel/reference/plan/reference.types";
import type { Database } from "../../platform/database/open-database.ts";
import { createRecentMap } from "../../platform/recent-map.ts";
import { modelOf } from "./embed-model.ts";
import type { Place } from "./node-paths.ts";

/** Resolves the embeds of a version's pages in its attached API references. */
export type EmbedResolver = (reference: EmbedReference) => Promise<EmbedModel | null>;

/** An attached reference, without its document. */
interface Attached {
  readonly id: string;
  readonly digest: string;
  /** The path below the version, such as `guide/api`. */
  readonly path: string;
}

/** Cached plans, each of which contains a document. */
const maxCachedPlans = 8;

/** By document and mount path, the only inputs of a plan. */
const plans = createRecentMap<string, ReferencePlan>(maxCachedPlans);

/**
 * Reads nothing before the first embed. Without a reference, the first attached one with the target
 * counts.
 *
 * @param paths - the addresses of the version's items, by id
 */
export function createEmbedResolver(
  db: Database,
  place: Place,
  paths: ReadonlyMap<string, string>,
): EmbedResolver {
  let attached: Promise<Attached[]> | null = null;
  const opened = new Map<string, Promise<ReferencePlan | null>>();
  const open = (one: Attached): Promise<ReferencePlan | null> => {
    const known = opened.get(one.id) ?? readPlan(db, place, one);
    opened.set(one.id, known);
    return known;
  };
  return async (reference) => {
    attached ??= selectAttached(db, place, paths);
    for (const one of await attached) {
      if (!isMeant(one, reference)) continue;
      const plan = await open(one);
      const model = plan === null ? null : modelOf(plan, reference);
      if (model !== null) return model;
    }
    return null;
  };
}

function isMeant({ path }: Attached, { source }: EmbedReference): boolean {
  if (source === undefined) return true;
  const wanted = source.replaceAll(/^\/+|\/+$/g, "");
  return path === wanted || path.endsWith(`/${wanted}`);
}

async function readPlan(
  db: Database,
  place: Place,
  { id, digest, path }: Attached,
): Promise<ReferencePlan | null> {
  const basePath = `/_base/${path.split("/").map(encodeURIComponent).join("/")}`;
  const key = `${digest} ${basePath}`;
  const known = plans.get(key);
  if (known !== undefined) return known;
  const document = await selectDocument(db, place, id);
  if (document === undefined) return null;
  const plan = planReference(document, { basePath });
  plans.set(key, plan);
  return plan;
}

async function selectAttached(
  db: Database,
  { organizationId, versionId }: Place,
  paths: ReadonlyMap<string, string>,
): Promise<Attached[]> {
  const rows = await db
    .selectFrom("docSnapshot as s")
    .innerJoin("docNode as n", (join) =>
      join
        .onRef("n.organizationId", "=", "s.organizationId")
        .onRef("n.versionId", "=", "s.versionId")
        .onRef("n.id", "=", "s.id"),
    )
    .select(["s.id", "s.digest"])
    .where("s.organizationId", "=", organizationId)
    .where("s.versionId", "=", versionId)
    .orderBy("n.createdAt")
    .orderBy("s.id")
    .execute();
  return rows.map(({ id, digest }) => ({ id, digest, path: paths.get(id) ?? "" }));
}

async function selectDocument(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("docSnapshot")
    .select("document")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.document;
}
