import * as declared from "@lintel/contract/operations/response";
import * as headers from "@lintel/contract/operations/response-header";
import { implement, type Implementation } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { addResponses } from "./add-responses.service.ts";
import { changeResponseHeader } from "./response-header.service.ts";
import { changeResponse, removeResponse } from "./response.service.ts";

export function responseOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.addResponse, (context, input) => addResponses(platform, context, input)),
    implement(declared.updateResponse, (context, input) =>
      changeResponse(platform, context, input),
    ),
    implement(declared.deleteResponse, removeResponse),
    implement(headers.manageResponseHeader, (context, input) =>
      changeResponseHeader(platform, context, input),
    ),
  ];
}
