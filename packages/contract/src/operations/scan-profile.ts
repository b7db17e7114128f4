import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, RowVersion } from "../shapes/common.ts";
import { ScanProfile, scanProfileFields } from "../shapes/scan-profile.ts";

const base = "/api/projects/{projectId}/security/scan-profiles";
const ofProfiles = { group: "Security", plan: "pro", context: "project" } as const;

export const listScanProfiles = operation({
  ...ofProfiles,
  name: "listScanProfiles",
  title: "List scan profiles",
  summary: "List which security scans the project has set up.",
  permission: "security:read",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_scan_profiles", toolset: "security" },
  rest: { method: "GET", path: base },
  input: {},
  output: Type.Array(ScanProfile),
  problems: [],
});

export const createScanProfile = operation({
  ...ofProfiles,
  name: "createScanProfile",
  title: "Create a scan profile",
  summary:
    "Set up a security scan: what is scanned, with which identities, and when. Secrets are encrypted and never returned.",
  permission: "projects:write",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "scan_profile.created",
  tool: { name: "create_scan_profile", toolset: "security" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: { name: Name, ...scanProfileFields },
  output: ScanProfile,
  problems: ["NAME_TAKEN", "SPEC_INVALID", "DOCUMENT_TOO_COSTLY"],
});

export const getScanProfile = operation({
  ...ofProfiles,
  name: "getScanProfile",
  title: "Read a scan profile",
  summary: "Show how a security scan is set up; secrets of its identities are null.",
  permission: "security:read",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_scan_profile", toolset: "security" },
  rest: { method: "GET", path: `${base}/{profileId}` },
  input: { profileId: Id },
  output: ScanProfile,
  problems: [],
});

export const updateScanProfile = operation({
  ...ofProfiles,
  name: "updateScanProfile",
  title: "Change a scan profile",
  summary:
    "Change how a security scan is set up. Omitted fields are kept, and so is a secret that is not sent. The fields are those of create_scan_profile.",
  permission: "projects:write",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "scan_profile.updated",
  tool: {
    name: "update_scan_profile",
    toolset: "security",
    likeTools: ["scope", "flows", "accessRules", "identities"],
  },
  rest: { method: "PATCH", path: `${base}/{profileId}` },
  input: {
    profileId: Id,
    ...scanProfileFields,
    name: Type.Optional(Name),
    environmentId: Type.Optional(Id),
    rowVersion: RowVersion,
  },
  output: ScanProfile,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN", "SPEC_INVALID", "DOCUMENT_TOO_COSTLY"],
});

export const deleteScanProfile = operation({
  ...ofProfiles,
  name: "deleteScanProfile",
  title: "Delete a scan profile",
  summary: "Delete a scan profile with its secrets; its runs and findings are kept.",
  permission: "projects:write",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "scan_profile.deleted",
  tool: { name: "delete_scan_profile", toolset: "security" },
  rest: { method: "DELETE", path: `${base}/{profileId}` },
  input: { profileId: Id },
  output: null,
  problems: [],
});
