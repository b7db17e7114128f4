import * as declared from "@lintel/contract/operations/parameter";
import { implement, type Implementation } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { editEndpoint } from "./endpoint-draft.ts";
import { addEndpointParameter, changeParameter, removeParameter } from "./parameter.service.ts";

export function parameterOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.addParameter, (context, input) =>
      editEndpoint(context, input, (draft) => addEndpointParameter(platform, draft, input), "path"),
    ),
    implement(declared.updateParameter, (context, input) =>
      editEndpoint(context, input, (draft) => changeParameter(draft, input), "path"),
    ),
    implement(declared.deleteParameter, removeParameter),
  ];
}
