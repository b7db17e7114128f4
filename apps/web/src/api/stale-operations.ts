import type { OperationName } from "@lintel/contract/catalog";

/** What shows the parts of an endpoint. */
const endpointViews: readonly OperationName[] = ["getEndpoint"];

/** What shows the outline of a version. */
const outline: readonly OperationName[] = ["getVersionTree"];

/** What is worked out from the whole document of a version. */
const document: readonly OperationName[] = ["lintSpecVersion", "exportSpec", "compareSpecVersions"];

const headerPolicies: readonly OperationName[] = ["listHeaderPolicies", "listOrgHeaderPolicies"];

/** What shows the list of documentations and their versions. */
const docLists: readonly OperationName[] = [
  "listDocumentations",
  "getDocumentation",
  "getDocVersion",
];

/** What shows the content of a version of a documentation. */
const docContent: readonly OperationName[] = [
  "getDocTree",
  "getDocPage",
  "getDocFolder",
  "renderDocPage",
  "listDocFiles",
  "listDocRedirects",
];

/** They cost the server so much that views read them again at most every few seconds. */
export const costlyOperations: ReadonlySet<string> = new Set([...document, "listActivity"]);

const findings: readonly OperationName[] = ["listFindings", "getFinding", "listFindingChanges"];
const scans: readonly OperationName[] = ["listScanRuns", "getScanRun"];

const plans: readonly OperationName[] = [
  "listDeprecations",
  "listDeprecationPlans",
  "getDeprecationPlan",
  "previewDeprecation",
  "listCallers",
];

/** The operations whose answers a change makes outdated, by the noun of the event. */
const staleByNoun: Readonly<Record<string, readonly OperationName[]>> = {
  organization: ["getOrganization", "getCaller"],
  member: ["listMembers", "getMember", "listInvitations", "listProjectRoles", "previewRoles"],
  service_account: ["listServiceAccounts", "listApiKeys"],
  api_key: ["listApiKeys"],
  staging_token: ["listApiKeys"],
  oauth_grant: ["listOauthGrants", "listOauthClients"],
  email_domain: ["listEmailDomains", "listSsoConnections"],
  group_mapping: ["listGroupMappings", "getFallbackRole", "previewRoles", "listMembers"],
  sso: ["listSsoConnections", "getSsoConnection", "listSsoAttempts", "listEmailDomains"],
  scim: ["getScimSettings", "listMembers"],
  scim_token: ["listScimTokens"],
  webhook: ["listWebhooks", "getWebhook", "listWebhookDeliveries", "listNotices"],
  notices: ["listNotices"],
  notice_preferences: ["getNoticePreferences", "listNotices"],
  project: ["listProjects", "getProject"],
  spec: [
    "listSpecs",
    "getSpec",
    "listSpecVersions",
    "getSpecVersion",
    "getVersionInfo",
    "getEndpoint",
    ...outline,
    ...document,
  ],
  review: ["getReview"],
  share_link: ["listShareLinks"],
  report_link: ["listReportLinks"],
  saved_view: ["listSavedViews"],
  spec_version: ["listSpecs", "listSpecVersions", "getSpecVersion", "getVersionInfo", ...document],
  endpoint: [...endpointViews, ...outline, ...document, "getSpecVersion"],
  parameter: [...endpointViews, ...document],
  response: [...endpointViews, ...document],
  response_header: [...endpointViews, ...document],
  request_body: [...endpointViews, ...document],
  endpoint_security: [...endpointViews, ...document],
  folder: outline,
  tag: [...endpointViews, ...outline, ...document, "listTags"],
  header_component: [
    "listHeaderComponents",
    "getHeaderComponent",
    "listOrgHeaderComponents",
    ...headerPolicies,
    ...endpointViews,
    ...document,
  ],
  header_policy: [...headerPolicies, "getHeaderComponent", ...document],
  component: ["listComponents", "getComponent", "getEndpoint", ...outline, ...document],
  documentation: docLists,
  doc_version: [...docLists, ...docContent],
  doc_page: docContent,
  doc_folder: docContent,
  doc_tree: docContent,
  doc_reference: docContent,
  doc_asset: ["listDocAssets", "renderDocPage", "listDocFiles"],
  doc_redirect: ["listDocRedirects"],
  suite: ["listSuites", "getSuite", "listCases"],
  case: ["listSuites", "getSuite", "listCases"],
  environment: [
    "listEnvironments",
    "getEnvironment",
    "getEnvironmentRoute",
    "listDrift",
    "listUndocumentedCalls",
  ],
  run: ["listRuns", "getRunStatus", "listCaseHistories"],
  design_settings: ["getDesignSettings", "getDesignRules", "lintSpecText", ...document],
  deprecation: [...plans, ...endpointViews, ...outline, "listSpecVersions", "getSpecVersion"],
  deprecation_policy: ["getDeprecationPolicy", "previewDeprecation"],
  usage: ["listCallers", "getDeprecationPlan"],
  consumer: ["listConsumers", "listCallers"],
  finding: findings,
  scan_profile: ["listScanProfiles", "getScanProfile"],
  scan_run: [...scans, "getScanRunDetails", "listScanProfiles", "getScanProfile"],
};

/** @param type - of an event, such as `endpoint.updated` */
export function staleOperations(type: string): readonly OperationName[] {
  const stale = [...(staleByNoun[type.split(".")[0] ?? ""] ?? []), "listActivity" as const];
  return type === "scan_run.completed" ? [...stale, ...findings] : stale;
}
