import { findingStatuses, severities } from "@lintel/contract/words/security";
import type { Input } from "../../api/api.ts";
import { readFilter } from "../../parts/filter-terms.ts";

/** What a person looks at first. */
export const usualFilter = "status:open";

const keys = [
  "status",
  "severity",
  "scanner",
  "class",
  "owasp",
  "environment",
  "assigned",
  "run",
  "new",
] as const;
type Key = (typeof keys)[number];

/** The filters of the operation, without paging. */
export type FindingQuery = NonNullable<Input<"triageFindings">["query"]>;

export interface ReadFilter {
  readonly query: FindingQuery;
  /** Why the text finds nothing that it could mean; null: it is right. */
  readonly problem: string | null;
}

interface Environment {
  readonly id: string;
  readonly name: string;
}

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text);

/** Which findings a text of the filter box means. */
export function readFindingFilter(text: string, environments: readonly Environment[]): ReadFilter {
  const { terms, words } = readFilter(text, keys);
  const query: Record<string, unknown> = {};
  let problem: string | null = null;
  const refuse = (reason: string) => {
    problem ??= reason;
  };
  const read: Readonly<Record<Key, (value: string) => void>> = {
    status: (value) => {
      query["status"] =
        choose(findingStatuses, value) ?? refuse(unknown("status", value, findingStatuses));
    },
    severity: (value) => {
      query["severity"] =
        choose(severities, value) ?? refuse(unknown("severity", value, severities));
    },
    scanner: (value) => {
      query["scannerId"] = value;
    },
    class: (value) => {
      query["guidanceId"] = value.toUpperCase();
    },
    owasp: (value) => {
      query["owaspCategory"] = toCategory(value);
    },
    environment: (value) => {
      const found = environments.find(({ name }) => name.toLowerCase() === value.toLowerCase());
      const names = environments.map(({ name }) => name);
      query["environmentId"] = found?.id ?? refuse(unknown("environment", value, names));
    },
    assigned: (value) => {
      if (value === "me") query["assignedToMe"] = true;
      else refuse(`“assigned:${value}” is unknown. Write assigned:me.`);
    },
    run: (value) => {
      query["scanRunId"] = isId(value) ? value : refuse(`“${value}” is no id of a scan.`);
    },
    new: (value) => {
      query["firstSeenScanRunId"] = isId(value) ? value : refuse(`“${value}” is no id of a scan.`);
    },
  };
  for (const [key, values] of terms) {
    const [value, second] = values;
    if (second !== undefined) refuse(`“${key}:” appears twice. Keep one of them.`);
    if (value !== undefined) read[key as Key](value);
  }
  if (words !== "") query["search"] = words.slice(0, 300);
  const known = Object.entries(query).filter(([, value]) => value !== undefined);
  return { query: Object.fromEntries(known) as FindingQuery, problem };
}

const choose = (names: readonly string[], value: string): string | undefined =>
  names.find((name) => name.toLowerCase() === value.toLowerCase());

const unknown = (key: string, value: string, names: readonly string[]): string =>
  `“${key}:${value}” is unknown. ${names.length === 0 ? "There are none yet." : `Known: ${names.join(", ")}.`}`;

/** `api1` as `API1:2023`. */
const toCategory = (value: string): string =>
  /^api\d+$/i.test(value) ? `${value.toUpperCase()}:2023` : value.toUpperCase();
