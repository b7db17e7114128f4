import type { SeededOrganization } from "../scene/seed-organizations.ts";
import { readRecords, type Lineage } from "./read-records.ts";

/** The id for a reference, and its organization. */
export interface PickedId {
  readonly value: string;
  readonly origin: "own" | "foreign" | "made up";
}

/** The ids and versions in the responses of one sequence so far. */
export interface KnownIds {
  /** An id of the kind, preferably one that fits `within`. */
  pick(kind: string, pick: number, within?: Lineage): PickedId;
  versionOf(subject: string): string | undefined;
  /** The parents of a record: `specId`, `versionId` and so on. */
  lineageOf(id: string): Lineage;
  /** All existing ids that fit, oldest first. */
  all(kind: string, within: Lineage): readonly string[];
  /** Stores the records of a response; `named` are the ids of its address. */
  learn(path: string, named: Lineage, body: unknown): void;
  /** Removes a deleted record and its parts. */
  forget(id: string): void;
}

const weirdIds = [
  "0",
  "..",
  ".",
  "%2e%2e",
  "..%2f..%2fopenapi.json",
  "%00",
  "null",
  "undefined",
  "00000000-0000-7000-8000-00000000000Z",
  "urn:uuid:00000000-0000-7000-8000-000000000000",
  "{00000000-0000-7000-8000-000000000000}",
  "__proto__",
  "a".repeat(199),
  "a".repeat(201),
  "%F0%9F%98%80",
  "%FF",
  "%",
  "order",
  "import",
  "1;2",
  "'",
];

/** A UUID of no record. */
function madeUp(pick: number): string {
  return `0198c0de-0000-7000-8000-${String(pick).padStart(12, "0")}`;
}

/** Ids of another organization, which must not be visible to this one. */
export type ForeignIds = ReadonlyMap<string, string>;

export function createKnownIds(own: SeededOrganization, foreignIds: ForeignIds): KnownIds {
  const ids = new Map<string, string[]>(Object.entries(own.ids).map(([kind, id]) => [kind, [id]]));
  ids.set("user", [...own.users]);
  ids.set("member", ids.get("user") ?? []);
  const projectId = own.ids.project;
  const lineages = new Map<string, Lineage>([
    [own.ids.environment, { projectId }],
    [own.ids.suite, { projectId }],
    [own.ids.case, { projectId, suiteId: own.ids.suite }],
  ]);
  const versions = new Map<string, string>();
  const gone = new Set<string>();

  const fits = (id: string, within: Lineage): boolean => {
    const lineage = lineages.get(id) ?? {};
    return Object.entries(within).every(([name, value]) => (lineage[name] ?? value) === value);
  };

  const all = (kind: string, within: Lineage): string[] =>
    (ids.get(kind) ?? []).filter((id) => !gone.has(id) && fits(id, within));

  return {
    pick(kind, pick, within = {}) {
      const fitting = pick < 60 ? all(kind, within) : [];
      const list = fitting.length > 0 ? fitting : (ids.get(kind) ?? []);
      if (kind !== "fresh" && pick < 78 && list.length > 0) {
        // Newest first: records that the sequence created.
        const at = list.length - 1 - (pick % Math.min(list.length, pick < 60 ? 2 : list.length));
        return { value: list[at] ?? "", origin: "own" };
      }
      const other = foreignIds.get(kind);
      if (pick >= 78 && pick < 87 && other !== undefined)
        return { value: other, origin: "foreign" };
      if (pick < 92) return { value: madeUp(pick), origin: "made up" };
      return { value: weirdIds[(pick * 7) % weirdIds.length] ?? "", origin: "made up" };
    },
    versionOf: (subject) => versions.get(subject),
    lineageOf: (id) => lineages.get(id) ?? {},
    all,
    learn(path, named, body) {
      for (const { kinds, id, subject, rowVersion, lineage } of readRecords(path, named, body)) {
        if (rowVersion !== null) versions.set(subject, rowVersion);
        if (id === null) continue;
        gone.delete(id);
        lineages.set(id, { ...lineages.get(id), ...lineage });
        for (const kind of kinds) {
          const list = ids.get(kind) ?? [];
          ids.set(kind, list);
          if (!list.includes(id)) list.push(id);
        }
      }
    },
    forget(id) {
      gone.add(id);
      for (const [other, lineage] of lineages)
        if (Object.values(lineage).includes(id)) gone.add(other);
    },
  };
}
