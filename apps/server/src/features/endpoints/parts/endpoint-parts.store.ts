import { sql, type RawBuilder, type Selectable } from "kysely";
import { parseExact } from "@lintel/openapi/json-text";
import { designTables } from "../../../domain/design/design-columns.ts";
import type {
  MediaTypeRow,
  ParameterRow,
  RequestBodyRow,
  ResponseHeaderRow,
  ResponseRow,
  SecurityAssignmentRow,
} from "../../../domain/design/design.tables.ts";
import type { Database } from "../../../platform/database/open-database.ts";

type Read<Row> = Omit<Selectable<Row>, "createdAt" | "modifiedAt">;

export type StoredParameter = Read<ParameterRow>;
export type StoredRequestBody = Read<RequestBodyRow>;
export type StoredResponse = Read<ResponseRow>;
export type StoredResponseHeader = Read<ResponseHeaderRow>;
export type StoredMediaType = Read<MediaTypeRow>;
export type StoredAssignment = Read<SecurityAssignmentRow>;

/**
 * The parts of endpoints of one version, each kind in order, including parameters of their paths.
 */
export interface EndpointParts {
  readonly parameters: readonly StoredParameter[];
  readonly requestBodies: readonly StoredRequestBody[];
  readonly responses: readonly StoredResponse[];
  readonly responseHeaders: readonly StoredResponseHeader[];
  readonly mediaTypes: readonly StoredMediaType[];
  readonly securityAssignments: readonly StoredAssignment[];
}

export type PartKind = keyof EndpointParts;

/** The kinds of parts, owners first. */
export const partKinds = [
  "parameters",
  "requestBodies",
  "responses",
  "responseHeaders",
  "mediaTypes",
  "securityAssignments",
] as const satisfies readonly PartKind[];

/** The endpoints with their paths. */
export interface EndpointKeys {
  readonly endpointIds: readonly string[];
  readonly pathItemIds: readonly string[];
}

/**
 * Reads all parts in one statement, each kind as one text, so that JSON is unchanged and parsed
 * once.
 */
export async function selectEndpointParts(
  db: Database,
  organizationId: string,
  { endpointIds, pathItemIds }: EndpointKeys,
): Promise<EndpointParts> {
  const ofOrganization = sql`kept.organization_id = ${organizationId}`;
  const inEndpoints = sql`kept.endpoint_id = any(${sql.val(endpointIds)}::uuid[])`;
  const inPaths = sql`kept.path_item_id = any(${sql.val(pathItemIds)}::uuid[])`;
  // With arrays the planner uses an index. With a subquery it would scan the table.
  const idsOf = (table: "request_body" | "response") =>
    sql`array(select kept.id from ${sql.table(table)} as kept where ${ofOrganization} and ${inEndpoints})`;
  const inResponses = sql`kept.response_id = any(${idsOf("response")})`;
  const conditions: Record<PartKind, RawBuilder<unknown>> = {
    parameters: sql`(${inEndpoints} or ${inPaths})`,
    requestBodies: inEndpoints,
    responses: inEndpoints,
    responseHeaders: inResponses,
    mediaTypes: sql`(${inResponses} or kept.request_body_id = any(${idsOf("request_body")}))`,
    securityAssignments: inEndpoints,
  };
  const texts = partKinds.map(
    (kind) =>
      sql`(${selectRows(kind)} where ${ofOrganization} and ${conditions[kind]})::text as ${sql.raw(`"${kind}"`)}`,
  );
  const { rows } = await sql<Record<PartKind, string | null>>`select ${sql.join(texts)}`.execute(
    db,
  );
  const kinds = partKinds.map((kind) => [kind, parseExact(rows[0]?.[kind] ?? "[]")]);
  return Object.fromEntries(kinds) as EndpointParts;
}

function selectRows(kind: PartKind): RawBuilder<unknown> {
  const { name, columns, isStamped } = designTables[kind];
  const names = ["organizationId", "versionId", ...Object.keys(columns)].map(
    (column) => sql`kept.${sql.ref(column)} as ${sql.raw(`"${column}"`)}`,
  );
  // A 64-bit counter as text, because JSON would make it a number.
  if (isStamped) names.push(sql`kept.row_version::text as "rowVersion"`);
  const order = ["alternative", "position"].filter((column) => column in columns);
  const inOrder =
    order.length === 0
      ? sql``
      : sql`order by ${sql.join(order.map((column) => sql`kept.${sql.ref(column)}`))}`;
  return sql`select json_agg(item ${inOrder}) from ${sql.table(name)} as kept
    cross join lateral (select ${sql.join(names)}) as item`;
}
