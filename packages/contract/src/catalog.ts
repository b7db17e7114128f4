import type { AnyOperation } from "./declare/operation.ts";
import * as apiKey from "./operations/api-key.ts";
import * as audit from "./operations/audit.ts";
import * as testCase from "./operations/case.ts";
import * as environment from "./operations/environment.ts";
import * as member from "./operations/member.ts";
import * as organization from "./operations/organization.ts";
import * as project from "./operations/project.ts";
import * as run from "./operations/run.ts";
import * as suite from "./operations/suite.ts";

/** Every operation by its name. */
export const operations = {
  listEnvironments: environment.listEnvironments,
  runSuite: run.runSuite,
  getRunReport: run.getRunReport,
  getRunStatus: run.getRunStatus,
  listSuites: suite.listSuites,
  createSuite: suite.createSuite,
  getSuite: suite.getSuite,
  updateSuite: suite.updateSuite,
  deleteSuite: suite.deleteSuite,
  reorderSuites: suite.reorderSuites,
  exportSuite: suite.exportSuite,
  importSuite: suite.importSuite,
  listCases: testCase.listCases,
  createCase: testCase.createCase,
  getCase: testCase.getCase,
  updateCase: testCase.updateCase,
  deleteCase: testCase.deleteCase,
  reorderCases: testCase.reorderCases,
  listRuns: run.listRuns,
  cancelRun: run.cancelRun,
  createEnvironment: environment.createEnvironment,
  getEnvironment: environment.getEnvironment,
  updateEnvironment: environment.updateEnvironment,
  deleteEnvironment: environment.deleteEnvironment,
  reorderEnvironments: environment.reorderEnvironments,
  getCaller: organization.getCaller,
  createOrganization: organization.createOrganization,
  listOrganizations: organization.listOrganizations,
  getOrganization: organization.getOrganization,
  updateOrganization: organization.updateOrganization,
  listMembers: member.listMembers,
  addMember: member.addMember,
  getMember: member.getMember,
  updateMember: member.updateMember,
  removeMember: member.removeMember,
  addOwner: member.addOwner,
  setProjectRole: member.setProjectRole,
  clearProjectRole: member.clearProjectRole,
  listProjectRoles: member.listProjectRoles,
  listProjects: project.listProjects,
  createProject: project.createProject,
  getProject: project.getProject,
  updateProject: project.updateProject,
  deleteProject: project.deleteProject,
  listApiKeys: apiKey.listApiKeys,
  createApiKey: apiKey.createApiKey,
  getApiKey: apiKey.getApiKey,
  updateApiKey: apiKey.updateApiKey,
  revokeApiKey: apiKey.revokeApiKey,
  listAuditEntries: audit.listAuditEntries,
  exportAuditLog: audit.exportAuditLog,
  verifyAuditLog: audit.verifyAuditLog,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

export const allOperations: readonly AnyOperation[] = Object.values(operations);
