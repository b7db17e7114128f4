import * as declared from "@lintel/contract/operations/sent-request";
import type { EnvironmentSource } from "../../domain/environments/choose-environment.ts";
import {
  implement,
  implementPrepared,
  type Feature,
} from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { clearHistory, listHistory, readSent, removeSent } from "./history.service.ts";
import { sendFirst, storeSent } from "./send-request.service.ts";
import { historyCleanup } from "./sent-request.schedule.ts";

export function requestFeature(platform: Platform, sources: EnvironmentSource): Feature {
  const requests = { platform, sources };
  return {
    implementations: [
      implementPrepared(
        declared.sendRequest,
        (context, input) => sendFirst(requests, context, input),
        (context, input, sent) => storeSent(requests, context, input, sent),
      ),
      implement(declared.listSentRequests, listHistory),
      implement(declared.getSentRequest, (context, input) => readSent(context, input.requestId)),
      implement(declared.deleteSentRequest, (context, input) =>
        removeSent(context, input.requestId),
      ),
      implement(declared.clearSentRequests, clearHistory),
    ],
    schedules: [historyCleanup(platform)],
  };
}
