import * as declared from "@lintel/contract/operations/api-key";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { addKey, changeKey, listKeys, readKey, revokeKey } from "./api-key.service.ts";
import { mintStagingToken } from "./staging-token.service.ts";

export function apiKeyOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listApiKeys, (context, input) => listKeys(context, input)),
    implement(declared.createApiKey, (context, input) => addKey(platform, context, input)),
    implement(declared.getApiKey, (context, input) => readKey(context, input.id)),
    implement(declared.updateApiKey, (context, input) => changeKey(context, input)),
    implement(declared.createStagingToken, (context, input) =>
      mintStagingToken(platform, context, input),
    ),
    implement(declared.revokeApiKey, (context, input) => revokeKey(context, input.id)),
  ];
}
