import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { fieldsOf, openSuiteScene, pick, refusal, type SuiteScene } from "./suite.testing.ts";

let scene: SuiteScene;

beforeAll(async () => {
  scene = await openSuiteScene();
});

describe("a suite's life", () => {
  it("is created with defaults, read, listed, changed and deleted", async () => {
    const created = await scene.send("POST", "", { name: "Life" });
    const { id, ...fields } = created.body as unknown as { id: string };
    expect(created.status).toBe(201);
    expect(created.headers["location"]).toBe(`/api/projects/${scene.projectId}/suites/${id}`);
    expect(fields).toMatchObject({
      name: "Life",
      description: null,
      folder: "",
      tags: [],
      testCaseCount: 0,
      variables: {},
      defaults: {},
      data: null,
      rowVersion: "AAAAAAAAAAE=",
    });
    expect((await scene.send("GET", `/${id}`, undefined, scene.keys.viewer)).body).toEqual(
      created.body,
    );
    const changed = await scene.send("PATCH", `/${id}`, {
      description: "What it is for",
      tags: ["smoke"],
      rowVersion: "AAAAAAAAAAE=",
    });
    expect(changed.body).toMatchObject({
      name: "Life",
      description: "What it is for",
      tags: ["smoke"],
      rowVersion: "AAAAAAAAAAI=",
    });
    const { items } = (await scene.list("&name=Life")).body;
    expect(items).toEqual([
      {
        id,
        name: "Life",
        description: "What it is for",
        folder: "",
        tags: ["smoke"],
        testCaseCount: 0,
        createdAt: changed.body["createdAt"],
        modifiedAt: changed.body["modifiedAt"],
      },
    ]);
    expect((await scene.send("DELETE", `/${id}`)).status).toBe(204);
    expect((await scene.send("GET", `/${id}`)).status).toBe(404);
    expect((await scene.send("DELETE", `/${id}`)).status).toBe(404);
  });

  it("counts only the cases of the test phase", async () => {
    const suite = await scene.makeSuite();
    await scene.makeCases(suite, { name: "a" }, { name: "b", phase: "setUp" }, { name: "c" });
    const read = await scene.send("GET", `/${suite.id}`);
    expect(read.body["testCaseCount"]).toBe(2);
    expect(pick(await scene.list(`&name=${suite.name}`), "testCaseCount")).toEqual([2]);
    const changed = await scene.send("PATCH", `/${suite.id}`, {
      rowVersion: read.body["rowVersion"],
    });
    expect(changed.body["testCaseCount"]).toBe(2);
  });

  it("is deleted with its cases", async () => {
    const suite = await scene.makeSuite();
    const [made] = await scene.makeCases(suite, { name: "a" });
    expect((await scene.send("DELETE", `/${suite.id}`)).status).toBe(204);
    expect((await scene.send("GET", `/${suite.id}/cases/${made?.id}`)).status).toBe(404);
    expect((await scene.send("GET", `/${suite.id}/cases`)).status).toBe(404);
  });

  it("clears what is sent empty, and keeps what is not sent", async () => {
    const suite = await scene.makeSuite({
      description: "d",
      folder: "a/b",
      tags: ["t"],
      variables: { v: 1 },
      defaults: { headers: { Accept: "*/*" } },
      data: { format: "csv", text: "a\n1\n" },
    });
    const change = (rowVersion: unknown, fields: object) =>
      scene.send("PATCH", `/${suite.id}`, { rowVersion, ...fields });
    const kept = await change(suite.rowVersion, { name: "Kept" });
    expect(kept.body).toMatchObject({
      description: "d",
      folder: "a/b",
      tags: ["t"],
      variables: { v: 1 },
      defaults: { headers: { Accept: "*/*" } },
      data: { format: "csv", text: "a\n1\n" },
    });
    const empty = {
      description: "",
      folder: "",
      tags: [],
      variables: {},
      defaults: {},
      data: null,
    };
    const cleared = await change(kept.body["rowVersion"], empty);
    expect(cleared.body).toMatchObject({ ...empty, description: null });
  });
});

describe("a suite's name", () => {
  it("is taken within its folder only", async () => {
    const taken = await scene.makeSuite({ name: "Taken", folder: "one" });
    expect(refusal(await scene.send("POST", "", { name: "Taken", folder: "one" }))).toEqual([
      409,
      "NAME_TAKEN",
    ]);
    const other = await scene.makeSuite({ name: "Taken", folder: "two" });
    const moved = await scene.send("PATCH", `/${other.id}`, {
      folder: "one",
      rowVersion: other.rowVersion,
    });
    expect(refusal(moved)).toEqual([409, "NAME_TAKEN"]);
    const same = await scene.send("PATCH", `/${taken.id}`, {
      name: "Taken",
      rowVersion: taken.rowVersion,
    });
    expect(same.status).toBe(200);
    expect(pick(await scene.list("&name=Taken"), "folder")).toEqual(["one", "two"]);
  });

  it("is given to exactly one of many simultaneous calls", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.send("POST", "", { name: "Wanted" })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it("is matched exactly by the list", async () => {
    await scene.makeSuite({ name: "100% äé_x" });
    await scene.makeSuite({ name: "100% äé-x" });
    const found = await scene.list(`&name=${encodeURIComponent("100% äé_x")}`);
    expect(pick(found, "name")).toEqual(["100% äé_x"]);
    expect((await scene.list("&name=100%25")).body["totalCount"]).toBe(0);
  });
});

describe("a rowVersion", () => {
  it("that is stale changes nothing and the answer has the present one", async () => {
    const suite = await scene.makeSuite();
    const change = (name: string) =>
      scene.send("PATCH", `/${suite.id}`, { name, rowVersion: suite.rowVersion });
    const changed = await change("Changed once");
    const stale = await change("Changed twice");
    expect(refusal(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(stale.body["currentRowVersion"]).toBe(changed.body["rowVersion"]);
    expect((await scene.send("GET", `/${suite.id}`)).body).toEqual(changed.body);
  });

  it("lets exactly one of many simultaneous changes win", async () => {
    const { id, rowVersion } = await scene.makeSuite();
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((description) =>
        scene.send("PATCH", `/${id}`, { description, rowVersion }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("the list", () => {
  it("comes in pages, a larger take cut to 100, in the order of folders and places", async () => {
    const own = await openSuiteScene();
    for (const folder of ["b", "", "B", "a/z", "a"]) {
      await own.makeSuite({ name: "1", folder });
      await own.makeSuite({ name: "0", folder });
    }
    const all = await own.list("&take=1000");
    expect(all.body).toMatchObject({ totalCount: 10, skip: 0, take: 100 });
    const folders = ["", "B", "a", "a/z", "b"];
    expect(pick(all, "folder")).toEqual(folders.flatMap((folder) => [folder, folder]));
    expect(pick(all, "name")).toEqual(folders.flatMap(() => ["1", "0"]));
    const page = await own.list("&skip=8&take=5");
    expect(page.body).toMatchObject({ totalCount: 10, skip: 8, take: 5 });
    expect(pick(page, "id")).toEqual(pick(all, "id").slice(8));
    expect((await own.list("&take=0")).body).toMatchObject({ items: [], totalCount: 10, take: 0 });
    expect((await own.list("")).body).toMatchObject({ skip: 0, take: 50 });
  });

  it.each(["skip=-1", "take=-1", "take=1.5", "skip=a", "take="])("refuses %s", async (query) => {
    const answer = await scene.list(`&${query}`);
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual([query.split("=")[0]]);
  });

  it("is sorted folder by folder, only by a complete list of a folder", async () => {
    const own = await openSuiteScene();
    const a = await own.makeSuite({ folder: "f" });
    const b = await own.makeSuite({ folder: "f" });
    const elsewhere = await own.makeSuite();
    const order = (ids: string[], key?: string) =>
      own.send("PUT", "/order", { folder: "f", ids }, key);
    expect((await order([b.id, a.id])).status).toBe(204);
    expect(pick(await own.list(), "id")).toEqual([elsewhere.id, b.id, a.id]);
    const partial = await order([a.id, elsewhere.id]);
    expect(refusal(partial)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(partial.body).toMatchObject({ missing: [b.id], unexpected: [elsewhere.id] });
    const twice = await order([b.id, a.id, b.id]);
    expect(refusal(twice)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(twice.body).toMatchObject({ missing: [], unexpected: [b.id] });
    expect(refusal(await order([a.id, b.id], own.keys.viewer))).toEqual([403, "ROLE_INSUFFICIENT"]);
    // A suite that moves into the folder is its last one.
    await own.send("PATCH", `/${elsewhere.id}`, { folder: "f", rowVersion: elsewhere.rowVersion });
    expect(pick(await own.list(), "id")).toEqual([b.id, a.id, elsewhere.id]);
  });
});

describe("what cannot be run is not stored", () => {
  it.each([
    ["a template that is not closed", { variables: { a: { b: "{{x" } } }, "variables.a"],
    [
      "a template in a default header",
      { defaults: { headers: { A: "{{ }}" } } },
      "defaults.headers.A",
    ],
    [
      "a template in the default authentication",
      { defaults: { auth: { type: "bearer", token: "{{x" } } },
      "defaults.auth",
    ],
    ["CSV that is empty", { data: { format: "csv", text: "" } }, "data.text"],
    ["CSV with an open quote", { data: { format: "csv", text: 'a,b\n1,"2' } }, "data.text"],
    ["JSON that is none", { data: { format: "json", text: "[{" } }, "data.text"],
    ["JSON that is no list of records", { data: { format: "json", text: "[1]" } }, "data.text"],
  ])("%s", async (_, fields, field) => {
    const created = await scene.send("POST", "", { name: "Broken", ...fields });
    expect(refusal(created)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(created)).toEqual([field]);
    const suite = await scene.makeSuite();
    const body = { rowVersion: suite.rowVersion, ...fields };
    expect(fieldsOf(await scene.send("PATCH", `/${suite.id}`, body))).toEqual([field]);
  });
});

describe("a body", () => {
  it.each([
    ["an unknown field", { names: "x" }, "names"],
    ["an unknown field inside", { defaults: { header: {} } }, "defaults.header"],
    ["a number for a text", { name: 1 }, "name"],
    ["a text for a list", { tags: "a" }, "tags"],
    ["a tag with a comma", { tags: ["a,b"] }, "tags[0]"],
    ["a repeated tag", { tags: ["a", "a"] }, "tags"],
    ["a folder that begins with a slash", { folder: "/a" }, "folder"],
    ["a variable whose name is none", { variables: { "a b": 1 } }, "variables.a b"],
    ["an unknown way to sign in", { defaults: { auth: { type: "ntlm" } } }, "defaults.auth.type"],
    ["a timeout of nothing", { defaults: { timeoutMs: 0 } }, "defaults.timeoutMs"],
  ])("with %s is refused, naming the field", async (_, fields, field) => {
    const answer = await scene.send("POST", "", { name: "Body", ...fields });
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it("keeps the order of keys, and texts that look like SQL or empty", async () => {
    const variables = { z: { y: null, a: "\u0000 '; --" }, b: 1, a: [], "a.b-c": "\ud800" };
    const defaults = { headers: { zebra: "1", Apple: "2", "x-a": "3" } };
    const suite = await scene.makeSuite({ variables, defaults, tags: ["z", "a"] });
    const { text } = await scene.send("GET", `/${suite.id}`);
    expect(text).toContain(JSON.stringify(variables));
    expect(text).toContain(JSON.stringify(defaults));
  });
});

describe("an id", () => {
  it("that is not an id is 404 in the path and 400 in the query", async () => {
    expect((await scene.send("GET", "/none")).status).toBe(404);
    expect((await scene.send("PATCH", "/none", {})).status).toBe(404);
    const answer = await request(scene.testApp, {
      method: "GET",
      path: "/api/cli/suites?projectId=none",
      key: scene.keys.member,
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["projectId"]]);
  });

  it("of another organization or project is 404", async () => {
    const suite = await scene.makeSuite();
    const stranger = await makeOrganization(scene.testApp);
    expect((await scene.list("", stranger.owner.key)).status).toBe(404);
    expect((await scene.send("GET", `/${suite.id}`, undefined, stranger.owner.key)).status).toBe(
      404,
    );
    const project = await makeProject(scene.testApp, scene.organization);
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", { rowVersion: suite.rowVersion }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await request(scene.testApp, {
        method,
        path: `/api/projects/${project}/suites/${suite.id}`,
        key: scene.keys.member,
        ...(body === undefined ? {} : { body }),
      });
      expect(refusal(answer)).toEqual([404, "NOT_FOUND"]);
    }
    expect((await scene.send("GET", `/${suite.id}`)).status).toBe(200);
  });
});

describe("a viewer", () => {
  it("reads and changes nothing", async () => {
    const suite = await scene.makeSuite();
    const { viewer } = scene.keys;
    const calls = [
      await scene.send("POST", "", { name: "Viewed" }, viewer),
      await scene.send("PATCH", `/${suite.id}`, { rowVersion: suite.rowVersion }, viewer),
      await scene.send("DELETE", `/${suite.id}`, undefined, viewer),
      await scene.send("POST", "/import", { yaml: "name: Viewed\ncases: []\n" }, viewer),
    ];
    expect(calls.map((call) => call.status)).toEqual([403, 403, 403, 403]);
    expect((await scene.list("", viewer)).status).toBe(200);
  });
});
