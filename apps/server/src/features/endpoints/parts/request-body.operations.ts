import * as declared from "@lintel/contract/operations/request-body";
import { implement, type Implementation } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { editEndpoint } from "./endpoint-draft.ts";
import { removeRequestBody, writeRequestBody } from "./request-body.service.ts";

export function requestBodyOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.setRequestBody, (context, input) =>
      editEndpoint(context, input, (draft) => writeRequestBody(platform, draft, input)),
    ),
    implement(declared.deleteRequestBody, removeRequestBody),
  ];
}
