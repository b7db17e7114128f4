import { eraseVariables } from "@lintel/contract/words/path-template";
import { isObject, memberOf, textOf } from "@lintel/json/value";
import type { ScanResult } from "../model/scan.types.ts";
import type { ScanFinding } from "../findings/finding.types.ts";
import { scoreFindings } from "../findings/score.ts";

/** A finding that a person decided to leave out, with the reason. */
export interface IgnoreEntry {
  /** Only the finding with this fingerprint. */
  readonly fingerprint: string | null;
  /** A guidance id; with `operation`, only there. */
  readonly guidance: string | null;
  /** As `GET /orders/{id}`; names of path variables do not count. */
  readonly operation: string | null;
  readonly reason: string;
  /** The last day on which the entry counts, as `2027-01-31`; null: it always does. */
  readonly expires: string | null;
}

const members = ["fingerprint", "guidance", "operation", "reason", "expires"] as const;

/**
 * Reads the content of an ignore file: a record with the list `ignore`.
 *
 * @returns the entries, or what is wrong with the file
 */
export function readIgnoreList(content: unknown): readonly IgnoreEntry[] | string {
  const list = memberOf(content, "ignore");
  if (!Array.isArray(list)) return "it needs the list `ignore`";
  const entries: IgnoreEntry[] = [];
  for (const [at, item] of list.entries()) {
    const entry = readEntry(item);
    if (typeof entry === "string") return `ignore[${at}] ${entry}`;
    entries.push(entry);
  }
  return entries;
}

function readEntry(item: unknown): IgnoreEntry | string {
  if (!isObject(item)) return "is no record";
  const unknown = Object.keys(item).find((name) => !members.some((member) => member === name));
  if (unknown !== undefined) return `has the unknown member ${JSON.stringify(unknown)}`;
  const wrong = members.find(
    (name) => memberOf(item, name) !== undefined && textOf(memberOf(item, name)) === null,
  );
  if (wrong !== undefined) return `needs a text for ${wrong}; write it in quotes`;
  const text = (name: (typeof members)[number]) => textOf(memberOf(item, name));
  const entry = {
    fingerprint: text("fingerprint"),
    guidance: text("guidance"),
    operation: text("operation"),
    reason: text("reason") ?? "",
    expires: text("expires"),
  };
  const { fingerprint, guidance, reason, expires } = entry;
  if (fingerprint === null && guidance === null) return "needs a fingerprint or a guidance id";
  if (reason.trim() === "") return "needs a reason";
  if (expires !== null && !isDay(expires)) return "needs a day such as 2027-01-31 for expires";
  return entry;
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** A result without the findings that are ignored. */
export interface FilteredResult {
  readonly result: ScanResult;
  readonly ignored: readonly ScanFinding[];
  /** Entries that no longer count because of their day. */
  readonly expired: readonly IgnoreEntry[];
  /** Entries that match no finding. */
  readonly unused: readonly IgnoreEntry[];
}

/** @param today - a day such as `2027-01-31` */
export function applyIgnoreList(
  result: ScanResult,
  entries: readonly IgnoreEntry[],
  today: string,
): FilteredResult {
  const isExpired = ({ expires }: IgnoreEntry) => expires !== null && expires < today;
  const live = entries.filter((entry) => !isExpired(entry));
  const isIgnored = (finding: ScanFinding) => live.some((entry) => matches(entry, finding));
  const findings = result.findings.filter((finding) => !isIgnored(finding));
  const scored = findings.map(({ guidance: { id, severity } }) => ({ guidanceId: id, severity }));
  return {
    result: {
      ...result,
      findings,
      securityScore: result.securityScore === null ? null : scoreFindings(scored),
    },
    ignored: result.findings.filter(isIgnored),
    expired: entries.filter(isExpired),
    unused: live.filter((entry) => !result.findings.some((finding) => matches(entry, finding))),
  };
}

const matches = (entry: IgnoreEntry, { fingerprint, guidance, method, path }: ScanFinding) =>
  (entry.fingerprint === null || entry.fingerprint === fingerprint) &&
  (entry.guidance === null || entry.guidance === guidance.id) &&
  (entry.operation === null ||
    eraseVariables(entry.operation) === eraseVariables(`${method} ${path}`));
