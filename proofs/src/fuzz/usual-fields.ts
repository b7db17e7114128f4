import { createHash } from "node:crypto";
import fc from "fast-check";
import type { DescribedOperation, Schema } from "./api-description.ts";
import { contents } from "./design-values.ts";
import { dot } from "./doc-values.ts";
import { valuesOf } from "./schema-values.ts";

/** Fields that are valid together: fixed values, and names of generated ones. */
interface Usual {
  readonly given?: Readonly<Record<string, unknown>>;
  readonly drawn: readonly string[];
}

const usual = (text: string, given?: Readonly<Record<string, unknown>>): Usual => ({
  drawn: text.split(" ").filter((name) => name !== ""),
  ...(given === undefined ? {} : { given }),
});

const pushed = (path: string, text: string) => ({
  path,
  text,
  digest: createHash("sha256").update(text).digest("hex"),
});

const folders = [
  [
    pushed("a.md", "# A"),
    pushed("b/01-c.md", "---\nslug: see\n---\n"),
    pushed("b/_folder.yml", ""),
  ],
  [pushed("b/a.md", "# A"), pushed("c.md", "---\nslug: [\n---\n")],
  [],
];

const target = "https://api.example.com/openapi.json";
const identity = { name: "alice", auth: { type: "bearer", token: "t" } };

/**
 * Operations whose optional fields depend on each other: generated separately, they nearly always
 * contradict each other. A part of the requests has one of these sets of fields.
 */
const usualFields: Readonly<Record<string, readonly Usual[]>> = {
  importSpec: [
    usual("text"),
    usual("text name version"),
    usual("text specId prefer"),
    usual("text specId version"),
    usual("text specId", { isPreview: true }),
    usual("url"),
  ],
  syncDocVersion: folders.flatMap((files) => [
    usual("", { files }),
    usual("", { files, onConflict: "overwrite" }),
    usual("", { files, isPreview: true, base: [] }),
  ]),
  readDocFiles: [usual("", { paths: ["a.md", "b/a.md", "_folder.yml"] }), usual("paths")],
  uploadDocAsset: [
    usual("", { contentBase64: dot.toString("base64") }),
    usual("contentBase64", { path: "images/dot.gif" }),
    usual("", { contentBase64: dot.toString("base64"), path: "images/é dot.png" }),
  ],
  deleteDocAsset: [usual("", { path: "images/dot.gif" }), usual("", { path: "images/none.gif" })],
  addDocRedirect: [usual("itemPublicId", { fromPath: "old/start" })],
  deleteDocRedirect: [usual("", { fromPath: "old/start" })],
  attachDocReference: [usual("specId"), usual("specId title parentFolderPublicId")],
  updateDocReference: [usual("")],
  lintSpecText: [usual("text"), usual("", { text: "openapi: 3.1.0" })],
  saveSpecSource: [usual("text", { base: "{}" }), usual("text", { base: "{}", prefer: "mine" })],
  searchSpec: [usual("query"), usual("query versionId"), usual("query kind")],
  getEndpoint: [usual("endpointId"), usual("endpointIds")],
  listEndpoints: [usual(""), usual("versionId"), usual("take", { scope: "project" })],
  bulkUpdateEndpoints: [
    usual("endpointIds", { action: "move" }),
    usual("endpointIds folderId", { action: "move" }),
    usual("endpointIds", { action: "reorder" }),
    usual("endpointIds", { action: "delete" }),
  ],
  createEndpoint: [usual("path method"), usual("path method summary description operationId")],
  updateEndpoint: [usual("path method rowVersion"), usual("path method rowVersion tags")],
  addSecurityScheme: [
    usual("endpointId securitySchemeId"),
    usual("endpointId scopes", { securitySchemeName: "token" }),
    usual("endpointIds versionId securitySchemeId scopes"),
  ],
  addParameter: [
    usual("name schemaType", { location: "query" }),
    usual("name schemaType schemaId description", { location: "header" }),
    usual("name schemaType example defaultValue style", { location: "cookie" }),
  ],
  updateParameter: [
    usual("name schemaType rowVersion", { location: "query" }),
    usual("name schemaType rowVersion schemaId isDeprecated", { location: "header" }),
  ],
  addResponse: [
    usual("statusCode"),
    usual("statusCode description contentType schemaJson example"),
    usual("statusCode contentType schemaId"),
  ],
  updateResponse: [
    usual("statusCode rowVersion"),
    usual("statusCode rowVersion contentType schemaJson description"),
    usual("statusCode rowVersion responseComponentId"),
  ],
  setRequestBody: [
    usual("contentType schemaJson"),
    usual("contentType rowVersion schemaJson example"),
    usual("contentType rowVersion requestBodyComponentId"),
  ],
  manageResponseHeader: [
    usual("endpointId responseId name schemaType", { action: "add" }),
    usual("endpointId responseId name schemaType example headerComponentId", { action: "add" }),
    usual("endpointId responseId responseHeaderId name schemaType", { action: "update" }),
    usual("endpointId responseId responseHeaderId", { action: "delete" }),
    usual("responseHeaderId headerComponentId", { action: "link" }),
    usual("responseHeaderId", { action: "unlink" }),
  ],
  sendRequest: [
    usual("", { request: { method: "GET", url: "http://127.0.0.1:9/" } }),
    usual("environmentId", { request: { method: "GET", url: "/" } }),
    usual("", { curl: "curl -d a=1 http://127.0.0.1:9/" }),
  ],
  createScanProfile: [
    usual("name environmentId timeBudgetSeconds isDisposable", { documentUrl: target }),
    usual("name environmentId", { documentUrl: target, identities: [identity] }),
  ],
  triageFindings: [
    usual("", { query: {}, change: { status: "acceptedRisk" } }),
    usual("", { query: { severity: "low" }, change: { assignedToUserId: null } }),
  ],
  updateScanProfile: [
    usual("rowVersion description isEnabled"),
    usual("rowVersion", { identities: [identity] }),
  ],
  createWebhook: [
    usual("description", { address: "http://127.0.0.1:1/hook", eventTypes: ["project.*"] }),
    usual("projectId form", { address: "http://127.0.0.1:1/hook", eventTypes: ["*"] }),
  ],
  updateWebhook: [usual("rowVersion description isActive"), usual("rowVersion form")],
  createTag: [usual("name"), usual("name description icon"), usual("name summary parent kind")],
  updateTag: [usual("rowVersion name"), usual("rowVersion description icon")],
  createComponent: Object.entries(contents).map(([kind, content]) =>
    usual("name", { kind, content }),
  ),
  updateComponent: [
    usual("name rowVersion"),
    ...Object.values(contents).map((content) => usual("rowVersion", { content })),
  ],
  listHeaderComponents: [
    usual("includeUsageCounts", { level: "project" }),
    usual("specId versionId includeUsageCounts", { level: "spec" }),
  ],
  getHeaderComponent: [
    usual("includeUsage", { level: "project" }),
    usual("specId includeUsage", { level: "spec" }),
  ],
  deleteHeaderComponent: [
    usual("", { level: "project" }),
    usual("specId versionId", { level: "spec" }),
  ],
  manageHeaderComponent: [
    usual("name schemaType example", { level: "project", action: "create" }),
    usual("specId versionId name schemaType", { level: "spec", action: "create" }),
    usual("componentId rowVersion description", { level: "project", action: "update" }),
    usual("specId versionId componentId rowVersion example", { level: "spec", action: "update" }),
  ],
  manageOrgHeaderComponent: [
    usual("name schemaType defaultValue", { action: "create" }),
    usual("componentId rowVersion description", { action: "update" }),
    usual("componentId", { action: "delete" }),
  ],
};

/**
 * Sets of fields for the body of an operation, or for its query if it has no body; null if it has
 * no set.
 */
export function usualFieldsOf(
  operation: DescribedOperation,
): fc.Arbitrary<Record<string, unknown>> | null {
  const sets = usualFields[operation.name];
  if (sets === undefined) return null;
  const schemas = fieldsOf(operation);
  return fc.oneof(
    ...sets.map(({ given = {}, drawn }) =>
      fc
        .record(
          Object.fromEntries(drawn.map((name) => [name, valuesOf(schemas[name] ?? {}, name)])),
        )
        .map((fields) => ({ ...given, ...fields })),
    ),
  );
}

function fieldsOf({ body, parameters }: DescribedOperation): Readonly<Record<string, Schema>> {
  if (body !== null) return body["properties"] as Record<string, Schema>;
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
}
