import * as declared from "@lintel/contract/operations/parameter";
import { implement, type Implementation } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { addEndpointParameter, changeParameter, removeParameter } from "./parameter.service.ts";

export function parameterOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.addParameter, (context, input) =>
      addEndpointParameter(platform, context, input),
    ),
    implement(declared.updateParameter, changeParameter),
    implement(declared.deleteParameter, removeParameter),
  ];
}
