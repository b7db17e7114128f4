import * as declared from "@lintel/contract/operations/group-mapping";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addMapping,
  changeFallbackRole,
  changeMapping,
  listMappings,
  readFallbackRole,
  readMapping,
  removeMapping,
  reorderMappings,
} from "./group-mapping.service.ts";
import { mappingJob } from "./mapping.job.ts";
import { previewAll } from "./preview-roles.service.ts";
import { roleEvaluationJob } from "./role-evaluation.job.ts";

export function groupMappingFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listGroupMappings, (context) => listMappings(context)),
      implement(declared.createGroupMapping, (context, input) =>
        addMapping(platform, context, input),
      ),
      implement(declared.getGroupMapping, (context, input) =>
        readMapping(context, input.mappingId),
      ),
      implement(declared.updateGroupMapping, (context, input) =>
        changeMapping(platform, context, input),
      ),
      implement(declared.deleteGroupMapping, (context, input) =>
        removeMapping(platform, context, input.mappingId),
      ),
      implement(declared.reorderGroupMappings, (context, input) =>
        reorderMappings(platform, context, input.ids),
      ),
      implement(declared.getFallbackRole, (context) => readFallbackRole(context)),
      implement(declared.setFallbackRole, (context, input) =>
        changeFallbackRole(platform, context, input),
      ),
      implement(declared.previewRoles, (context, input) => previewAll(context, input)),
    ],
    jobs: [roleEvaluationJob(platform), mappingJob(platform)],
  };
}
