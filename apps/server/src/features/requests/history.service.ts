import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { getSentRequest, listSentRequests } from "@lintel/contract/operations/sent-request";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import {
  deleteHistory,
  selectHistory,
  selectSentRequest,
  type HistoryPlace,
} from "./sent-request.store.ts";

/** Everybody sees only their own history: requests can hold personal data. */
export function historyOf({ organizationId, projectId, principal }: ProjectContext): HistoryPlace {
  return { organizationId, projectId, sentBy: principal.user?.id ?? principal.actor.name };
}

export async function listHistory(
  context: ProjectContext,
  input: InputOf<typeof listSentRequests>,
): Promise<OutputOf<typeof listSentRequests>> {
  const page = await selectHistory(
    context.db,
    historyOf(context),
    input.endpointId,
    readPaging(input),
  );
  const items = page.items.map(({ sentAt, id, endpointId, environmentId, ...row }) => ({
    id,
    sentAt: sentAt.toISOString(),
    endpointId,
    environmentId,
    environmentName: row.environmentName,
    method: row.method,
    url: row.url,
    status: row.status,
    errorCode: row.errorCode,
    elapsedMs: row.elapsedMs,
    sizeBytes: row.sizeBytes,
  }));
  return { ...page, items };
}

export async function readSent(
  context: ProjectContext,
  id: string,
): Promise<OutputOf<typeof getSentRequest>> {
  const row = await selectSentRequest(context.db, historyOf(context), id);
  if (row === undefined) throw notFound("The sent request");
  return {
    id,
    sentAt: row.sentAt.toISOString(),
    endpointId: row.endpointId,
    environmentId: row.environmentId,
    environmentName: row.environmentName,
    template: row.template,
    elapsedMs: row.elapsedMs,
    ...row.exchange,
  };
}

export async function removeSent(context: ProjectContext, id: string): Promise<void> {
  const count = await deleteHistory(context.db, historyOf(context), id);
  if (count === 0) throw notFound("The sent request");
  context.emit("request.deleted", {
    subject: { type: "request", id, name: null },
    data: { count },
  });
}

export async function clearHistory(context: ProjectContext): Promise<void> {
  const count = await deleteHistory(context.db, historyOf(context), null);
  if (count === 0) return;
  const subject = { type: "request", id: context.projectId, name: null } as const;
  context.emit("request.deleted", { subject, data: { count } });
}
