// Generated from the declarations by `npm run contract`; not to be edited.

/** How an operation travels over HTTP. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly hasBody: boolean;
  readonly output: "record" | "file" | "none";
  /** Fields that travel as request headers: field → header. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const routes: Readonly<Record<string, Route>> = {
  listEnvironments: {
    method: "GET",
    path: "/api/cli/environments",
    hasBody: false,
    output: "record",
  },
  runSuite: { method: "POST", path: "/api/cli/run", hasBody: true, output: "record" },
  getRunReport: {
    method: "GET",
    path: "/api/cli/runs/{id}/report",
    hasBody: false,
    output: "file",
  },
  getRunStatus: {
    method: "GET",
    path: "/api/cli/runs/{id}/status",
    hasBody: false,
    output: "record",
  },
  listSuites: { method: "GET", path: "/api/cli/suites", hasBody: false, output: "record" },
  createSuite: {
    method: "POST",
    path: "/api/projects/{projectId}/suites",
    hasBody: true,
    output: "record",
  },
  getSuite: {
    method: "GET",
    path: "/api/projects/{projectId}/suites/{suiteId}",
    hasBody: false,
    output: "record",
  },
  updateSuite: {
    method: "PATCH",
    path: "/api/projects/{projectId}/suites/{suiteId}",
    hasBody: true,
    output: "record",
  },
  deleteSuite: {
    method: "DELETE",
    path: "/api/projects/{projectId}/suites/{suiteId}",
    hasBody: false,
    output: "none",
  },
  reorderSuites: {
    method: "PUT",
    path: "/api/projects/{projectId}/suites/order",
    hasBody: true,
    output: "none",
  },
  exportSuite: {
    method: "GET",
    path: "/api/projects/{projectId}/suites/{suiteId}/file",
    hasBody: false,
    output: "file",
  },
  importSuite: {
    method: "POST",
    path: "/api/projects/{projectId}/suites/import",
    hasBody: true,
    output: "record",
  },
  listCases: {
    method: "GET",
    path: "/api/projects/{projectId}/suites/{suiteId}/cases",
    hasBody: false,
    output: "record",
  },
  createCase: {
    method: "POST",
    path: "/api/projects/{projectId}/suites/{suiteId}/cases",
    hasBody: true,
    output: "record",
  },
  getCase: {
    method: "GET",
    path: "/api/projects/{projectId}/suites/{suiteId}/cases/{caseId}",
    hasBody: false,
    output: "record",
  },
  updateCase: {
    method: "PUT",
    path: "/api/projects/{projectId}/suites/{suiteId}/cases/{caseId}",
    hasBody: true,
    output: "record",
  },
  deleteCase: {
    method: "DELETE",
    path: "/api/projects/{projectId}/suites/{suiteId}/cases/{caseId}",
    hasBody: false,
    output: "none",
  },
  reorderCases: {
    method: "PUT",
    path: "/api/projects/{projectId}/suites/{suiteId}/case-order",
    hasBody: true,
    output: "none",
  },
  listRuns: {
    method: "GET",
    path: "/api/projects/{projectId}/runs",
    hasBody: false,
    output: "record",
  },
  cancelRun: {
    method: "POST",
    path: "/api/projects/{projectId}/runs/{id}/cancel",
    hasBody: false,
    output: "record",
  },
  createEnvironment: {
    method: "POST",
    path: "/api/projects/{projectId}/environments",
    hasBody: true,
    output: "record",
  },
  getEnvironment: {
    method: "GET",
    path: "/api/projects/{projectId}/environments/{environmentId}",
    hasBody: false,
    output: "record",
  },
  updateEnvironment: {
    method: "PATCH",
    path: "/api/projects/{projectId}/environments/{environmentId}",
    hasBody: true,
    output: "record",
  },
  deleteEnvironment: {
    method: "DELETE",
    path: "/api/projects/{projectId}/environments/{environmentId}",
    hasBody: false,
    output: "none",
  },
  reorderEnvironments: {
    method: "PUT",
    path: "/api/projects/{projectId}/environments/order",
    hasBody: true,
    output: "none",
  },
  getCaller: { method: "GET", path: "/api/me", hasBody: false, output: "record" },
  getOrganization: { method: "GET", path: "/api/organization", hasBody: false, output: "record" },
  updateOrganization: {
    method: "PATCH",
    path: "/api/organization",
    hasBody: true,
    output: "record",
  },
  listMembers: { method: "GET", path: "/api/members", hasBody: false, output: "record" },
  addMember: { method: "POST", path: "/api/members", hasBody: true, output: "record" },
  getMember: { method: "GET", path: "/api/members/{userId}", hasBody: false, output: "record" },
  updateMember: { method: "PATCH", path: "/api/members/{userId}", hasBody: true, output: "record" },
  removeMember: { method: "DELETE", path: "/api/members/{userId}", hasBody: false, output: "none" },
  setProjectRole: {
    method: "PUT",
    path: "/api/projects/{projectId}/members/{userId}",
    hasBody: true,
    output: "record",
  },
  clearProjectRole: {
    method: "DELETE",
    path: "/api/projects/{projectId}/members/{userId}",
    hasBody: false,
    output: "none",
  },
  listProjectRoles: {
    method: "GET",
    path: "/api/projects/{projectId}/members",
    hasBody: false,
    output: "record",
  },
  listProjects: { method: "GET", path: "/api/projects", hasBody: false, output: "record" },
  createProject: { method: "POST", path: "/api/projects", hasBody: true, output: "record" },
  getProject: {
    method: "GET",
    path: "/api/projects/{projectId}",
    hasBody: false,
    output: "record",
  },
  updateProject: {
    method: "PATCH",
    path: "/api/projects/{projectId}",
    hasBody: true,
    output: "record",
  },
  deleteProject: {
    method: "DELETE",
    path: "/api/projects/{projectId}",
    hasBody: false,
    output: "none",
  },
  listApiKeys: { method: "GET", path: "/api/keys", hasBody: false, output: "record" },
  createApiKey: { method: "POST", path: "/api/keys", hasBody: true, output: "record" },
  getApiKey: { method: "GET", path: "/api/keys/{id}", hasBody: false, output: "record" },
  updateApiKey: { method: "PATCH", path: "/api/keys/{id}", hasBody: true, output: "record" },
  revokeApiKey: { method: "DELETE", path: "/api/keys/{id}", hasBody: false, output: "none" },
  listAuditEntries: { method: "GET", path: "/api/audit-log", hasBody: false, output: "record" },
  exportAuditLog: { method: "GET", path: "/api/audit-log/export", hasBody: false, output: "file" },
};
