import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import type { Probe } from "./scanner.types.ts";

/**
 * The working baseline of the first identity that has one, or the reason why the last identity has
 * none.
 */
export async function findBaseline(
  probe: Probe,
  operation: Operation,
  among: readonly Identity[] = probe.identities,
): Promise<WorkingBaseline | string> {
  let reason = "the scan has no identity";
  for (const { name } of among) {
    const baseline = await probe.baseline(operation, name);
    if (baseline.works) return baseline;
    reason = `it does not work for ${name}: ${baseline.reason}`;
  }
  return reason;
}

/** A request that the target answered in any way. */
export type Answered = Pick<WorkingBaseline, "operation" | "draft" | "exchange" | "identity"> & {
  readonly works?: boolean;
};

/**
 * Like `findBaseline`, but also a request that was answered otherwise: with a redirect, or refused.
 * A request that works comes first.
 */
export async function findAnswered(probe: Probe, operation: Operation): Promise<Answered | string> {
  let found: Answered | string = "the scan has no identity";
  for (const { name } of probe.identities) {
    const baseline = await probe.baseline(operation, name);
    if (baseline.works) return baseline;
    const { draft, exchange, reason } = baseline;
    const isAnswered = draft !== null && exchange !== null && exchange.status !== 0;
    if (isAnswered && typeof found === "string")
      found = { operation, draft, exchange, identity: name };
    // Signing in fails alike for all, and failures are counted.
    if (isAnswered && !operation.needsCredential) return found;
    if (typeof found === "string") found = `it does not work for ${name}: ${reason}`;
  }
  return found;
}

/** The same request for an item that does not exist; the path itself if it names no item. */
export function toMissingItem(draft: RequestDraft, word: string): RequestDraft {
  const at = draft.path.lastIndexOf("/") + 1;
  const last = draft.path.slice(at);
  return { ...draft, path: draft.path.slice(0, at) + likeId(last, word) };
}

/** An id of the same form, so that it is refused for its absence and not for its form. */
function likeId(id: string, word: string): string {
  if (/^\d+$/.test(id)) return "987654321";
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])/i.test(id))
    return `${id.slice(0, 24)}${"0123456789ab".split("").toReversed().join("")}`;
  return word;
}

/** A GET of a path below the address of the scan. */
export const toGet = (path: string): RequestDraft => ({
  method: "GET",
  path,
  query: [],
  headers: [],
  body: null,
});

export const withHeader = (draft: RequestDraft, name: string, value: string): RequestDraft => ({
  ...draft,
  headers: [
    ...draft.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase()),
    [name, value],
  ],
});

export const withQuery = (draft: RequestDraft, name: string, value: string): RequestDraft => ({
  ...draft,
  query: [...draft.query.filter(([own]) => own !== name), [name, value]],
});

export const withJson = (draft: RequestDraft, value: unknown): RequestDraft => ({
  ...draft,
  body: { mediaType: draft.body?.mediaType ?? "application/json", text: JSON.stringify(value) },
});
