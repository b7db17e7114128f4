import type { StoredWebhook } from "./webhook.store.ts";

/** The subject of an event of a webhook. Its address can hold a secret, so it has no name. */
export function ofWebhook({ id, projectId }: Pick<StoredWebhook, "id" | "projectId">) {
  return { projectId, subject: { type: "webhook", id, name: null } } as const;
}
