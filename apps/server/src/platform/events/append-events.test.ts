import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { appendAudit, type NewAuditEntry } from "../audit/audit-log.ts";
import type { Database } from "../database/open-database.ts";
import { appendEvents } from "./append-events.ts";
import type { NewEvent } from "./compile-append.ts";

let testApp: TestApp;
let db: Database;

beforeAll(async () => {
  testApp = await useTestApp();
  db = await testApp.cells.eu.platform.database();
});

const newEvent = (): NewEvent => ({
  type: "project.updated",
  version: 1,
  project_id: randomUUID(),
  permission: "projects:read",
  subject_type: "project",
  subject_id: randomUUID(),
  data: { changed: ["name"] },
});

const origin = (organizationId: string) => ({
  organizationId,
  occurredAt: new Date(),
  actor: { type: "user", id: randomUUID(), name: "ada@example.com", keyId: randomUUID() } as const,
  requestId: null,
});

function write(trx: Database, organizationId: string, count: number): Promise<string> {
  const events = Array.from({ length: count }, newEvent);
  const rest = { event: "project.updated", result: "success", target: null, details: {} } as const;
  const entry: NewAuditEntry = { ...origin(organizationId), ...rest };
  return appendAudit(trx, testApp.cells.eu.platform.keys, entry, events);
}

const select = (organizationId: string, after = "0") =>
  db
    .selectFrom("event")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .execute();

const numbers = async (organizationId: string) =>
  (await select(organizationId)).map(({ sequence }) => Number(sequence));

describe("events", () => {
  it("are numbered in their order, with an audit entry and without one", async () => {
    const organizationId = randomUUID();
    await write(db, organizationId, 2);
    const events = [newEvent(), newEvent(), newEvent()];
    await appendEvents(db, origin(organizationId), events);
    await write(db, organizationId, 0);
    const rows = await select(organizationId);
    expect(rows.map(({ sequence }) => sequence)).toEqual(["1", "2", "3", "4", "5"]);
    expect(rows.slice(2).map(({ subjectId }) => subjectId)).toEqual(
      events.map((event) => event.subject_id),
    );
    expect(rows[0]).toMatchObject({ data: { changed: ["name"] }, version: 1 });
  });

  it("name an actor by ids alone", async () => {
    const organizationId = randomUUID();
    await write(db, organizationId, 1);
    const [row] = await select(organizationId);
    expect(Object.keys(row?.actor ?? {})).toEqual(["type", "id", "keyId"]);
  });

  it("leave no gap where a change was rolled back", async () => {
    const organizationId = randomUUID();
    await write(db, organizationId, 1);
    const undone = db.transaction().execute(async (trx) => {
      await write(trx, organizationId, 3);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await write(db, organizationId, 1);
    expect(await numbers(organizationId)).toEqual([1, 2]);
  });

  it("are all seen, in order, by a reader that asks for what is newer than it has", async () => {
    const organizationId = randomUUID();
    await write(db, organizationId, 1);
    const writers = Array.from({ length: 30 }, (_, at) =>
      db.transaction().execute(async (trx) => {
        if (at % 3 === 0) return appendEvents(trx, origin(organizationId), [newEvent()]);
        return write(trx, organizationId, (at % 3) + 1);
      }),
    );
    let isWritten = false;
    const written = Promise.all(writers).then(() => (isWritten = true));
    const seen: number[] = [];
    for (let isLast = false; !isLast;) {
      // Read again after the last commit.
      isLast = isWritten;
      const rows = await select(organizationId, String(seen.at(-1) ?? 0));
      seen.push(...rows.map(({ sequence }) => Number(sequence)));
    }
    await written;
    expect(seen).toEqual(await numbers(organizationId));
    expect(seen).toEqual(Array.from({ length: 1 + 10 + 10 * 2 + 10 * 3 }, (_, at) => at + 1));
  });
});
