/** The ids of the parents of a record by field: `specId`, `endpointId`; also `level`. */
export type Lineage = Readonly<Record<string, string>>;

/** A record in a response. */
export interface ReadRecord {
  /** The kind by which it is picked; for a component, also its member of the document. */
  readonly kinds: readonly string[];
  readonly id: string | null;
  /** The key of its version: its id, or a name if there is only one record. */
  readonly subject: string;
  readonly rowVersion: string | null;
  readonly lineage: Lineage;
}

type Json = Readonly<Record<string, unknown>>;

/** The kind of the records of an address, by the last of these nouns in it. */
const nouns: Readonly<Record<string, string>> = {
  projects: "project",
  environments: "environment",
  suites: "suite",
  cases: "case",
  keys: "key",
  members: "user",
  run: "run",
  runs: "run",
  organization: "organization",
  specs: "spec",
  versions: "version",
  endpoints: "endpoint",
  endpoint: "endpoint",
  folders: "folder",
  tags: "tag",
  parameters: "parameter",
  responses: "response",
  "request-body": "request-body",
  components: "component",
  "header-components": "header-component",
  "header-policies": "header-policy",
  "design-settings": "design-settings",
  "scan-profiles": "scan-profile",
  requests: "sent-request",
  comments: "review-comment",
  "share-links": "share-link",
  webhooks: "webhook",
  notices: "notice",
  ping: "delivery",
  deliveries: "delivery",
};

/** The same for an address of documentation, which has other versions and folders. */
const docNouns: Readonly<Record<string, string>> = {
  docs: "documentation",
  versions: "doc-version",
  folders: "doc-folder",
  pages: "doc-page",
  tree: "doc-item",
  references: "doc-reference",
  lock: "doc-lock",
};

/** The kind of the records under a member, if it differs from that of the address. */
const members: Readonly<Record<string, string>> = {
  parameters: "parameter",
  responses: "response",
  headers: "response-header",
  header: "response-header",
  requestBody: "request-body",
  securitySchemes: "assignment",
  assignments: "assignment",
  component: "header-component",
  spec: "spec",
  version: "version",
  endpoints: "endpoint",
  documentations: "documentation",
  versions: "doc-version",
  page: "doc-page",
  folder: "doc-folder",
  children: "doc-item",
};

/** The field by which parts of a record refer to it. */
const idFields: Readonly<Record<string, string>> = {
  project: "projectId",
  suite: "suiteId",
  spec: "specId",
  version: "versionId",
  endpoint: "endpointId",
  response: "responseId",
  webhook: "webhookId",
  documentation: "docId",
  "doc-version": "versionId",
};

const lineageFields = [
  "projectId",
  "suiteId",
  "specId",
  "versionId",
  "endpointId",
  "responseId",
  "webhookId",
  "docId",
  "level",
];

/** Kinds with only one record in a place, whose version is stored by name. */
export function subjectOf(kind: string, id: string, lineage: Lineage): string {
  if (kind === "request-body") return `${lineage["endpointId"]} request-body`;
  return kind === "organization" || kind === "design-settings" ? kind : id;
}

/** Whether an address belongs to documentation. */
export function isOfDocs(path: string): boolean {
  return /\/projects\/[^/]+\/docs(?:\/|$)/.test(path);
}

export function nounOf(path: string): string {
  const known = isOfDocs(path) ? docNouns : nouns;
  const found = path.split("/").filter((part) => part in known);
  return known[found.at(-1) ?? ""] ?? "";
}

/** Every record in a response, including its lists and parts. */
export function readRecords(path: string, named: Lineage, body: unknown): ReadRecord[] {
  // These contain documents and files, whose parts have no ids.
  if (/\/(?:document|losses|comparison|lint|file|files|read|sync|export|report)$/.test(path))
    return [];
  return readPart(nounOf(path), named, body);
}

function readPart(kind: string, above: Lineage, value: unknown): ReadRecord[] {
  if (Array.isArray(value)) return value.flatMap((item) => readPart(kind, above, item));
  if (typeof value !== "object" || value === null) return [];
  const record = value as Json;
  const own = readOwn(kind, above, record);
  const below = { ...own.lineage, ...nameOf(kind, own.id) };
  const parts = Object.entries(record).flatMap(([name, part]) => {
    if (name === "items") return readPart(kind, above, part);
    const partKind = typeof part === "object" ? members[name] : undefined;
    return partKind === undefined ? [] : readPart(partKind, below, part);
  });
  return [own, ...parts, ...readMentioned(record, below)];
}

function readOwn(kind: string, above: Lineage, record: Json): ReadRecord {
  const reported =
    record["id"] ?? record["testRunId"] ?? record["securitySchemeAssignmentId"] ?? record["userId"];
  const id = typeof reported === "string" ? reported : null;
  const rowVersion = record["rowVersion"];
  const fields = lineageFields.flatMap((name) => {
    const field = record[name];
    return typeof field === "string" ? [[name, field] as const] : [];
  });
  const own = idFields[kind];
  const lineage: Lineage = Object.fromEntries(
    [...Object.entries(above), ...fields].filter(([name]) => name !== own),
  );
  return {
    kinds: kindsOf(kind, record),
    id,
    subject: subjectOf(kind, id ?? "", lineage),
    rowVersion: typeof rowVersion === "string" ? rowVersion : null,
    lineage,
  };
}

function kindsOf(kind: string, record: Json): readonly string[] {
  if (kind === "component" && typeof record["kind"] === "string") return [kind, record["kind"]];
  // A header component of a specification is a component of its document.
  if (kind === "header-component" && record["level"] === "spec") return [kind, "headers"];
  return [kind];
}

function nameOf(kind: string, id: string | null): Lineage {
  const field = idFields[kind];
  return field === undefined || id === null ? {} : { [field]: id };
}

/** Ids of records of which a response contains only the id. */
function readMentioned(record: Json, lineage: Lineage): ReadRecord[] {
  const mention = (kind: string, id: unknown): ReadRecord[] =>
    typeof id === "string" ? [{ kinds: [kind], id, subject: id, rowVersion: null, lineage }] : [];
  const warnings = Array.isArray(record["warnings"]) ? (record["warnings"] as Json[]) : [];
  return [
    ...mention("version", record["newestVersionId"]),
    ...("mediaType" in record ? mention("doc-asset", record["digest"]) : []),
    ...warnings.flatMap((warning) => mention("parameter", warning["parameterId"])),
  ];
}
