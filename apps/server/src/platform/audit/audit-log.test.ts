import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Database } from "../database/open-database.ts";
import { appendAudit, createChainKey, type AuditKeys, type NewAuditEntry } from "./audit-log.ts";
import { verifyAudit, type AuditEpoch, type AuditVerdict } from "./verify-audit.ts";

const length = 6;
let testApp: TestApp;
let db: Database;
let keys: AuditKeys;
let epochs: readonly AuditEpoch[];

beforeAll(async () => {
  testApp = await useTestApp();
  db = await testApp.cells.eu.platform.database();
  const { platform } = testApp.cells.eu;
  keys = platform.keys;
  epochs = await platform.keys.epochs(db);
});

function newEntry(organizationId: string, at: number): NewAuditEntry {
  return {
    organizationId,
    occurredAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)),
    event: "project.updated",
    result: "success",
    actor: { type: "user", id: randomUUID(), name: `äö"\u{1f600}${at}`, keyId: randomUUID() },
    target: at % 2 === 0 ? null : { type: "project", id: randomUUID(), name: "\\ ' \n" },
    requestId: at % 3 === 0 ? null : randomUUID(),
    details: { at, nested: { b: [1.5, null, true], a: "\u0000é" } },
  };
}

/** A chain of an organization that does not otherwise exist. */
async function makeChain(entries = length): Promise<string> {
  const organizationId = randomUUID();
  for (let at = 1; at <= entries; at += 1) {
    await appendAudit(db, keys, newEntry(organizationId, at));
  }
  return organizationId;
}

const rollback = new Error("rolled back");

/** Changes a chain, returns the result of the verification, and undoes the change. */
async function verifyAfter(
  organizationId: string,
  tamper: (trx: Database) => Promise<unknown>,
  notedHead: string | null = null,
): Promise<AuditVerdict> {
  let verdict: AuditVerdict | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(trx);
      await tamper(trx);
      verdict = await verifyAudit(trx, epochs, organizationId, notedHead);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (verdict === undefined) throw new Error("Nothing was verified.");
  return verdict;
}

const verify = (organizationId: string, notedHead: string | null = null) =>
  verifyAudit(db, epochs, organizationId, notedHead);

describe("a chain", () => {
  it("is intact as it is written, and its head can be noted", async () => {
    const organizationId = await makeChain();
    const verdict = await verify(organizationId);
    expect(verdict).toMatchObject({ isIntact: true, entries: length, firstFault: null });
    expect(verdict.head).toMatch(/^6:[0-9a-f]{64}$/);
    await appendAudit(db, keys, newEntry(organizationId, 7));
    expect(await verify(organizationId, verdict.head)).toMatchObject({
      isIntact: true,
      entries: 7,
    });
  });

  it("is intact while it is empty, and then has a head too", async () => {
    const verdict = await verify(randomUUID());
    expect(verdict).toMatchObject({ isIntact: true, entries: 0, head: `0:${"0".repeat(64)}` });
    expect((await verify(await makeChain(), verdict.head)).isIntact).toBe(true);
  });

  it("is intact after details were erased, because it covers only their digest", async () => {
    const organizationId = await makeChain();
    await sql`update audit_entry set details = '{}'
      where organization_id = ${organizationId} and sequence = 3`.execute(db);
    expect((await verify(organizationId)).isIntact).toBe(true);
  });

  it("is followed over more entries than are read at once", async () => {
    const organizationId = await makeChain(1);
    await db.transaction().execute(async (trx) => {
      for (let at = 2; at <= 1002; at += 1) {
        await appendAudit(trx, keys, newEntry(organizationId, at));
      }
    });
    expect(await verify(organizationId)).toMatchObject({ isIntact: true, entries: 1002 });
    const edit = (trx: Database) =>
      sql`update audit_entry set request_id = 'x'
        where organization_id = ${organizationId} and sequence = 1001`.execute(trx);
    expect((await verifyAfter(organizationId, edit)).firstFault?.sequence).toBe(1001);
  });

  it("stays one chain with twenty simultaneous writers, and is intact at every check in between", async () => {
    const organizationId = randomUUID();
    const writers = Array.from({ length: 20 }, (_, at) =>
      db.transaction().execute((trx) => appendAudit(trx, keys, newEntry(organizationId, at))),
    );
    const written = Promise.all(writers).then(() => "written" as const);
    const look = async () => {
      const { firstFault } = await verify(organizationId);
      expect(firstFault).toBe(null);
      return "looked" as const;
    };
    while ((await Promise.race([written, look()])) === "looked");
    await written;
    expect(await verify(organizationId)).toMatchObject({ isIntact: true, entries: 20 });
  });

  it("has no place for a write that was rolled back", async () => {
    const organizationId = await makeChain(2);
    await db
      .transaction()
      .execute(async (trx) => {
        await appendAudit(trx, keys, newEntry(organizationId, 3));
        throw rollback;
      })
      .catch(() => {});
    await appendAudit(db, keys, newEntry(organizationId, 4));
    expect(await verify(organizationId)).toMatchObject({ isIntact: true, entries: 3 });
  });

  it("is recorded with the permission that a caller was refused", async () => {
    const organization = await makeOrganization(testApp);
    const viewer = await makeMember(testApp, organization, "viewer");
    const body = { name: "Mine" };
    const send = (path: string, method: "POST" | "GET") =>
      request(testApp, { method, path, key: viewer.key, ...(method === "POST" ? { body } : {}) });
    expect((await send("/api/projects", "POST")).status).toBe(403);
    expect((await send("/api/audit-log", "GET")).status).toBe(403);
    const rows = await db
      .selectFrom("auditEntry")
      .selectAll()
      .where("organizationId", "=", organization.id)
      .where("result", "=", "refused")
      .execute();
    expect(rows).toMatchObject([
      {
        event: "project.created",
        actor: { id: viewer.userId },
        details: { code: "ROLE_INSUFFICIENT", operation: "createProject" },
      },
    ]);
    expect((await verify(organization.id)).isIntact).toBe(true);
  });
});

describe("the database", () => {
  it.each([
    ["an update", sql`update audit_entry set event = 'project.deleted'`],
    ["an update of the link", sql`update audit_entry set hash = ''`],
    ["a deletion", sql`delete from audit_entry`],
  ])("refuses %s of an entry", async (_, statement) => {
    const organizationId = await makeChain(1);
    const change = sql`${statement} where organization_id = ${organizationId}`;
    await expect(change.execute(db)).rejects.toThrow("append-only");
    expect((await verify(organizationId)).isIntact).toBe(true);
  });
});

describe("verification", () => {
  let organizationId: string;
  let head: string;

  beforeAll(async () => {
    organizationId = await makeChain();
    head = (await verify(organizationId)).head;
  });

  const setOf = (assignment: string, sequence: number) => (trx: Database) =>
    sql`update audit_entry set ${sql.raw(assignment)}
      where organization_id = ${organizationId} and sequence = ${sequence}`.execute(trx);
  const remove = (sequence: number) => (trx: Database) =>
    sql`delete from audit_entry
      where organization_id = ${organizationId} and sequence = ${sequence}`.execute(trx);
  const swap = (left: number, right: number) => async (trx: Database) => {
    await setOf("sequence = 1000", left)(trx);
    await setOf(`sequence = ${left}`, right)(trx);
    await setOf(`sequence = ${right}`, 1000)(trx);
  };
  /** Makes the head what it was when `sequence` was the newest. */
  const moveHead = (sequence: number) => (trx: Database) =>
    sql`update audit_head set sequence = ${sequence}, hash = (select hash from audit_entry
      where organization_id = ${organizationId} and sequence = ${sequence})
      where organization_id = ${organizationId}`.execute(trx);

  it.each([
    ["occurred_at", "occurred_at = '2026-01-01T00:00:03.001Z'"],
    ["event", "event = 'project.deleted'"],
    ["result", "result = 'refused'"],
    ["actor", `actor = '{"type":"user","id":null,"name":"someone","keyId":null}'`],
    ["target", "target = 'null'"],
    ["request_id", "request_id = 'another'"],
    ["request_id, where there was none", "request_id = coalesce(request_id, 'x') || 'y'"],
    ["details", `details = '{"at":4}'`],
    ["details, to nothing at all", "details = 'null'"],
    ["details, to an empty list", "details = '[]'"],
    ["details_digest", "details_digest = repeat('0', 64)"],
    ["details with their digest", `details = '{}', details_digest = repeat('0', 64)`],
    ["hash", "hash = sha256('')"],
  ])("finds an edited %s", async (_, assignment) => {
    const verdict = await verifyAfter(organizationId, setOf(assignment, 3));
    expect(verdict).toMatchObject({
      isIntact: false,
      entries: 2,
      firstFault: { sequence: 3, reason: "edited" },
    });
  });

  it("finds an entry that was moved to another place or another organization", async () => {
    for (const assignment of ["sequence = 99", `organization_id = '${randomUUID()}'`]) {
      const verdict = await verifyAfter(organizationId, setOf(assignment, 3));
      expect(verdict.firstFault).toMatchObject({ sequence: 3, reason: "missing" });
    }
  });

  it("finds a gap at its beginning, and the first entry gone", async () => {
    for (const sequence of [1, 4]) {
      const verdict = await verifyAfter(organizationId, remove(sequence));
      expect(verdict.firstFault).toMatchObject({ sequence, reason: "missing" });
    }
  });

  it("finds two entries that changed places", async () => {
    const verdict = await verifyAfter(organizationId, swap(2, 5));
    expect(verdict.firstFault).toMatchObject({ sequence: 2, reason: "edited" });
  });

  it("finds the newest entry gone by the head", async () => {
    const verdict = await verifyAfter(organizationId, remove(length));
    expect(verdict.firstFault).toMatchObject({ sequence: length, reason: "truncated" });
  });

  it("finds the newest entry gone and the head moved back only with a noted head", async () => {
    const cut = async (trx: Database) => {
      await remove(length)(trx);
      await moveHead(length - 1)(trx);
    };
    expect((await verifyAfter(organizationId, cut)).isIntact).toBe(true);
    const verdict = await verifyAfter(organizationId, cut, head);
    expect(verdict.firstFault).toMatchObject({ sequence: length, reason: "truncated" });
    const writeOn = async (trx: Database) => {
      await cut(trx);
      await appendAudit(trx, keys, newEntry(organizationId, 99));
    };
    expect((await verifyAfter(organizationId, writeOn)).isIntact).toBe(true);
    const rewritten = await verifyAfter(organizationId, writeOn, head);
    expect(rewritten.firstFault).toMatchObject({ sequence: length, reason: "edited" });
  });

  it("finds everything gone only with a noted head", async () => {
    const empty = async (trx: Database) => {
      await sql`delete from audit_entry where organization_id = ${organizationId}`.execute(trx);
      await sql`delete from audit_head where organization_id = ${organizationId}`.execute(trx);
    };
    expect(await verifyAfter(organizationId, empty)).toMatchObject({ isIntact: true, entries: 0 });
    const verdict = await verifyAfter(organizationId, empty, head);
    expect(verdict.firstFault).toMatchObject({ sequence: 1, reason: "truncated" });
  });

  it.each([
    ["gone", sql`delete from audit_head`, "missing"],
    ["moved back", sql`update audit_head set sequence = 5`, "truncated"],
    ["moved on", sql`update audit_head set sequence = 7`, "truncated"],
    ["another", sql`update audit_head set hash = sha256('')`, "truncated"],
  ])("finds the head %s", async (_, statement, reason) => {
    const verdict = await verifyAfter(organizationId, (trx) =>
      sql`${statement} where organization_id = ${organizationId}`.execute(trx),
    );
    expect(verdict).toMatchObject({ isIntact: false, firstFault: { reason } });
  });

  it("finds entries that were written without the key", async () => {
    const key = createChainKey(Buffer.alloc(32, "someone else"));
    const foreign = { ...keys, current: () => ({ ...keys.current(), key }) };
    const verdict = await verifyAfter(organizationId, (trx) =>
      appendAudit(trx, foreign, newEntry(organizationId, 7)),
    );
    expect(verdict.firstFault).toMatchObject({ sequence: 7, reason: "edited" });
  });

  it("finds any change of a chain, at the first changed entry", async () => {
    const place = fc.integer({ min: 1, max: length });
    const text = fc
      .string({ minLength: 1, maxLength: 20 })
      .map((some) => some.replaceAll("\0", "0"));
    const json = fc.dictionary(text, fc.jsonValue(), { minKeys: 1 });
    const column = fc.oneof(
      text.map((value) => ["event", sql`${value}`] as const),
      text.map((value) => ["occurred_at", sql`${value}`] as const),
      text.map((value) => ["request_id", sql`${value}`] as const),
      text.map((value) => ["details_digest", sql`${value}`] as const),
      json.map((value) => ["actor", sql`${JSON.stringify(value)}::json`] as const),
      json.map((value) => ["target", sql`${JSON.stringify(value)}::json`] as const),
      json.map((value) => ["details", sql`${JSON.stringify(value)}::json`] as const),
      fc
        .uint8Array({ maxLength: 40 })
        .map((value) => ["hash", sql`${Buffer.from(value)}`] as const),
    );
    const edit = fc.tuple(place, column).map(([sequence, [name, value]]) => ({
      first: sequence,
      act: (trx: Database) =>
        sql`update audit_entry set ${sql.ref(name)} = ${value}
          where organization_id = ${organizationId} and sequence = ${sequence}`.execute(trx),
    }));
    const removal = place.map((sequence) => ({ first: sequence, act: remove(sequence) }));
    const exchange = fc
      .tuple(place, place)
      .filter(([left, right]) => left !== right)
      .map(([left, right]) => ({ first: Math.min(left, right), act: swap(left, right) }));
    const truncation = fc.integer({ min: 1, max: length - 1 }).map((last) => ({
      first: last + 1,
      act: async (trx: Database) => {
        await sql`delete from audit_entry
          where organization_id = ${organizationId} and sequence > ${last}`.execute(trx);
        await moveHead(last)(trx);
      },
    }));
    const tampering = fc.oneof({ arbitrary: edit, weight: 4 }, removal, exchange, truncation);
    await fc.assert(
      fc.asyncProperty(tampering, async ({ first, act }) => {
        const verdict = await verifyAfter(organizationId, act, head);
        expect(verdict.isIntact).toBe(false);
        expect(verdict.firstFault?.sequence).toBe(first);
      }),
      { numRuns: 200 },
    );
    expect((await verify(organizationId, head)).isIntact).toBe(true);
  });
});
