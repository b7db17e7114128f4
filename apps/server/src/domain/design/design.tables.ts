import type { ColumnType } from "kysely";
import type {
  ComponentRow as DesignComponent,
  DocumentRow,
  EndpointRow as DesignEndpoint,
  MediaTypeRow as DesignMediaType,
  ParameterRow as DesignParameter,
  PathItemRow as DesignPathItem,
  RequestBodyRow as DesignRequestBody,
  ResponseHeaderRow as DesignResponseHeader,
  ResponseRow as DesignResponse,
  SecurityAssignmentRow as DesignSecurityAssignment,
  TagRow as DesignTag,
} from "@lintel/openapi/design";
import type { DesignUsage } from "@lintel/openapi/usages";
import type { Json as JsonValue } from "@lintel/json/value";
import type { Json, Stamped } from "../../platform/database/column.types.ts";
import type { OfVersion } from "../version-columns.types.ts";

type Stored<T> = T extends string | number | boolean | null
  ? T
  : ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

/** Of a row of the design model: texts, numbers and flags as they are, all else as JSON. */
type Columns<Row, Documents extends keyof Row = never> = {
  [Column in Exclude<keyof Row, "rest" | "keys" | "remnants" | Documents>]: Stored<Row[Column]>;
} & {
  // JSON of any shape: null in SQL where the member is absent.
  [Column in Extract<keyof Row, "rest" | "keys" | "remnants" | Documents>]: ColumnType<
    Row[Column],
    string | null,
    string | null
  >;
};

export interface SpecRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  name: string;
  basePath: string | null;
  description: string | null;
}

/** A version, and of its document what is not in rows of their own. */
export interface SpecVersionRow
  extends
    Stamped,
    Columns<Pick<DocumentRow, "openapi" | "title" | "description" | "rest" | "keys" | "remnants">> {
  organizationId: string;
  specId: string;
  id: string;
  /** The name that people use; `infoVersion` has the document's own, if it has one. */
  version: string;
  infoVersion: string | null;
  status: string;
  publishedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  openapiVersion: string;
  /** A plain date without a plan. */
  sunsetAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface SpecFolderRow extends OfVersion, Stamped {
  id: string;
  parentId: string | null;
  position: number;
  name: string;
  description: string | null;
}

export interface SpecTagRow extends OfVersion, Stamped, Columns<DesignTag> {
  /** Shown in the app alone: OpenAPI has no place for it. */
  icon: string | null;
}

export interface PathItemRow extends OfVersion, Columns<DesignPathItem> {}

export interface EndpointRow
  extends OfVersion, Stamped, Columns<Omit<DesignEndpoint, "tags" | "method">> {
  folderId: string | null;
  method: string;
  tags: Json<string[]>;
  internalNotes: string | null;
  deletedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface SecurityAssignmentRow
  extends OfVersion, Columns<Omit<DesignSecurityAssignment, "scopes">> {
  scopes: Json<string[]>;
}

export interface ParameterRow
  extends OfVersion, Stamped, Columns<DesignParameter, "schema" | "example"> {}

export interface RequestBodyRow extends OfVersion, Stamped, Columns<DesignRequestBody> {}

export interface ResponseRow extends OfVersion, Stamped, Columns<DesignResponse> {}

export interface ResponseHeaderRow
  extends OfVersion, Stamped, Columns<DesignResponseHeader, "schema" | "example"> {}

export interface MediaTypeRow
  extends OfVersion, Columns<DesignMediaType, "schema" | "itemSchema" | "example"> {}

export interface ComponentRow
  extends OfVersion, Stamped, Columns<Omit<DesignComponent, "content" | "kind">> {
  kind: string;
  content: ColumnType<JsonValue, string, string>;
}

/** A reference within a row of a version; `ownerId` is null for the document itself. */
export interface DesignUsageRow extends OfVersion {
  ownerKind: DesignUsage["ownerKind"];
  ownerId: string | null;
  pointer: string;
  form: string;
  targetKind: string;
  target: string;
}

/** A header that a project's or an organization's policies attach; `projectId` null: the organization's. */
export interface HeaderComponentRow extends Stamped {
  organizationId: string;
  projectId: string | null;
  id: string;
  name: string;
  schemaType: string;
  required: boolean;
  description: string | null;
  schemaFormat: string | null;
  example: string | null;
  defaultValue: string | null;
  isDeprecated: boolean;
  serializedExample: string | null;
}

export interface HeaderPolicyRow extends Stamped {
  organizationId: string;
  projectId: string | null;
  id: string;
  name: string;
  description: string | null;
  appliesTo: string;
  /** The specifications that it covers; null: all of its project or organization. */
  specIds: ColumnType<string[] | null, string | null, string | null>;
}

export interface HeaderPolicyHeaderRow {
  organizationId: string;
  policyId: string;
  componentId: string;
  position: number;
}

export interface DesignTables {
  spec: SpecRow;
  specVersion: SpecVersionRow;
  specFolder: SpecFolderRow;
  specTag: SpecTagRow;
  pathItem: PathItemRow;
  endpoint: EndpointRow;
  securityAssignment: SecurityAssignmentRow;
  parameter: ParameterRow;
  requestBody: RequestBodyRow;
  response: ResponseRow;
  responseHeader: ResponseHeaderRow;
  mediaType: MediaTypeRow;
  component: ComponentRow;
  designUsage: DesignUsageRow;
  headerComponent: HeaderComponentRow;
  headerPolicy: HeaderPolicyRow;
  headerPolicyHeader: HeaderPolicyHeaderRow;
}

declare module "../../platform/database/tables.ts" {
  interface Tables extends DesignTables {}
}
