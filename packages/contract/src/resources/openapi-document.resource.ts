import { listing, resource } from "../declare/resource.ts";
import { listSpecs } from "../operations/spec.ts";
import { exportSpec } from "../operations/spec-document.ts";

export const openApiDocumentResource = resource({
  name: "openapi_document",
  title: "OpenAPI document",
  description: "The exported document of a version. The newest versions are listed.",
  uri: "lintel://specs/{specId}/versions/{versionId}/openapi.json",
  mediaType: "application/json",
  operation: exportSpec,
  fieldsOf: ({ specId, versionId }) => ({ specId, versionId, format: "json" as const }),
  listing: listing({
    operation: listSpecs,
    most: 1_000,
    entryOf: ({ id, name, version, newestVersionId, modifiedAt }) =>
      newestVersionId === null
        ? null
        : {
            variables: { specId: id, versionId: newestVersionId },
            title: `${name} ${version ?? ""}`.trim(),
            modifiedAt,
          },
  }),
});
