import { beforeAll, describe, expect, it } from "vitest";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  warningsOf,
  type Draft,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;
let draft: Draft;

beforeAll(async () => {
  scene = await openEndpointScene();
  draft = await openDraft(scene);
});

describe("replacing an endpoint", () => {
  it("clears texts that are left out and says so; tags and notes are kept", async () => {
    const made = await draft.add("get /replaced", { summary: "S", description: "D" });
    const full = await draft.put(made, {
      summary: "S2",
      operationId: "mine",
      tags: " b, a ,b,, c ",
      isDeprecated: true,
      internalNotes: "For us",
    });
    expect(full.body).toMatchObject({
      summary: "S2",
      description: null,
      operationId: "mine",
      tags: ["b", "a", "c"],
      isDeprecated: true,
      internalNotes: "For us",
      rowVersion: "AAAAAAAAAAI=",
    });
    expect(warningsOf(full.body)).toEqual([["FIELDS_CLEARED", ["description"]]]);
    const bare = await draft.put(full.body, {});
    expect(bare.body).toMatchObject({
      summary: null,
      operationId: "getReplaced",
      tags: ["b", "a", "c"],
      isDeprecated: false,
      internalNotes: "For us",
    });
    expect(warningsOf(bare.body)).toEqual([["FIELDS_CLEARED", ["summary", "operationId"]]]);
    const cleared = await draft.put(bare.body, { tags: "", internalNotes: "" });
    expect(cleared.body).toMatchObject({ tags: [], internalNotes: null, warnings: [] });
  });

  it("never exports internal notes", async () => {
    const made = await draft.add("get /noted");
    await draft.put(made, { internalNotes: "Between us" });
    expect(JSON.stringify(await draft.document())).not.toContain("Between us");
  });

  it("keeps what it has no field for, and repairs members of a wrong shape", async () => {
    const operation = { "x-owner": "me", summary: 5, callbacks: { a: {} }, deprecated: "no" };
    const own = await openDraft(scene, { paths: { "/a": { get: operation } } });
    const [item] = listOf((await own.ofSpec("GET", "/endpoints")).body["items"]);
    const changed = await own.put(item ?? {}, { summary: "Text" });
    expect(changed.status, changed.text).toBe(200);
    expect((await own.document())["paths"]?.["/a"]?.["get"]).toEqual({
      summary: "Text",
      operationId: "getA",
      "x-owner": "me",
      callbacks: { a: {} },
    });
  });

  it("refuses a stale rowVersion and changes nothing", async () => {
    const made = await draft.add("get /stale");
    await draft.put(made, { summary: "First" });
    const late = await draft.put(made, { summary: "Second", path: "/elsewhere" });
    expect(outcomeOf(late)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(late.body["currentRowVersion"]).toBe("AAAAAAAAAAI=");
    expect(await draft.read(made["id"])).toMatchObject({ summary: "First", path: "/stale" });
  });

  it("lets one of two that come at once win", async () => {
    const made = await draft.add("get /raced");
    const answers = await Promise.all(["a", "b"].map((summary) => draft.put(made, { summary })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("gives a taken operation id a number, and keeps a repeated one that stays", async () => {
    const get = { operationId: "same" };
    const own = await openDraft(scene, { paths: { "/a": { get }, "/b": { get }, "/c": {} } });
    const [first] = listOf((await own.ofSpec("GET", "/endpoints")).body["items"]);
    const kept = await own.put(first ?? {}, { operationId: "same" });
    expect([kept.body["operationId"], kept.body["warnings"]]).toEqual(["same", []]);
    const third = await own.add("get /c");
    const taken = await own.put(third, { operationId: "same" });
    expect(taken.body["operationId"]).toBe("same2");
    expect(warningsOf(taken.body)).toEqual([["OPERATION_ID_EXISTS", ["operationId"]]]);
    expect((await own.put(taken.body, { operationId: "same2" })).body["warnings"]).toEqual([]);
  });
});

describe("deleting and restoring an endpoint", () => {
  it("takes it out of lists and the document, and brings it back whole", async () => {
    const own = await openDraft(scene, {
      paths: {
        "/a/{x}": {
          parameters: [{ name: "x", in: "path", required: true }],
          get: { operationId: "a", security: [{}], responses: { 200: { description: "Fine" } } },
        },
      },
    });
    const whole = await own.document();
    const [item] = listOf((await own.ofSpec("GET", "/endpoints")).body["items"]);
    const path = `/endpoints/${String(item?.["id"])}`;
    expect((await own.send("DELETE", path, undefined, scene.admin.key)).status).toBe(204);
    expect((await own.send("DELETE", path, undefined, scene.admin.key)).status).toBe(404);
    expect(await own.targets()).toEqual([]);
    expect((await own.document())["paths"]).toEqual({});
    expect((await own.put(item ?? {}, {})).status).toBe(404);
    const restored = await own.send("POST", `${path}/restore`, {});
    expect(restored.body).toMatchObject({ path: "/a/{x}", rowVersion: "AAAAAAAAAAM=" });
    expect(await own.document()).toEqual(whole);
    const again = await own.send("POST", `${path}/restore`, {});
    expect(again.body).toEqual(restored.body);
  });

  it("refuses to restore onto a method and path that are taken", async () => {
    const own = await openDraft(scene);
    const made = await own.add("get /a");
    const path = `/endpoints/${String(made["id"])}`;
    await own.send("DELETE", path, undefined, scene.admin.key);
    await own.add("get /a");
    const refused = await own.send("POST", `${path}/restore`, {});
    expect(outcomeOf(refused)).toEqual([409, "ENDPOINT_EXISTS"]);
  });

  it("gives a restored endpoint whose operation id was taken another", async () => {
    const own = await openDraft(scene);
    const made = await own.add("get /a", { operationId: "op" });
    const path = `/endpoints/${String(made["id"])}`;
    await own.send("DELETE", path, undefined, scene.admin.key);
    await own.add("get /b", { operationId: "op" });
    const restored = await own.send("POST", `${path}/restore`, {});
    expect(restored.body["operationId"]).toBe("op2");
    expect(warningsOf(restored.body)).toEqual([["OPERATION_ID_EXISTS", ["operationId"]]]);
  });

  it("counts no reference of a deleted endpoint, and again those of a restored one", async () => {
    const { platform } = scene.testApp.cells.eu;
    const own = await openDraft(scene, {
      paths: {
        "/a": {
          parameters: [{ $ref: "#/components/parameters/P" }],
          get: { responses: { 200: { $ref: "#/components/responses/R" } } },
        },
      },
      components: {
        parameters: { P: { name: "p", in: "query" } },
        responses: { R: { description: "Fine" } },
      },
    });
    const count = async () => {
      const db = await platform.database();
      const rows = await db
        .selectFrom("designUsage")
        .select("target")
        .where("versionId", "=", own.versionId)
        .execute();
      return rows.map(({ target }) => target).sort();
    };
    const [item] = listOf((await own.ofSpec("GET", "/endpoints")).body["items"]);
    const path = `/endpoints/${String(item?.["id"])}`;
    expect(await count()).toEqual(["P", "R"]);
    await own.send("DELETE", path, undefined, scene.admin.key);
    expect(await count()).toEqual([]);
    await own.send("POST", `${path}/restore`, {});
    expect(await count()).toEqual(["P", "R"]);
  });
});
