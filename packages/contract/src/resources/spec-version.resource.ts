import { resource } from "../declare/resource.ts";
import { getSpecVersion } from "../operations/spec-version.ts";

export const specVersionResource = resource({
  name: "spec_version",
  title: "Version",
  description: "One version of a specification, without its content.",
  uri: "lintel://specs/{specId}/versions/{versionId}",
  mediaType: "application/json",
  operation: getSpecVersion,
  fieldsOf: ({ specId, versionId }) => ({ specId, versionId }),
});
