import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { openSpecScene, type SpecScene } from "./spec.testing.ts";

const opened: Server[] = [];
const asked: string[] = [];
let host = "";
let forbidden = "";
let testApp: TestApp;
let scene: SpecScene;

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const texts: Readonly<Record<string, string>> = {
  "/books.yaml": "Book: { properties: { author: { $ref: people.yaml#/Author } } }",
  "/people.yaml": 'Author: { properties: { books: { $ref: "./books.yaml#/Book" } } }',
  "/binary.yaml": "\0\0{",
};

/** Serves documents, and on other paths an endless chain or a redirect to a forbidden address. */
const answer: RequestListener = (request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  if (path === "/endless.yaml") {
    const line = Buffer.alloc(1 << 20, "# more\n");
    const write = (): void => {
      while (!response.destroyed && response.write(line));
    };
    response.on("drain", write).on("error", () => undefined);
    write();
    return;
  }
  if (path === "/away.yaml") {
    response.writeHead(302, { location: `${forbidden}/secret.yaml` }).end();
    return;
  }
  // Each refers to a new next one.
  const number = /^\/chain\/(\d+)$/.exec(path)?.[1];
  const text = number === undefined ? texts[path] : `$ref: "${Number(number) + 1}"`;
  response.writeHead(text === undefined ? 404 : 200).end(text);
};

beforeAll(async () => {
  host = await listen(answer);
  forbidden = await listen((request, response) => {
    asked.push(`forbidden ${request.url ?? ""}`);
    response.end("{}");
  });
  testApp = await buildTestApp({
    name: "references",
    egressAllow: `127.0.0.1/32:${new URL(host).port}`,
  });
  scene = await openSpecScene({ testApp });
});

afterAll(async () => {
  await testApp.close();
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
});

const documentOf = (...references: readonly string[]) => ({
  openapi: "3.1.0",
  info: { title: "Outward", version: "1.0.0" },
  paths: {},
  components: {
    schemas: Object.fromEntries(references.map(($ref, at) => [`Schema${at}`, { $ref }])),
  },
});

let count = 0;

async function importWith(references: readonly string[], more: object = {}) {
  const document = documentOf(...references);
  const text = JSON.stringify(document);
  const name = `Outward ${(count += 1)}`;
  asked.length = 0;
  const fields = { text, name, references: "fetch", baseUrl: `${host}/openapi.json`, ...more };
  const { body } = await scene.send("POST", "/import", fields);
  const path = `/${String(body["spec"]?.["id"])}/versions/${String(body["version"]?.["id"])}`;
  return { document, body, path };
}

const lintOf = async (path: string) =>
  (await scene.send("GET", `${path}/lint`)).body["findings"] as unknown as {
    readonly rule: string;
    readonly pointer: string;
    readonly message: string;
  }[];

const unresolved = async (path: string) =>
  (await lintOf(path)).filter(({ rule }) => rule === "no-unresolved-refs");

describe("references to other documents", () => {
  it("are reported, and nothing is fetched unless the call asks for it", async () => {
    const { body } = await importWith(["books.yaml#/Book"], { references: "report" });
    expect(body).toMatchObject({
      externalReferences: [{ uri: "books.yaml", count: 1, isFetched: false, problem: null }],
      fetchedDocuments: [],
    });
    expect(asked).toEqual([]);
  });

  it("are fetched transitively, each once, also in a circle", async () => {
    const { body, document, path } = await importWith(["books.yaml#/Book", "books.yaml#/Other"]);
    expect(body).toMatchObject({
      externalReferences: [{ uri: "books.yaml", count: 2, isFetched: true, problem: null }],
      fetchedDocuments: [
        { address: `${host}/books.yaml`, size: texts["/books.yaml"]?.length },
        { address: `${host}/people.yaml` },
      ],
    });
    expect(asked).toEqual(["/books.yaml", "/people.yaml"]);
    const exported = await scene.send("GET", `${path}/document`);
    expect(JSON.parse(exported.text)).toEqual(document);
  });

  it("are followed by lint into the fetched documents, also in copies of the version", async () => {
    const { body, path } = await importWith(["books.yaml#/Book", "books.yaml#/Other"]);
    const missing = [
      {
        pointer: "/components/schemas/Schema1",
        message: "The other document was read, and has nothing at that place.",
      },
    ];
    expect(await unresolved(path)).toMatchObject(missing);
    const specId = String(body["spec"]?.["id"]);
    const copy = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    expect(await unresolved(`/${specId}/versions/${String(copy.body["id"])}`)).toMatchObject(
      missing,
    );
    const left = await importWith(["books.yaml#/Book"], { references: "report" });
    expect(await unresolved(left.path)).toHaveLength(1);
  });

  it("are not fetched from a forbidden address, even after a redirect", async () => {
    const { body } = await importWith([
      "away.yaml",
      `${forbidden}/secret.yaml`,
      "file:///etc/passwd",
    ]);
    expect(body["externalReferences"]).toMatchObject([
      { isFetched: false, problem: expect.stringContaining("After a redirect from") as unknown },
      { isFetched: false, problem: expect.stringContaining("could not be read") as unknown },
      { isFetched: false, problem: "Only http and https addresses are fetched." },
    ]);
    expect(asked).toEqual(["/away.yaml"]);
  });

  it("are limited if a document has no end, and the others are still fetched", async () => {
    const { body } = await importWith(["endless.yaml", "binary.yaml", "gone.yaml", "people.yaml"]);
    expect(body["externalReferences"]).toMatchObject([
      { isFetched: false },
      { isFetched: false },
      { isFetched: false, problem: expect.stringContaining("status 404") as unknown },
      { isFetched: true, problem: null },
    ]);
  });

  it("are fetched up to a maximum number", async () => {
    const { body } = await importWith(["chain/1"]);
    expect(body["fetchedDocuments"]).toHaveLength(50);
    expect(asked).toHaveLength(50);
  });

  it("need the address of the document if they are relative", async () => {
    const { body } = await importWith(["books.yaml"], { baseUrl: undefined });
    expect(body["externalReferences"]).toMatchObject([
      { isFetched: false, problem: expect.stringContaining("send baseUrl") as unknown },
    ]);
    expect(asked).toEqual([]);
  });
});
