import { sql } from "kysely";
import type { DesignTables } from "./design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "./design.types.ts";

/** A row that refers to something. */
export interface UsageOwner {
  readonly ownerKind: string;
  /** Null for the document itself. */
  readonly ownerId: string | null;
}

/** What a row that refers to something is part of. */
export interface OwnerPlace {
  readonly endpoint: EndpointPart | null;
  /** Of the endpoint, or of the path item that the row is part of. */
  readonly path: string | null;
  readonly response: ResponsePart | null;
  readonly component: ComponentPart | null;
}

interface Part {
  readonly id: string;
}

interface EndpointPart extends Part {
  readonly method: string;
  readonly pathItemId: string;
  readonly deletedAt: Date | null;
}

interface ResponsePart extends Part {
  readonly endpointId: string;
  readonly statusCode: string;
}

interface ComponentPart extends Part {
  readonly kind: string;
  readonly name: string;
}

interface InEndpoint extends Part {
  readonly endpointId: string | null;
}

type Ids = readonly (string | null | undefined)[];
type Rows<Row> = ReadonlyMap<string, Row>;

/** Reads rows of a version by their ids. */
type Read = <Row extends Part>(
  table: keyof DesignTables,
  columns: readonly string[],
  ids: Ids,
) => Promise<Rows<Row>>;

const makeReader =
  (db: Database, { organizationId, versionId }: VersionPlace): Read =>
  async <Row extends Part>(table: keyof DesignTables, columns: readonly string[], ids: Ids) => {
    const wanted = [...new Set(ids.filter((id) => typeof id === "string"))];
    if (wanted.length === 0) return new Map<string, Row>();
    const names = ["id", ...columns].map((name) => sql.ref(name));
    const { rows } = await sql<Row>`select ${sql.join(names)} from ${sql.table(table)}
      where organization_id = ${organizationId} and version_id = ${versionId}
        and id = any(${sql.val(wanted)}::uuid[])`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  };

const valuesOf = <Row, Value>(rows: Rows<Row>, read: (row: Row) => Value): Value[] =>
  [...rows.values()].map(read);

/**
 * Finds what rows of a version are part of. Kind by kind: in one statement of many joins the
 * database, which knows little of tables that were filled a moment ago, goes through them row by row.
 */
export async function readUsageOwners(
  db: Database,
  place: VersionPlace,
  owners: readonly UsageOwner[],
): Promise<(owner: UsageOwner) => OwnerPlace> {
  const read = makeReader(db, place);
  const idsOf = (kind: string) =>
    owners.filter(({ ownerKind }) => ownerKind === kind).map(({ ownerId }) => ownerId);
  const parts = await readParts(read, idsOf);
  const endpoints = await read<EndpointPart>(
    "endpoint",
    ["method", "pathItemId", "deletedAt"],
    [...idsOf("endpoint"), ...parts.endpointIds],
  );
  const paths = await read<Part & { readonly path: string }>(
    "pathItem",
    ["path"],
    [
      ...idsOf("pathItem"),
      ...valuesOf(endpoints, ({ pathItemId }) => pathItemId),
      ...valuesOf(parts.parameters, ({ pathItemId }) => pathItemId),
    ],
  );
  const components = await read<ComponentPart>("component", ["kind", "name"], idsOf("component"));
  return ({ ownerId }) => {
    const id = ownerId ?? "";
    const response = parts.findResponse(id) ?? null;
    const parameter = parts.parameters.get(id);
    const part = response ?? parts.findBody(id) ?? parameter;
    const endpoint = endpoints.get(part?.endpointId ?? id) ?? null;
    const path = paths.get(endpoint?.pathItemId ?? parameter?.pathItemId ?? id)?.path ?? null;
    return { endpoint, path, response, component: components.get(id) ?? null };
  };
}

/** What endpoints, or their paths, have in rows of its own. */
async function readParts(read: Read, idsOf: (kind: string) => Ids) {
  const payload = await readPayload(read, idsOf);
  const parameters = await read<InEndpoint & { readonly pathItemId: string | null }>(
    "parameter",
    ["endpointId", "pathItemId"],
    idsOf("parameter"),
  );
  const endpointIds = [payload.responses, payload.requestBodies, parameters].flatMap((rows) =>
    valuesOf<InEndpoint, string | null>(rows, ({ endpointId }) => endpointId),
  );
  return { ...payload, parameters, endpointIds };
}

/** Request bodies and responses, and what of them is in rows of its own. */
async function readPayload(read: Read, idsOf: (kind: string) => Ids) {
  const headers = await read<Part & { readonly responseId: string }>(
    "responseHeader",
    ["responseId"],
    idsOf("responseHeader"),
  );
  const mediaTypes = await read<
    Part & { readonly responseId: string | null; readonly requestBodyId: string | null }
  >("mediaType", ["responseId", "requestBodyId"], idsOf("mediaType"));
  const responses = await read<ResponsePart>(
    "response",
    ["endpointId", "statusCode"],
    [
      ...idsOf("response"),
      ...valuesOf(headers, ({ responseId }) => responseId),
      ...valuesOf(mediaTypes, ({ responseId }) => responseId),
    ],
  );
  const requestBodies = await read<InEndpoint>(
    "requestBody",
    ["endpointId"],
    [...idsOf("requestBody"), ...valuesOf(mediaTypes, ({ requestBodyId }) => requestBodyId)],
  );
  return {
    responses,
    requestBodies,
    findResponse: (id: string) =>
      responses.get(headers.get(id)?.responseId ?? mediaTypes.get(id)?.responseId ?? id),
    findBody: (id: string) => requestBodies.get(mediaTypes.get(id)?.requestBodyId ?? id),
  };
}
