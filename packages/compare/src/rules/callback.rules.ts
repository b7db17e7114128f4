import type { Rule } from "../model/rule.types.ts";

const answer = { responses: { "200": { description: "Taken" } } };
const callback = {
  callbacks: { paid: { "{$request.body#/url}": { post: answer } } },
};
const webhooks = (...names: readonly string[]) => ({
  webhooks: Object.fromEntries(names.map((name) => [name, { post: answer }])),
});

/** Messages that the API sends on its own, in which client and server change places. */
export const callbackRules = {
  added: {
    name: "callback-added",
    summary: "A callback is new.",
    says: "The callback {name} is added.",
    effect: "neutral",
    severity: "info",
    reason: "Clients may ignore it.",
    example: { of: "operation", before: {}, after: callback },
  },
  removed: {
    name: "callback-removed",
    summary: "A callback is gone.",
    says: "The callback {name} is removed.",
    effect: "narrows",
    severity: "breaking",
    reason: "Clients that wait for it never receive it.",
    example: { of: "operation", before: callback, after: {} },
  },
  webhookAdded: {
    name: "webhook-added",
    summary: "A webhook is new.",
    says: "The webhook {name} is added.",
    effect: "neutral",
    severity: "info",
    reason: "Clients may ignore it.",
    example: { of: "document", before: webhooks("a"), after: webhooks("a", "b") },
  },
  webhookRemoved: {
    name: "webhook-removed",
    summary: "A webhook is gone.",
    says: "The webhook {name} is removed.",
    effect: "narrows",
    severity: "breaking",
    reason: "Clients that wait for it never receive it.",
    example: { of: "document", before: webhooks("a", "b"), after: webhooks("a") },
  },
} as const satisfies Record<string, Rule>;
