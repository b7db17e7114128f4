import type { AnyOperation } from "./declare/operation.ts";
import * as apiKey from "./operations/api-key.ts";
import * as audit from "./operations/audit.ts";
import * as testCase from "./operations/case.ts";
import * as component from "./operations/component.ts";
import * as designSettings from "./operations/design-settings.ts";
import * as docFiles from "./operations/doc-files.ts";
import * as docAsset from "./operations/doc-asset.ts";
import * as docPage from "./operations/doc-page.ts";
import * as docReading from "./operations/doc-reading.ts";
import * as docRedirect from "./operations/doc-redirect.ts";
import * as docReference from "./operations/doc-reference.ts";
import * as docTree from "./operations/doc-tree.ts";
import * as docVersion from "./operations/doc-version.ts";
import * as documentation from "./operations/documentation.ts";
import * as endpointDuplicate from "./operations/endpoint-duplicate.ts";
import * as endpointSecurity from "./operations/endpoint-security.ts";
import * as endpoint from "./operations/endpoint.ts";
import * as event from "./operations/event.ts";
import * as environment from "./operations/environment.ts";
import * as folder from "./operations/folder.ts";
import * as headerComponent from "./operations/header-component.ts";
import * as headerPolicy from "./operations/header-policy.ts";
import * as member from "./operations/member.ts";
import * as orgHeaderComponent from "./operations/org-header-component.ts";
import * as orgHeaderPolicy from "./operations/org-header-policy.ts";
import * as organization from "./operations/organization.ts";
import * as parameter from "./operations/parameter.ts";
import * as project from "./operations/project.ts";
import * as requestBody from "./operations/request-body.ts";
import * as responseHeader from "./operations/response-header.ts";
import * as response from "./operations/response.ts";
import * as run from "./operations/run.ts";
import * as specDocument from "./operations/spec-document.ts";
import * as specSearch from "./operations/spec-search.ts";
import * as specVersion from "./operations/spec-version.ts";
import * as spec from "./operations/spec.ts";
import * as suite from "./operations/suite.ts";
import * as toolContext from "./operations/tool-context.ts";
import * as tag from "./operations/tag.ts";

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
  listRunResults: run.listRunResults,
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
  setOrganizationPlan: organization.setOrganizationPlan,
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
  listSpecs: spec.listSpecs,
  createSpec: spec.createSpec,
  getSpec: spec.getSpec,
  updateSpec: spec.updateSpec,
  deleteSpec: spec.deleteSpec,
  searchSpec: specSearch.searchSpec,
  listSpecVersions: specVersion.listSpecVersions,
  createSpecVersion: specVersion.createSpecVersion,
  getSpecVersion: specVersion.getSpecVersion,
  updateSpecVersion: specVersion.updateSpecVersion,
  publishSpecVersion: specVersion.publishSpecVersion,
  deleteSpecVersion: specVersion.deleteSpecVersion,
  importSpec: specDocument.importSpec,
  exportSpec: specDocument.exportSpec,
  checkExport: specDocument.checkExport,
  lintSpecVersion: specDocument.lintSpecVersion,
  getDesignSettings: designSettings.getDesignSettings,
  updateDesignSettings: designSettings.updateDesignSettings,
  getDesignRules: designSettings.getDesignRules,
  compareSpecVersions: specDocument.compareSpecVersions,
  createEndpoint: endpoint.createEndpoint,
  updateEndpoint: endpoint.updateEndpoint,
  deleteEndpoint: endpoint.deleteEndpoint,
  restoreEndpoint: endpoint.restoreEndpoint,
  getEndpoint: endpoint.getEndpoint,
  listEndpoints: endpoint.listEndpoints,
  bulkUpdateEndpoints: endpoint.bulkUpdateEndpoints,
  moveEndpointToFolder: endpoint.moveEndpointToFolder,
  duplicateEndpoint: endpointDuplicate.duplicateEndpoint,
  addSecurityScheme: endpointSecurity.addSecurityScheme,
  removeEndpointSecurityScheme: endpointSecurity.removeEndpointSecurityScheme,
  listFolders: folder.listFolders,
  createFolder: folder.createFolder,
  updateFolder: folder.updateFolder,
  moveFolder: folder.moveFolder,
  deleteFolder: folder.deleteFolder,
  listTags: tag.listTags,
  createTag: tag.createTag,
  updateTag: tag.updateTag,
  reorderTags: tag.reorderTags,
  deleteTag: tag.deleteTag,
  addParameter: parameter.addParameter,
  updateParameter: parameter.updateParameter,
  deleteParameter: parameter.deleteParameter,
  addResponse: response.addResponse,
  updateResponse: response.updateResponse,
  deleteResponse: response.deleteResponse,
  setRequestBody: requestBody.setRequestBody,
  deleteRequestBody: requestBody.deleteRequestBody,
  manageResponseHeader: responseHeader.manageResponseHeader,
  listComponents: component.listComponents,
  createComponent: component.createComponent,
  getComponent: component.getComponent,
  updateComponent: component.updateComponent,
  deleteComponent: component.deleteComponent,
  reorderComponents: component.reorderComponents,
  listHeaderComponents: headerComponent.listHeaderComponents,
  getHeaderComponent: headerComponent.getHeaderComponent,
  manageHeaderComponent: headerComponent.manageHeaderComponent,
  deleteHeaderComponent: headerComponent.deleteHeaderComponent,
  listOrgHeaderComponents: orgHeaderComponent.listOrgHeaderComponents,
  getOrgHeaderComponent: orgHeaderComponent.getOrgHeaderComponent,
  manageOrgHeaderComponent: orgHeaderComponent.manageOrgHeaderComponent,
  listHeaderPolicies: headerPolicy.listHeaderPolicies,
  createHeaderPolicy: headerPolicy.createHeaderPolicy,
  getHeaderPolicy: headerPolicy.getHeaderPolicy,
  updateHeaderPolicy: headerPolicy.updateHeaderPolicy,
  deleteHeaderPolicy: headerPolicy.deleteHeaderPolicy,
  listOrgHeaderPolicies: orgHeaderPolicy.listOrgHeaderPolicies,
  createOrgHeaderPolicy: orgHeaderPolicy.createOrgHeaderPolicy,
  getOrgHeaderPolicy: orgHeaderPolicy.getOrgHeaderPolicy,
  updateOrgHeaderPolicy: orgHeaderPolicy.updateOrgHeaderPolicy,
  deleteOrgHeaderPolicy: orgHeaderPolicy.deleteOrgHeaderPolicy,
  listDocumentations: documentation.listDocumentations,
  createDocumentation: documentation.createDocumentation,
  getDocumentation: documentation.getDocumentation,
  updateDocumentation: documentation.updateDocumentation,
  listDocFeedback: documentation.listDocFeedback,
  deleteDocumentation: documentation.deleteDocumentation,
  createDocVersion: docVersion.createDocVersion,
  getDocVersion: docVersion.getDocVersion,
  updateDocVersion: docVersion.updateDocVersion,
  changeDocVersionStatus: docVersion.changeDocVersionStatus,
  deleteDocVersion: docVersion.deleteDocVersion,
  getDocTree: docTree.getDocTree,
  reorderDocTree: docTree.reorderDocTree,
  createDocFolder: docTree.createDocFolder,
  getDocFolder: docTree.getDocFolder,
  updateDocFolder: docTree.updateDocFolder,
  deleteDocFolder: docTree.deleteDocFolder,
  moveDocItem: docTree.moveDocItem,
  searchDocs: docReading.searchDocs,
  createDocPreview: docReading.createDocPreview,
  createDocPage: docPage.createDocPage,
  getDocPage: docPage.getDocPage,
  updateDocPage: docPage.updateDocPage,
  deleteDocPage: docPage.deleteDocPage,
  lockDocPage: docPage.lockDocPage,
  unlockDocPage: docPage.unlockDocPage,
  listDocFiles: docFiles.listDocFiles,
  readDocFiles: docFiles.readDocFiles,
  syncDocVersion: docFiles.syncDocVersion,
  uploadDocAsset: docAsset.uploadDocAsset,
  listDocAssets: docAsset.listDocAssets,
  findMissingDocAssets: docAsset.findMissingDocAssets,
  getDocAsset: docAsset.getDocAsset,
  deleteDocAsset: docAsset.deleteDocAsset,
  attachDocReference: docReference.attachDocReference,
  updateDocReference: docReference.updateDocReference,
  removeDocReference: docReference.removeDocReference,
  getDocReferenceDocument: docReference.getDocReferenceDocument,
  listDocRedirects: docRedirect.listDocRedirects,
  addDocRedirect: docRedirect.addDocRedirect,
  deleteDocRedirect: docRedirect.deleteDocRedirect,
  listApiKeys: apiKey.listApiKeys,
  createApiKey: apiKey.createApiKey,
  getApiKey: apiKey.getApiKey,
  updateApiKey: apiKey.updateApiKey,
  revokeApiKey: apiKey.revokeApiKey,
  createStagingToken: apiKey.createStagingToken,
  listAuditEntries: audit.listAuditEntries,
  exportAuditLog: audit.exportAuditLog,
  streamEvents: event.streamEvents,
  verifyAuditLog: audit.verifyAuditLog,
  setContext: toolContext.setContext,
  getContext: toolContext.getContext,
  listToolsets: toolContext.listToolsets,
  enableToolset: toolContext.enableToolset,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

export const allOperations: readonly AnyOperation[] = Object.values(operations);
