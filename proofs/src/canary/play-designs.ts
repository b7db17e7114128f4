import type { OperationName } from "@lintel/contract/catalog";

type Fields = Readonly<Record<string, unknown>>;
type Must = (name: OperationName, key: string, fields?: Fields) => Promise<Fields>;

/** Calls an operation, with the fields that all calls share. */
type Call = (name: OperationName, fields?: Fields) => Promise<Fields>;

const document = (title: string, ...paths: readonly string[]) =>
  JSON.stringify({
    openapi: "3.2.0",
    info: { title, version: "1.0.0" },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { responses: { "200": { description: path } } } }]),
    ),
    components: {
      schemas: { Book: { type: "object" } },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
    },
  });

/** Calls every operation of the designer successfully. */
export async function playDesigns(must: Must, key: string): Promise<void> {
  const { id: projectId } = await must("createProject", key, { name: "Designs" });
  const inProject = (name: OperationName, fields: Fields = {}) =>
    must(name, key, { projectId, ...fields });
  const place = await useSpecs(inProject);
  const inVersion: Call = (name, fields = {}) => inProject(name, { ...place, ...fields });
  const endpointId = await useEndpoints(inVersion);
  await useParts(inVersion, endpointId);
  await useTree(inVersion, endpointId);
  await useComponents(inVersion);
  await useHeaders(inProject, place);
  await useDeprecation(must, inProject, key, { ...place, endpointId });
  await useOrganization(must, key);
  await inProject("deleteSpec", { specId: place.specId });
}

interface Place {
  readonly specId: unknown;
  readonly versionId: unknown;
}

async function useSpecs(inProject: Call): Promise<Place> {
  const made = await inProject("createSpec", { name: "By hand", openapiVersion: "3.2" });
  const byHand = { specId: made["id"] };
  const { rowVersion } = await inProject("getSpec", byHand);
  await inProject("updateSpec", { ...byHand, name: "Renamed", rowVersion });
  await inProject("listSpecs");
  const first = { ...byHand, versionId: made["newestVersionId"] };
  const version = await inProject("getSpecVersion", first);
  await inProject("updateSpecVersion", { ...first, title: "T", rowVersion: version["rowVersion"] });
  const info = await inProject("getVersionInfo", first);
  await inProject("updateVersionInfo", { ...first, summary: "S", rowVersion: info["rowVersion"] });
  await inProject("publishSpecVersion", first);
  await inProject("setVersionSunset", { ...first, sunsetAt: "2099-01-01" });
  const copied = await inProject("createSpecVersion", { ...byHand, version: "2.0.0" });
  const second = { ...byHand, versionId: copied["id"] };
  const compared = { ...second, baselineVersionId: first.versionId };
  await inProject("compareSpecVersions", compared);
  const link = await inProject("createShareLink", compared);
  await inProject("listShareLinks", second);
  await inProject("revokeShareLink", { ...second, linkId: link["id"] });
  const remark = await inProject("addReviewComment", { ...compared, text: "Why?" });
  const ofRemark = { ...compared, commentId: remark["id"] };
  const { rowVersion: remarked } = remark;
  await inProject("updateReviewComment", { ...ofRemark, rowVersion: remarked, isResolved: true });
  await inProject("decideReview", { ...compared, decision: "approved" });
  await inProject("getReview", compared);
  await inProject("deleteReviewComment", ofRemark);
  await inProject("listSpecVersions", byHand);
  await inProject("deleteSpecVersion", second);
  await inProject("deleteSpec", byHand);
  const text = document("Books", "/books", "/authors");
  const { spec, version: drafted } = await inProject("importSpec", { text });
  const place = { specId: (spec as Fields)["id"], versionId: (drafted as Fields)["id"] };
  await inProject("importSpec", { specId: place.specId, text: document("Books", "/books") });
  await inProject("exportSpec", place);
  await inProject("checkExport", { ...place, openapiVersion: "3.0" });
  await inProject("lintSpecVersion", place);
  await inProject("getVersionTree", place);
  const edited = document("Books", "/books", "/edited");
  await inProject("lintSpecText", { ...place, text: edited });
  await inProject("saveSpecSource", { ...place, base: document("Books", "/books"), text: edited });
  await inProject("searchSpec", { ...place, query: "books" });
  return place;
}

async function useEndpoints(call: Call): Promise<unknown> {
  const target = { path: "/shelves/{shelfId}", method: "put" };
  const made = await call("createEndpoint", target);
  const endpointId = made["id"];
  const { rowVersion } = made;
  await call("updateEndpoint", { ...target, endpointId, summary: "A shelf", rowVersion });
  await call("getEndpoint", { endpointId, versionId: undefined });
  await call("listEndpoints");
  const copy = await call("duplicateEndpoint", { endpointId });
  await call("deleteEndpoint", { endpointId: copy["id"] });
  await call("restoreEndpoint", { endpointId: copy["id"] });
  await call("bulkUpdateEndpoints", {
    action: "delete",
    endpointIds: String(copy["id"]),
    versionId: undefined,
  });
  const secured = await call("addSecurityScheme", {
    endpointId,
    securitySchemeName: "key",
    versionId: undefined,
  });
  const [assignment] = secured["assignments"] as readonly Fields[];
  const { securitySchemeAssignmentId } = assignment ?? {};
  await call("removeEndpointSecurityScheme", {
    endpointId,
    securitySchemeAssignmentId,
    versionId: undefined,
  });
  return endpointId;
}

/** Parameters, responses, bodies and headers: none of these calls names the version. */
async function useParts(inVersion: Call, endpointId: unknown): Promise<void> {
  const call = (name: OperationName, fields: Fields) =>
    inVersion(name, { endpointId, versionId: undefined, ...fields });
  const query = { name: "q", location: "query", schemaType: "string" };
  const parameter = await call("addParameter", query);
  const parameterId = parameter["id"];
  const { rowVersion } = parameter;
  await call("updateParameter", { ...query, parameterId, example: "x", rowVersion });
  await call("deleteParameter", { parameterId });
  const response = await call("addResponse", { statusCode: 418, schemaJson: "{}" });
  const responseId = response["id"];
  const changed = {
    responseId,
    statusCode: 418,
    description: "Tea",
    rowVersion: response["rowVersion"],
  };
  await call("updateResponse", changed);
  const header = { action: "add", name: "X-Tea", schemaType: "string", responseId };
  await call("manageResponseHeader", header);
  await call("deleteResponse", { responseId });
  await call("setRequestBody", { contentType: "application/json", schemaJson: "{}" });
  await call("deleteRequestBody", {});
}

async function useTree(call: Call, endpointId: unknown): Promise<void> {
  const folder = await call("createFolder", { name: "Shelves" });
  const folderId = folder["id"];
  await call("updateFolder", { folderId, name: "All shelves", rowVersion: folder["rowVersion"] });
  await call("moveEndpointToFolder", { endpointId, folderId, versionId: undefined });
  await call("moveFolder", { folderId });
  await call("listFolders");
  await call("deleteFolder", { folderId });
  const tag = await call("createTag", { name: "shelves" });
  const tagId = tag["id"];
  await call("updateTag", { tagId, description: "All", rowVersion: tag["rowVersion"] });
  await call("reorderTags", { ids: [tagId] });
  await call("listTags");
  await call("deleteTag", { tagId });
}

async function useComponents(call: Call): Promise<void> {
  const kind = "schemas";
  const made = await call("createComponent", { kind, name: "Shelf", content: { type: "object" } });
  const componentId = made["id"];
  await call("updateComponent", { componentId, name: "Board", rowVersion: made["rowVersion"] });
  await call("getComponent", { componentId });
  const { items } = await call("listComponents", { kind });
  await call("reorderComponents", {
    kind,
    ids: (items as Fields[]).map(({ id }) => id).toReversed(),
  });
  await call("deleteComponent", { componentId });
}

const header = { name: "X-Request-Id", schemaType: "string", description: "One call" };

async function useHeaders(inProject: Call, place: Place): Promise<void> {
  const spec = { level: "spec", ...place };
  const made = await inProject("manageHeaderComponent", { ...spec, action: "create", ...header });
  const componentId = (made["component"] as Fields)["id"];
  await inProject("listHeaderComponents", spec);
  await inProject("getHeaderComponent", { ...spec, componentId });
  await inProject("deleteHeaderComponent", { ...spec, componentId });
  const level = { level: "project" };
  const own = await inProject("manageHeaderComponent", { ...level, action: "create", ...header });
  const componentIds = [(own["component"] as Fields)["id"]];
  const policy = { name: "Tracing", appliesTo: "responses", componentIds };
  const { id: policyId, rowVersion } = await inProject("createHeaderPolicy", policy);
  await inProject("listHeaderPolicies");
  await inProject("getHeaderPolicy", { policyId });
  await inProject("updateHeaderPolicy", { policyId, name: "Traces", rowVersion });
  await inProject("exportSpec", { ...place });
  await inProject("deleteHeaderPolicy", { policyId });
}

async function useDeprecation(
  must: Must,
  inProject: Call,
  key: string,
  { specId, versionId, endpointId }: Place & { readonly endpointId: unknown },
): Promise<void> {
  await must("updateDeprecationPolicy", key, { preset: "strict", requireSuccessorLink: false });
  await must("getDeprecationPolicy", key);
  const entity = { specId, entityType: "endpoint", entityId: endpointId };
  const made = await inProject("manageDeprecationPlan", {
    ...entity,
    action: "create",
    sunsetAt: "2099-01-01",
    migrationGuide: "Use the other.",
  });
  const planId = (made["plan"] as Fields)["id"];
  await inProject("reviewDeprecationPlan", { specId, planId, action: "approve" });
  const call = { specId, method: "get", path: "/pets", occurredAt: new Date().toISOString() };
  await inProject("reportUsage", { batchId: "canary", calls: [call] });
  await inProject("getDeprecationPlan", { ...entity, includeUsage: true });
  await inProject("previewDeprecation", entity);
  await inProject("setTrialBrownOut", { specId, planId, minutes: 1 });
  await must("listDeprecations", key);
  await inProject("listDeprecationPlans", {});
  const consumer = await inProject("saveConsumer", { name: "Partner", credentials: ["a-key"] });
  await inProject("importConsumers", { csv: "name\nOther" });
  await inProject("listConsumers", {});
  await inProject("exportConsumers", {});
  await inProject("listCallers", {});
  await inProject("listDrift", {});
  await inProject("listUndocumentedCalls", {});
  await inProject("exportCallers", {});
  await inProject("deleteConsumer", { consumerId: consumer["id"] });
  await inProject("notifyDependentOwners", { specId, versionId });
  await inProject("forceAdvanceDeprecation", { ...entity, justification: "A trial." });
  await inProject("retireDeprecation", { specId, planId });
  await inProject("manageDeprecationPlan", { specId, planId, action: "cancel" });
}

async function useOrganization(must: Must, key: string): Promise<void> {
  const made = await must("manageOrgHeaderComponent", key, { action: "create", ...header });
  const componentId = (made["component"] as Fields)["id"];
  await must("listOrgHeaderComponents", key);
  await must("getOrgHeaderComponent", key, { componentId });
  const policy = { name: "Everywhere", appliesTo: "requests", componentIds: [componentId] };
  const { id: policyId, rowVersion } = await must("createOrgHeaderPolicy", key, policy);
  await must("listOrgHeaderPolicies", key);
  await must("getOrgHeaderPolicy", key, { policyId });
  await must("updateOrgHeaderPolicy", key, { policyId, name: "Always", rowVersion });
  await must("deleteOrgHeaderPolicy", key, { policyId });
  const settings = await must("getDesignSettings", key);
  const own = {
    name: "summary-there",
    severity: "warn",
    subject: { type: "Operation", property: ["summary"] },
    assertions: { defined: true },
  };
  const rules = {
    lintRules: {},
    compareRules: {},
    customLintRules: [own],
    mediaTypeRules: {
      request: null,
      response: { severity: "warn", allowedValues: ["application/json"] },
    },
    rowVersion: settings["rowVersion"],
  };
  await must("updateDesignSettings", key, rules);
  await must("getDesignRules", key);
}
