import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../testing/factories.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { createVersionReader, selectVersions, type Versions } from "./version-reader.ts";

/** A reader of the test's database that reports its reads, and waits where a test asks for it. */
async function openReader() {
  const testApp = await useTestApp();
  const db = await testApp.cells.eu.platform.database();
  const reads: (readonly string[])[] = [];
  const gates: Promise<unknown>[] = [];
  const reader = createVersionReader(async (ids) => {
    reads.push(ids);
    const versions = await selectVersions(db, ids);
    await gates.shift();
    return versions;
  });
  return { testApp, reader, reads, gates };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("the versions of organizations", () => {
  it("are read once for all who ask before the read starts", async () => {
    const { testApp, reader, reads } = await openReader();
    const ids = [await makeOrganization(testApp), await makeOrganization(testApp)].map(
      ({ id }) => id,
    );
    const asked = Array.from({ length: 20 }, (_, at) => reader.read(ids[at % 2] ?? ""));
    const versions = await Promise.all([...asked, reader.read(randomUUID())]);
    expect(reads).toHaveLength(1);
    expect(reads[0]).toHaveLength(3);
    expect(versions.slice(0, 20).every((version) => Number(version) > 0)).toBe(true);
    expect(versions.at(-1)).toBe(undefined);
  });

  it("are read again for calls during a read, in one read for all of them", async () => {
    const { testApp, reader, reads, gates } = await openReader();
    const organization = await makeOrganization(testApp);
    let open = () => {};
    gates.push(new Promise<void>((resolve) => (open = resolve)));
    const before = reader.read(organization.id);
    while (reads.length === 0) await nextTurn();
    // The read under way may have seen the state before this change: it must not serve later calls.
    await makeMember(testApp, organization, "viewer");
    const after = [reader.read(organization.id), reader.read(organization.id)];
    await nextTurn();
    expect(reads).toHaveLength(1);
    open();
    const [first, second] = await Promise.all(after);
    expect(Number(first)).toBeGreaterThan(Number(await before));
    expect(second).toBe(first);
    expect(reads).toHaveLength(2);
  });

  it("that cannot be read fail for those who asked, and for nobody after them", async () => {
    const answers: (() => Promise<Versions>)[] = [
      () => Promise.reject(new Error("gone")),
      async () => new Map([["a", "1"]]),
    ];
    const reader = createVersionReader(() => (answers.shift() ?? (async () => new Map()))());
    const failing = [reader.read("a"), reader.read("b")];
    for (const asked of failing) await expect(asked).rejects.toThrow("gone");
    expect(await reader.read("a")).toBe("1");
  });

  it("are not held up for good by a read that never ends", async () => {
    const answers = [new Promise<Versions>(() => {}), Promise.resolve(new Map([["a", "2"]]))];
    const reader = createVersionReader(() => answers.shift() ?? Promise.resolve(new Map()));
    void reader.read("a");
    await nextTurn();
    await nextTurn();
    expect(await reader.read("a")).toBe("2");
  });
});
