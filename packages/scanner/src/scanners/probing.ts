import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import type { Probe } from "./scanner.types.ts";

/**
 * The baseline of the first identity for which an operation works. If it works for none, the reason
 * for the last identity.
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
