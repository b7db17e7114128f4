import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "./spec.testing.ts";

interface Find {
  readonly kind: string;
  readonly title: string;
  readonly endpointId: string | null;
  readonly excerpt: string | null;
}

const document = {
  openapi: "3.1.0",
  info: { title: "Bookshop", version: "1.0.0" },
  tags: [{ name: "Orders", description: "What customers buy" }],
  paths: {
    "/books": {
      parameters: [{ name: "shelf", in: "query", schema: { type: "string" } }],
      get: {
        summary: "List books",
        operationId: "listBooks",
        description: "Every volume 100% in stock, by a_b",
        parameters: [{ name: "author", in: "query", description: "Who wrote the volume" }],
        responses: {
          200: {
            description: "Fine",
            content: {
              "application/json": { schema: { properties: { isbn: { type: "string" } } } },
            },
          },
        },
      },
      post: {
        summary: "Add one",
        requestBody: {
          description: "The volume to add",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
        },
        responses: {},
      },
    },
  },
  components: { schemas: { Book: { properties: { isbn: { type: "string" } } } } },
};

let scene: SpecScene;
let spec: MadeSpec;

beforeAll(async () => {
  scene = await openSpecScene();
  spec = await importText(scene, JSON.stringify(document));
});

async function search(query: string, more = "") {
  const path = `/${spec.specId}/search?query=${encodeURIComponent(query)}${more}`;
  const { status, body } = await scene.send("GET", path);
  expect(status).toBe(200);
  return { items: body["items"] as unknown as Find[], totalCount: Number(body["totalCount"]) };
}

const titles = (items: readonly Find[]) => items.map(({ kind, title }) => `${kind} ${title}`);

describe("the search of a specification", () => {
  it("ranks a word in names before one in texts, ignoring case", async () => {
    const { items, totalCount } = await search("BOOK");
    expect(titles(items).slice(0, 4)).toEqual([
      "component Book",
      "endpoint GET /books",
      "endpoint POST /books",
      "requestBody POST /books",
    ]);
    expect(totalCount).toBe(items.length);
  });

  it("finds words in descriptions and schemas, and returns the endpoint and an excerpt", async () => {
    const { items } = await search("isbn");
    expect(titles(items)).toEqual(["component Book", "response 200"]);
    expect(items[1]?.endpointId).toEqual(expect.any(String));
    expect(items[1]?.excerpt).toContain('"isbn"');
    expect(titles((await search("customers")).items)).toEqual(["tag Orders"]);
    expect(titles((await search("shelf")).items)).toEqual(["parameter shelf"]);
  });

  it("requires every word, in any order", async () => {
    expect(titles((await search("wrote volume")).items)).toEqual(["parameter author"]);
    expect(titles((await search("volume  wrote")).items)).toEqual(["parameter author"]);
    expect((await search("wrote isbn")).items).toEqual([]);
  });

  it("takes wildcard characters literally", async () => {
    expect(titles((await search("100%")).items)).toEqual(["endpoint GET /books"]);
    expect(titles((await search("a_b")).items)).toEqual(["endpoint GET /books"]);
    expect((await search("b__ks")).items).toEqual([]);
    expect((await search("\\")).items).toEqual([]);
  });

  it("filters by kind, and returns the total on every page", async () => {
    const { items } = await search("volume", "&kind=requestBody");
    expect(titles(items)).toEqual(["requestBody POST /books"]);
    expect(await search("volume", "&skip=1&take=1")).toMatchObject({ totalCount: 3 });
    expect(await search("volume", "&skip=50")).toMatchObject({ items: [], totalCount: 3 });
  });

  it("omits deleted endpoints and their parts", async () => {
    const own = await importText(scene, JSON.stringify(document), { name: "Another" });
    const path = `/${own.specId}`;
    const finds = async () => {
      const { body } = await scene.send("GET", `${path}/search?query=wrote`);
      return body["items"] as unknown as Find[];
    };
    const id = (await finds())[0]?.endpointId ?? "";
    await scene.send("DELETE", `${path}/versions/${own.versionId}/endpoints/${id}`);
    expect(await finds()).toEqual([]);
  });

  it("answers any query of a caller that may read", async () => {
    const { key } = await makeMember(scene.testApp, scene.organization, "viewer");
    const any = fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(any, async (query) => {
        const path = `/${spec.specId}/search?query=${encodeURIComponent(query.toWellFormed())}`;
        const { status } = await scene.send("GET", path, undefined, key);
        expect(status).toBe(/\0/.test(query) || query.trim() === "" ? 400 : 200);
      }),
      { numRuns: 60 },
    );
    expect((await scene.send("GET", `/${spec.specId}/search?query=%20`)).status).toBe(400);
  });
});
