import type { ChangeSeverity } from "@lintel/contract/words/comparison";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { readFilter } from "../../parts/filter-terms.ts";
import { keyOfChange, type Change } from "./for-clients.ts";

/** The changes of one endpoint, of one component, or of the API as a whole. */
export interface ChangeGroup {
  readonly title: string;
  /** null for what is no endpoint. */
  readonly method: string | null;
  readonly changes: readonly ListedChange[];
  /** Pointers (RFC 6901) of what changed in the two documents; null for the API as a whole. */
  readonly pointers: { readonly before: string; readonly after: string } | null;
}

export interface ListedChange extends Change {
  /** Unlike the key of a review, no two changes of a comparison share it. */
  readonly id: string;
}

/** The groups in the order of their most severe change. */
export function groupChanges({ changes, endpoints }: Comparison): ChangeGroup[] {
  const groups = new Map<string, { own: Omit<ChangeGroup, "changes">; changes: ListedChange[] }>();
  const seen = new Map<string, number>();
  for (const change of changes) {
    const key = keyOfChange(change);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    const listed = { ...change, id: count === 0 ? key : `${key} ${count}` };
    const own = placeGroup(change, endpoints);
    const name = `${own.method ?? ""} ${own.title}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { own, changes: [listed] });
    else group.changes.push(listed);
  }
  return Array.from(groups.values(), ({ own, changes: found }) => ({ ...own, changes: found }));
}

function placeGroup(
  { method, path, pointer }: Change,
  endpoints: Comparison["endpoints"],
): Omit<ChangeGroup, "changes"> {
  const [component, kind, name] = /^\/components\/([^/]+)\/([^/]+)/.exec(pointer) ?? [];
  if (component !== undefined && kind !== undefined && name !== undefined)
    return {
      title: unescapeStep(name),
      method: null,
      pointers: { before: component, after: component },
    };
  if (method === null || path === null) return { title: "The API", method: null, pointers: null };
  const isWebhook = pointer.startsWith("/webhooks/");
  const at = (own: string) =>
    `/${isWebhook ? "webhooks" : "paths"}/${escapeStep(own)}/${method.toLowerCase()}`;
  const entry = endpoints.find(
    (one) => one.path === path && one.method.toLowerCase() === method.toLowerCase(),
  );
  return { title: path, method, pointers: { before: at(entry?.oldPath ?? path), after: at(path) } };
}

const escapeStep = (text: string) => text.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapeStep = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** What a pointer leads to in a document; undefined where there is nothing. */
export function readPointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1).map(unescapeStep)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

export const filterKeys = ["severity", "path"] as const;

/** The groups and changes that a filter such as `severity:breaking path:/books limit` leaves. */
export function filterGroups(groups: readonly ChangeGroup[], text: string): ChangeGroup[] {
  const { terms, words } = readFilter(text.trim(), filterKeys);
  const severities = (terms.get("severity") ?? []).map((value) => value.toLowerCase());
  const paths = (terms.get("path") ?? []).map((value) => value.toLowerCase());
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap((group) => {
    const name = `${group.method ?? ""} ${group.title}`.toLowerCase();
    if (paths.length > 0 && !paths.some((path) => name.includes(path))) return [];
    const changes = group.changes.filter(({ severity, message, rule }) => {
      const own = `${name} ${message} ${rule}`.toLowerCase();
      const isSevere = severities.length === 0 || severities.includes(severity);
      return isSevere && wanted.every((word) => own.includes(word));
    });
    return changes.length === 0 ? [] : [{ ...group, changes }];
  });
}

export function countSeverities(changes: readonly Change[]): Record<ChangeSeverity, number> {
  const counts = { breaking: 0, warn: 0, info: 0 };
  for (const { severity } of changes) counts[severity] += 1;
  return counts;
}
