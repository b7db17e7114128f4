import { afterAll, describe, expect, it } from "vitest";
import { createDocumentWork, type DocumentWork } from "./document-work.ts";

const opened: DocumentWork[] = [];

function open(options: Parameters<typeof createDocumentWork>[0]): DocumentWork {
  const work = createDocumentWork(options);
  opened.push(work);
  return work;
}

afterAll(async () => {
  await Promise.all(opened.map((work) => work.close()));
});

const document = (count: number) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Books", version: "1.0.0" },
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `/books/${at}`,
        { get: { responses: { "200": { description: "One" } } } },
      ]),
    ),
  });

const organizationId = "a";

const read = (work: DocumentWork, text: string) =>
  work.run("readDocument", { text }, { organizationId, size: text.length });

describe("work on documents", () => {
  it("answers the same in a thread as at once", async () => {
    const text = document(3);
    const [here, there] = await Promise.all([
      read(open({ threadedSize: Infinity }), text),
      read(open({ threadedSize: 0 }), text),
    ]);
    const { packed, compressed, ...rest } = here;
    expect(there).toMatchObject(rest);
    expect(Buffer.from(there.compressed)).toEqual(compressed);
    expect(there.packed.document).toEqual(packed.document);
    const withoutIds = ({ columns }: typeof packed.rows.pathItems) => ({ ...columns, id: [] });
    expect(withoutIds(there.packed.rows.pathItems)).toEqual(withoutIds(packed.rows.pathItems));
    expect(there.packed.rows.endpoints.count).toBe(3);
  });

  it("refuses in a thread as at once", async () => {
    for (const threadedSize of [0, Infinity]) {
      const refused = read(open({ threadedSize }), '{"openapi": "3.1.0",\n "info": }');
      await expect(refused).rejects.toMatchObject({
        name: "Problem",
        code: "SPEC_INVALID",
        members: { reason: "SYNTAX_INVALID", line: 2, column: 10 },
      });
    }
  });

  it("stops what takes too long, says so, and goes on with the next", async () => {
    const work = open({ threadedSize: 1_000, limitMs: 1, threads: 1 });
    await expect(read(work, document(100))).rejects.toMatchObject({
      code: "DOCUMENT_TOO_COSTLY",
      detail: expect.stringContaining("stopped after 0.001 s") as unknown,
    });
    expect((await read(work, document(1))).isValid).toBe(true);
  });

  it("lets a few wait, refuses more, and then takes the next again", async () => {
    const work = open({ threadedSize: 0, threads: 1, maxWaiting: 1 });
    const text = document(1);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => read(work, text)));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(outcomes[2]).toMatchObject({ reason: { code: "UNAVAILABLE" } });
    expect((await read(work, text)).isValid).toBe(true);
  });

  it("has large documents written one after the other, and small ones at any time", async () => {
    const work = open({ threadedSize: 1_000, maxWaiting: 1 });
    const order: string[] = [];
    const write = async (name: string, size: number) => {
      const leave = await work.enterWriting({ organizationId, size });
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      order.push(`${name} ends`);
      leave();
    };
    const first = write("first", 1_000);
    const second = write("second", 1_000);
    await expect(write("third", 1_000)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await Promise.all([first, second, write("small", 10)]);
    expect(order.filter((line) => !line.startsWith("small"))).toEqual([
      "first begins",
      "first ends",
      "second begins",
      "second ends",
    ]);
    expect(order.indexOf("small begins")).toBeLessThan(order.indexOf("second begins"));
  });

  it("lets other work go on while a large document is read", async () => {
    const work = open({ threadedSize: 0 });
    const order: string[] = [];
    const reading = read(work, document(2_000)).then(() => order.push("read"));
    await new Promise(setImmediate);
    order.push("other work");
    await reading;
    expect(order).toEqual(["other work", "read"]);
  });
});
