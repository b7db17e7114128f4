import { operation } from "../declare/operation.ts";
import { RowVersion } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { VersionInfo, versionInfoFields } from "../shapes/version-info.ts";

const group = "Specifications";
const path = "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/info";
const place = {
  specId: idOf("The specification."),
  versionId: idOf("The version of the specification."),
};

export const getVersionInfo = operation({
  name: "getVersionInfo",
  title: "Read the information of a version",
  summary:
    "Read what an API says of itself: its servers with their variables, contact, licence, terms and external documentation.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_version_info", toolset: "specs" },
  rest: { method: "GET", path },
  input: place,
  output: VersionInfo,
  problems: [],
});

export const updateVersionInfo = operation({
  name: "updateVersionInfo",
  title: "Change the information of a version",
  summary:
    "Set the servers, contact, licence, terms or external documentation of an API. Omitted fields are kept; null clears one.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "spec_version.updated",
  tool: { name: "update_version_info", toolset: "specs" },
  rest: { method: "PATCH", path },
  input: { ...place, ...versionInfoFields, rowVersion: RowVersion },
  output: VersionInfo,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_LOCKED", "OPENAPI_VERSION_UNSUPPORTED"],
});
