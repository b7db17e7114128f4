import type { Input } from "../../../api/api.ts";
import { readFilter } from "../../../parts/filter-terms.ts";

export type AuditFilter = Omit<Input<"exportAuditLog">, "format" | "after">;
type Category = NonNullable<AuditFilter["category"]>;

// Complete by its type: a new category does not compile without a line here.
const known: Readonly<Record<Category, true>> = {
  "API Keys": true,
  Deprecation: true,
  Design: true,
  Documentation: true,
  OAuth: true,
  Operator: true,
  Organization: true,
  Projects: true,
  SCIM: true,
  SSO: true,
  Security: true,
  Tests: true,
  "User & Members": true,
  Webhooks: true,
};

export const auditCategories = Object.keys(known) as Category[];

const keys = ["category", "event", "actor", "target", "from", "to"];

/**
 * What the filter box asks of the server. A word without a key is the type of an event where it has a dot and no @,
 * and an actor otherwise. A day counts as its beginning in UTC.
 */
export function readAuditFilter(text: string): AuditFilter {
  const { terms, words } = readFilter(text, keys);
  const last = (key: string) => terms.get(key)?.at(-1);
  const isEvent = words.includes(".") && !words.includes("@");
  const category = auditCategories.find(
    (one) => one.toLowerCase() === last("category")?.toLowerCase(),
  );
  const fields = {
    category,
    event: last("event") ?? (isEvent ? words : undefined),
    actor: last("actor") ?? (isEvent || words === "" ? undefined : words),
    target: last("target"),
    from: toInstant(last("from")),
    to: toInstant(last("to")),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as AuditFilter;
}

const toInstant = (given: string | undefined) =>
  given !== undefined && /^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00:00Z` : given;
