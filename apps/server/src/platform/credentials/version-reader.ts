import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { compileOnce } from "../database/compile-once.ts";
import type { Database } from "../database/open-database.ts";

/** Versions by organization, as one statement found them; an organization that is gone has none. */
export type Versions = ReadonlyMap<string, string>;

/** Reads the `auth_version` of organizations for calls that must know it as of now. */
export interface VersionReader {
  /** The version as of some moment after this was called; undefined where there is none. */
  read(organizationId: string): Promise<string | undefined>;
}

/** A read that takes longer no longer holds up the one after it. Milliseconds. */
const patienceMs = 1000;

/**
 * One read at a time, shared by all who asked before it started. A read that is under way proves
 * nothing to who asks now, for its snapshot may be older than the call: such a call joins the next.
 */
export function createVersionReader(
  readVersions: (organizationIds: readonly string[]) => Promise<Versions>,
): VersionReader {
  let waiting: { readonly ids: Set<string>; readonly found: Promise<Versions> } | null = null;
  let underWay: Promise<unknown> = Promise.resolve();

  function gather() {
    const ids = new Set<string>();
    const before = underWay;
    const found = before.then(nextTurn).then(() => {
      // From here on the read has begun, and whoever comes later waits for another.
      waiting = null;
      const reading = readVersions([...ids]);
      underWay = endOrTimeOut(reading);
      return reading;
    });
    waiting = { ids, found };
    return waiting;
  }

  return {
    async read(organizationId) {
      const batch = waiting ?? gather();
      batch.ids.add(organizationId);
      return (await batch.found).get(organizationId);
    },
  };
}

function endOrTimeOut(reading: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    reading.then(end, end);
  });
}

const selectRows = compileOnce((db: Database, organizationIds: readonly string[]) =>
  db
    .selectFrom("organization")
    .select(["id", "authVersion"])
    .where(sql<boolean>`id = any(${sql.val(organizationIds)}::uuid[])`),
);

/** The versions of some organizations, in one statement. */
export async function selectVersions(
  db: Database,
  organizationIds: readonly string[],
): Promise<Versions> {
  const rows = await selectRows(db, organizationIds);
  return new Map(rows.map((row) => [row.id, row.authVersion]));
}
