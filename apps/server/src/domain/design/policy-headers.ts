import type { PolicyHeader, PolicyHeaders } from "@lintel/openapi/publish";
import type { Database } from "../../platform/database/open-database.ts";
import { readSample } from "./schema-edits.ts";

/** Which specification's policies are wanted. */
export interface PolicyScope {
  readonly organizationId: string;
  readonly projectId: string;
  readonly specId: string;
}

/** The headers of all policies that cover a specification; its project's come before the organization's. */
export async function readPolicyHeaders(db: Database, scope: PolicyScope): Promise<PolicyHeaders> {
  const rows = await selectCovering(db, scope);
  const of = (target: string) =>
    rows.filter(({ appliesTo }) => appliesTo === target).map(toPolicyHeader);
  return { requests: of("requests"), responses: of("responses") };
}

async function selectCovering(db: Database, { organizationId, projectId, specId }: PolicyScope) {
  const rows = await db
    .selectFrom("headerPolicy as p")
    .innerJoin("headerPolicyHeader as h", (join) =>
      join.onRef("h.organizationId", "=", "p.organizationId").onRef("h.policyId", "=", "p.id"),
    )
    .innerJoin("headerComponent as c", (join) =>
      join.onRef("c.organizationId", "=", "h.organizationId").onRef("c.id", "=", "h.componentId"),
    )
    .select(["p.appliesTo", "p.specIds", "c.name", "c.description", "c.required", "c.isDeprecated"])
    .select([
      "c.schemaType",
      "c.schemaFormat",
      "c.defaultValue",
      "c.example",
      "c.serializedExample",
    ])
    .where("p.organizationId", "=", organizationId)
    .where((eb) => eb.or([eb("p.projectId", "=", projectId), eb("p.projectId", "is", null)]))
    .orderBy("p.projectId", (order) => order.asc().nullsLast())
    .orderBy("p.createdAt")
    .orderBy("p.id")
    .orderBy("h.position")
    .execute();
  return rows.filter(({ specIds }) => specIds === null || specIds.includes(specId));
}

type CoveringRow = Awaited<ReturnType<typeof selectCovering>>[number];

function toPolicyHeader(row: CoveringRow): PolicyHeader {
  const { appliesTo: _, specIds: __, defaultValue, example, ...header } = row;
  const read = (text: string | null) =>
    text === null ? undefined : readSample(text, [header.schemaType]);
  return { ...header, defaultValue: read(defaultValue), example: read(example) };
}
