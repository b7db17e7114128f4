import * as declared from "@lintel/contract/operations/endpoint";
import { duplicateEndpoint } from "@lintel/contract/operations/endpoint-duplicate";
import * as security from "@lintel/contract/operations/endpoint-security";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { moveEndpoint, updateInBulk } from "./bulk-endpoints.service.ts";
import { copyEndpoint } from "./duplicate-endpoint.service.ts";
import { assignScheme, unassignScheme } from "./endpoint-security.service.ts";
import { addEndpoint, bringBackEndpoint, removeEndpoint } from "./endpoint.service.ts";
import { folderOperations } from "./tree/folder.operations.ts";
import { listVersionEndpoints, readEndpoints } from "./read-endpoint.service.ts";
import { tagOperations } from "./tree/tag.operations.ts";
import { versionTreeOperations } from "./tree/version-tree.operations.ts";
import { replaceEndpoint } from "./update-endpoint.service.ts";

export function endpointOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.createEndpoint, (context, input) => addEndpoint(platform, context, input)),
    implement(declared.updateEndpoint, (context, input) =>
      replaceEndpoint(platform, context, input),
    ),
    implement(declared.deleteEndpoint, removeEndpoint),
    implement(declared.restoreEndpoint, bringBackEndpoint),
    implement(declared.getEndpoint, readEndpoints),
    implement(declared.listEndpoints, listVersionEndpoints),
    implement(declared.bulkUpdateEndpoints, updateInBulk),
    implement(declared.moveEndpointToFolder, moveEndpoint),
    implement(duplicateEndpoint, (context, input) => copyEndpoint(platform, context, input)),
    implement(security.addSecurityScheme, (context, input) =>
      assignScheme(platform, context, input),
    ),
    implement(security.removeEndpointSecurityScheme, unassignScheme),
    ...folderOperations(platform),
    ...tagOperations(platform),
    ...versionTreeOperations(),
  ];
}
