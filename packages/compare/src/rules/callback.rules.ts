import type { Rule } from "../model/rule.types.ts";

const answer = { responses: { "200": { description: "Taken" } } };
const callback = {
  callbacks: { paid: { "{$request.body#/url}": { post: answer } } },
};
const webhooks = (...names: readonly string[]) => ({
  webhooks: Object.fromEntries(names.map((name) => [name, { post: answer }])),
});

/** What the API sends by itself; who sends and who receives is turned around in it. */
export const callbackRules = {
  added: {
    name: "callback-added",
    summary: "The API calls back in a further way.",
    says: "The callback {name} is added.",
    effect: "neutral",
    severity: "info",
    reason: "Clients may take it, and need not.",
    example: { of: "operation", before: {}, after: callback },
  },
  removed: {
    name: "callback-removed",
    summary: "The API no longer calls back in a way.",
    says: "The callback {name} is removed.",
    effect: "narrows",
    severity: "breaking",
    reason: "Clients wait for it in vain.",
    example: { of: "operation", before: callback, after: {} },
  },
  webhookAdded: {
    name: "webhook-added",
    summary: "A webhook is new.",
    says: "The webhook {name} is added.",
    effect: "neutral",
    severity: "info",
    reason: "Clients may take it, and need not.",
    example: { of: "document", before: webhooks("a"), after: webhooks("a", "b") },
  },
  webhookRemoved: {
    name: "webhook-removed",
    summary: "A webhook is gone.",
    says: "The webhook {name} is removed.",
    effect: "narrows",
    severity: "breaking",
    reason: "Clients wait for it in vain.",
    example: { of: "document", before: webhooks("a", "b"), after: webhooks("a") },
  },
} as const satisfies Record<string, Rule>;
