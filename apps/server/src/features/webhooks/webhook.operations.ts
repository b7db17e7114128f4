import * as declared from "@lintel/contract/operations/webhook";
import { implement, implementHeld, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { acceptPing, listSent, readDelivery, sendAgain, sendPing } from "./delivery.service.ts";
import { webhookDispatch } from "./dispatch.ts";
import { deliveryRetention } from "./webhook.schedule.ts";
import { sealedWebhooks } from "./webhook.sealed.ts";
import {
  addWebhook,
  changeWebhook,
  listAll,
  readWebhook,
  removeWebhook,
  rotateSecret,
} from "./webhook.service.ts";

/** Events of an organization or a project, sent to addresses that its admins enter. */
export function webhookFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listWebhooks, (context, input) => listAll(platform, context, input)),
      implement(declared.createWebhook, (context, input) => addWebhook(platform, context, input)),
      implement(declared.getWebhook, (context, input) =>
        readWebhook(platform, context, input.webhookId),
      ),
      implement(declared.updateWebhook, (context, input) =>
        changeWebhook(platform, context, input),
      ),
      implement(declared.deleteWebhook, (context, input) =>
        removeWebhook(context, input.webhookId),
      ),
      implement(declared.rotateWebhookSecret, (context, input) =>
        rotateSecret(platform, context, input),
      ),
      implementHeld(declared.pingWebhook, {
        accept: (context, input) => acceptPing(platform, context, input),
        isHeld: () => false,
        finish: (ping) => sendPing(platform, ping),
      }),
      implement(declared.listWebhookDeliveries, listSent),
      implement(declared.getWebhookDelivery, readDelivery),
      implement(declared.redeliverWebhook, sendAgain),
    ],
    jobs: [webhookDispatch(platform)],
    schedules: [deliveryRetention(platform)],
    sealed: [sealedWebhooks],
  };
}
