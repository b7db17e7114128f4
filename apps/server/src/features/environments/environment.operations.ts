import * as declared from "@lintel/contract/operations/environment";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addEnvironment,
  changeEnvironment,
  listProjectEnvironments,
  orderEnvironments,
  readEnvironment,
  removeEnvironment,
} from "./environment.service.ts";

export function environmentOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listEnvironments, (context) => listProjectEnvironments(context)),
    implement(declared.createEnvironment, (context, input) =>
      addEnvironment(platform, context, input),
    ),
    implement(declared.getEnvironment, (context, input) =>
      readEnvironment(context, input.environmentId),
    ),
    implement(declared.updateEnvironment, (context, input) =>
      changeEnvironment(platform, context, input.environmentId, input),
    ),
    implement(declared.deleteEnvironment, (context, input) =>
      removeEnvironment(context, input.environmentId),
    ),
    implement(declared.reorderEnvironments, (context, input) =>
      orderEnvironments(context, input.ids),
    ),
  ];
}
