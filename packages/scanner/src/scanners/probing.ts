import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import { showsSame } from "../traffic/compare-answers.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted, isRefused, judgeAnswer } from "../traffic/judge-answer.ts";
import { skipped, type Observation, type Probe } from "./scanner.types.ts";

/** Why an operation cannot be tested with what belongs to an identity. */
export const noBaseline = (identity: string, reason: string): string =>
  `no usual request of ${identity} succeeds: ${reason}`;

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
    reason = noBaseline(name, baseline.reason);
  }
  return reason;
}

/** A request that the target answered in any way. */
export type Answered = Pick<WorkingBaseline, "operation" | "draft" | "exchange" | "identity"> & {
  /** Why it proves nothing if nothing is found with it; null if it is as good as one that works. */
  readonly doubt: string | null;
};

/**
 * Like `findBaseline`, but also a request that was answered otherwise, because the values of a
 * document are often invented. A request that works comes first. What only this operation answers
 * proves as much: a redirect, the refusal of a sign-in, and the documented 404 for an id.
 */
export async function findAnswered(probe: Probe, operation: Operation): Promise<Answered | string> {
  let found: Answered | string = "the scan has no identity";
  for (const { name } of probe.identities) {
    const baseline = await probe.baseline(operation, name);
    if (baseline.works) return { ...baseline, doubt: null };
    const { draft, exchange } = baseline;
    const reason = noBaseline(name, baseline.reason);
    if (draft === null || exchange === null || !isTelling(exchange)) {
      if (typeof found === "string") found = reason;
      continue;
    }
    const isOwn = isOwnAnswer(operation, exchange) && !(await probe.isNowhere(exchange, name));
    const answered: Answered = {
      operation,
      draft,
      exchange,
      identity: name,
      doubt: isOwn ? null : reason,
    };
    if (typeof found === "string") found = answered;
    // Signing in fails alike for all, and failures are counted.
    if (!operation.needsCredential) return answered;
  }
  return found;
}

/** What was found; if that is nothing, only a request without a doubt shows that nothing is there. */
export const conclude = (
  { doubt }: Answered,
  found: readonly Observation[],
): readonly Observation[] => (found.length === 0 && doubt !== null ? skipped(doubt) : found);

const isTelling = (exchange: Exchange): boolean =>
  ["refused", "other"].includes(judgeAnswer(exchange));

/** Whether the operation itself can have answered so, as opposed to what is in front of it. */
function isOwnAnswer(
  { needsCredential, isAsking, path, statuses }: Operation,
  exchange: Exchange,
): boolean {
  const { status } = exchange;
  if (status === 401 || status === 403) return isAsking && !needsCredential;
  if (status === 404) return path.includes("{") && statuses.has("404");
  return status >= 300 && status < 400 && !isRefused(exchange);
}

/**
 * Compares answers with that of a request that works. Values that change with each answer do not
 * count; they are learned when an answer first differs.
 */
export async function showsRecord(
  probe: Probe,
  baseline: WorkingBaseline,
  answer: Exchange,
): Promise<boolean> {
  const { exchange } = baseline;
  if (showsSame(exchange, answer)) return true;
  if (!isGranted(answer) || exchange.json === undefined || answer.json === undefined) return false;
  return showsSame(exchange, answer, await probe.listChanging(baseline));
}

/** The same request for an item that does not exist. */
export function toMissingItem(
  draft: RequestDraft,
  { value }: Pick<Bound, "value">,
  word: string,
): RequestDraft {
  const missing = likeId(value, word);
  const segments = draft.path.split("/");
  const at = segments.lastIndexOf(encodeURIComponent(value));
  if (at >= 0) return { ...draft, path: segments.with(at, missing).join("/") };
  const query = draft.query.map(([name, own]) => [name, own === value ? missing : own] as const);
  return { ...draft, query };
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
