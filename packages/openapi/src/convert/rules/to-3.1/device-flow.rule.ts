import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const deviceFlow: ConversionRule = {
  code: "DEVICE_FLOW",
  summary: "The device authorization flow came with 3.2.",
  spec: "OpenAPI 3.2 §4.28 OAuth Flows Object",
  kinds: ["oauthFlows"],
  down: keepMembers(
    ["deviceAuthorization"],
    "error",
    "OpenAPI 3.1 has no device authorization flow (RFC 8628).",
  ),
  examples: [{ newer: { deviceAuthorization: {}, "x-a": 1 }, older: { "x-a": 1 }, ways: "down" }],
};
