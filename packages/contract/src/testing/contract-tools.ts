import type { Permission } from "../words/permissions.ts";

/** The contract's definition of one parameter. */
export interface FieldFacts {
  readonly type: "string" | "integer" | "boolean";
  /** The only values of an enumerated text. */
  readonly values?: readonly string[];
  readonly default?: string | number | boolean;
  /** A default that applies only to `create`, because `update` keeps omitted fields. */
  readonly createDefault?: boolean;
}

/** The contract's definition of one tool. `projectId` comes from the context and is not listed. */
export interface ToolFacts {
  readonly toolset: "endpoints" | "header-components" | "deprecation";
  readonly permission: Permission;
  readonly context: "project" | "organization";
  readonly required: Readonly<Record<string, FieldFacts>>;
  readonly optional: Readonly<Record<string, FieldFacts>>;
}

const text: FieldFacts = { type: "string" };
const integer: FieldFacts = { type: "integer" };
const flag: FieldFacts = { type: "boolean" };
const no: FieldFacts = { type: "boolean", default: false };
const yes: FieldFacts = { type: "boolean", default: true };
const noByCreate: FieldFacts = { type: "boolean", createDefault: false };
const json: FieldFacts = { type: "string", default: "application/json" };
const oneOf = (...values: string[]): FieldFacts => ({ type: "string", values });

const method = oneOf("get", "post", "put", "patch", "delete", "head", "options", "query");
const location = oneOf("path", "query", "header", "cookie", "querystring");
const schemaType = oneOf("string", "integer", "number", "boolean", "array", "object");
const level = oneOf("spec", "project");
// The contract has "string"; these are the styles of OpenAPI.
const style = oneOf(
  "matrix",
  "label",
  "simple",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
);

type Facts = Omit<ToolFacts, "toolset" | "context">;

function endpointTool({ permission, required, optional }: Facts): ToolFacts {
  return {
    toolset: "endpoints",
    context: "project",
    permission,
    required: { specId: text, ...required },
    optional,
  };
}

function headerTool(facts: Facts): ToolFacts {
  return { toolset: "header-components", context: "project", ...facts };
}

function orgHeaderTool({ required, optional }: Omit<Facts, "permission">): ToolFacts {
  return {
    toolset: "header-components",
    context: "organization",
    permission: "org:manage-governance",
    required,
    optional,
  };
}

const headerTools: Readonly<Record<string, ToolFacts>> = {
  delete_header_component: headerTool({
    permission: "specs:delete",
    required: { componentId: text, level },
    optional: { specId: text, versionId: text },
  }),
  get_header_component: headerTool({
    permission: "specs:read",
    required: { componentId: text, level },
    optional: { specId: text, includeUsage: no, versionId: text },
  }),
  get_org_header_component: orgHeaderTool({ required: { componentId: text }, optional: {} }),
  list_header_components: headerTool({
    permission: "specs:read",
    required: { level },
    optional: { specId: text, versionId: text, includeUsageCounts: no },
  }),
  list_org_header_components: orgHeaderTool({ required: {}, optional: {} }),
  manage_header_component: headerTool({
    permission: "specs:write",
    required: { level, action: oneOf("create", "update") },
    optional: {
      specId: text,
      versionId: text,
      componentId: text,
      rowVersion: text,
      name: text,
      schemaType,
      required: noByCreate,
      description: text,
      schemaFormat: text,
      schemaId: text,
      example: text,
      defaultValue: text,
      isDeprecated: noByCreate,
      serializedExample: text,
    },
  }),
  manage_org_header_component: orgHeaderTool({
    required: { action: oneOf("create", "update", "delete") },
    optional: {
      componentId: text,
      rowVersion: text,
      name: text,
      schemaType,
      required: noByCreate,
      description: text,
      schemaFormat: text,
      example: text,
      defaultValue: text,
      isDeprecated: noByCreate,
    },
  }),
};

const endpointTools: Readonly<Record<string, ToolFacts>> = {
  create_endpoint: endpointTool({
    permission: "specs:write",
    required: { versionId: text, path: text, method },
    optional: { summary: text, description: text, operationId: text },
  }),
  update_endpoint: endpointTool({
    permission: "specs:write",
    required: { versionId: text, endpointId: text, path: text, method, rowVersion: text },
    optional: {
      summary: text,
      description: text,
      operationId: text,
      tags: text,
      isDeprecated: no,
      internalNotes: text,
    },
  }),
  delete_endpoint: endpointTool({
    permission: "specs:delete",
    required: { versionId: text, endpointId: text },
    optional: {},
  }),
  restore_endpoint: endpointTool({
    permission: "specs:write",
    required: { versionId: text, endpointId: text },
    optional: {},
  }),
  get_endpoint: endpointTool({
    permission: "specs:read",
    required: {},
    optional: { endpointId: text, endpointIds: text },
  }),
  list_endpoints: endpointTool({
    permission: "specs:read",
    required: {},
    optional: {
      versionId: text,
      skip: { type: "integer", default: 0 },
      take: { type: "integer", default: 50 },
      scope: { ...oneOf("spec", "project"), default: "spec" },
    },
  }),
  bulk_update_endpoints: endpointTool({
    permission: "specs:write",
    required: { action: oneOf("delete", "move", "reorder"), endpointIds: text },
    optional: { folderId: text },
  }),
  move_endpoint_to_folder: endpointTool({
    permission: "specs:write",
    required: { endpointId: text },
    optional: { folderId: text },
  }),
  add_parameter: endpointTool({
    permission: "specs:write",
    required: { endpointId: text, name: text, location, schemaType },
    optional: {
      required: no,
      description: text,
      schemaFormat: text,
      example: text,
      defaultValue: text,
      schemaId: text,
      style,
      explode: flag,
      contentType: text,
      serializedExample: text,
    },
  }),
  update_parameter: endpointTool({
    permission: "specs:write",
    required: {
      endpointId: text,
      parameterId: text,
      name: text,
      location,
      schemaType,
      rowVersion: text,
    },
    optional: {
      required: no,
      description: text,
      schemaFormat: text,
      example: text,
      defaultValue: text,
      schemaId: text,
      style,
      explode: flag,
      contentType: text,
      serializedExample: text,
      isDeprecated: no,
    },
  }),
  delete_parameter: endpointTool({
    permission: "specs:delete",
    required: { endpointId: text, parameterId: text },
    optional: {},
  }),
  add_response: endpointTool({
    permission: "specs:write",
    required: { endpointId: text, statusCode: integer },
    optional: {
      description: text,
      contentType: json,
      schemaJson: text,
      schemaId: text,
      example: text,
      itemSchemaJson: text,
      mediaTypeComponentId: text,
      serializedExample: text,
    },
  }),
  update_response: endpointTool({
    permission: "specs:write",
    required: { endpointId: text, responseId: text, statusCode: integer, rowVersion: text },
    optional: {
      description: text,
      contentType: json,
      schemaJson: text,
      example: text,
      schemaId: text,
      responseComponentId: text,
      detachResponseComponent: no,
      itemSchemaJson: text,
      mediaTypeComponentId: text,
      detachMediaTypeComponent: no,
      serializedExample: text,
    },
  }),
  delete_response: endpointTool({
    permission: "specs:delete",
    required: { endpointId: text, responseId: text },
    optional: {},
  }),
  set_request_body: endpointTool({
    permission: "specs:write",
    required: { endpointId: text, contentType: text },
    optional: {
      required: yes,
      description: text,
      schemaJson: text,
      schemaId: text,
      example: text,
      rowVersion: text,
      requestBodyComponentId: text,
      detachRequestBodyComponent: no,
      itemSchemaJson: text,
      mediaTypeComponentId: text,
      detachMediaTypeComponent: no,
      serializedExample: text,
    },
  }),
  delete_request_body: endpointTool({
    permission: "specs:delete",
    required: { endpointId: text },
    optional: {},
  }),
  manage_response_header: endpointTool({
    permission: "specs:write",
    required: { action: oneOf("add", "update", "delete", "link", "unlink") },
    optional: {
      endpointId: text,
      responseId: text,
      responseHeaderId: text,
      name: text,
      schemaType,
      required: no,
      description: text,
      schemaFormat: text,
      example: text,
      headerComponentId: text,
      serializedExample: text,
    },
  }),
  add_security_scheme: endpointTool({
    permission: "specs:write",
    required: {},
    optional: {
      endpointId: text,
      endpointIds: text,
      versionId: text,
      securitySchemeId: text,
      securitySchemeName: text,
      scopes: text,
    },
  }),
  remove_endpoint_security_scheme: endpointTool({
    permission: "specs:write",
    required: { endpointId: text, securitySchemeAssignmentId: text },
    optional: {},
  }),
};

const entityType = oneOf("endpoint", "specVersion");
const thirty: FieldFacts = { type: "integer", default: 30 };

const deprecationTool = (facts: Facts, context: ToolFacts["context"] = "project"): ToolFacts => ({
  toolset: "deprecation",
  context,
  ...facts,
});

const deprecationTools: Readonly<Record<string, ToolFacts>> = {
  manage_deprecation_plan: deprecationTool({
    permission: "specs:write",
    required: { specId: text, action: oneOf("create", "update", "cancel") },
    optional: {
      entityType,
      entityId: text,
      planId: text,
      sunsetAt: text,
      successorEndpointId: text,
      successorSpecId: text,
      migrationGuide: text,
      updateSuccessor: no,
      enableRateLimiting: flag,
      rateLimitReductionPercent: integer,
      enableWarningHeader: flag,
      autoShutdown: flag,
      softShutdownDays: integer,
    },
  }),
  get_deprecation_plan: deprecationTool({
    permission: "specs:read",
    required: { specId: text, entityType, entityId: text },
    optional: { includeUsage: no, usageDaysBack: thirty },
  }),
  list_deprecations: deprecationTool(
    { permission: "specs:read", required: {}, optional: {} },
    "organization",
  ),
  get_deprecation_policy: deprecationTool(
    { permission: "specs:read", required: {}, optional: {} },
    "organization",
  ),
  update_deprecation_policy: deprecationTool(
    {
      permission: "org:manage-governance",
      required: {},
      optional: {
        minGracePeriodDays: integer,
        sunsetPhaseDays: integer,
        requireMigrationGuide: flag,
        requireSuccessorLink: flag,
        requireApproval: flag,
        notifyOnAnnouncement: flag,
        sendSunsetReminders: flag,
        reminderDaysJson: text,
        preset: oneOf("relaxed", "standard", "strict"),
      },
    },
    "organization",
  ),
  review_deprecation_plan: deprecationTool({
    permission: "specs:publish",
    required: { specId: text, planId: text, action: oneOf("approve", "reject") },
    optional: { comment: text },
  }),
  retire_deprecation: deprecationTool({
    permission: "specs:delete",
    required: { specId: text, planId: text },
    optional: { confirmActiveConsumers: no },
  }),
  force_advance_deprecation: deprecationTool({
    permission: "org:manage-governance",
    required: { specId: text, entityType, entityId: text, justification: text },
    optional: {},
  }),
  notify_dependent_owners: deprecationTool({
    permission: "specs:publish",
    required: { specId: text, versionId: text },
    optional: {},
  }),
  set_version_sunset: deprecationTool({
    permission: "specs:write",
    required: { specId: text, versionId: text },
    optional: { sunsetAt: text },
  }),
};

/**
 * The tools of the contract by name: seven for header components, nineteen for endpoints, ten for
 * deprecation.
 */
export const contractTools: Readonly<Record<string, ToolFacts>> = {
  ...headerTools,
  ...endpointTools,
  ...deprecationTools,
};

/** Fields that were added to tools of the contract later; none of them is required. */
export const addedFields: Readonly<Record<string, readonly string[]>> = {
  create_endpoint: [
    "tags",
    "folderId",
    "parameters",
    "requestBody",
    "responses",
    "securitySchemes",
  ],
  add_response: ["moreResponses"],
  update_parameter: ["schemaJson"],
  list_endpoints: ["isDeleted"],
};
