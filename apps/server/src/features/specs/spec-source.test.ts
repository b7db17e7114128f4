import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import type { ResponseBody } from "../../testing/request.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0" },
  paths: {
    "/books": { get: { summary: "List", responses: { "200": { description: "All" } } } },
    "/pens": { get: { summary: "Pens", responses: { "200": { description: "All" } } } },
  },
};

async function open(format: "json" | "yaml") {
  const spec = await importText(scene, JSON.stringify(document), { name: `Shop ${randomUUID()}` });
  const path = `/${spec.specId}/versions/${spec.versionId}`;
  const read = async () => (await scene.send("GET", `${path}/document?format=${format}`)).text;
  const save = (body: object, key?: string) => scene.send("PUT", `${path}/source`, body, key);
  const { body } = await scene.send("GET", `${path}/endpoints`.replace(/versions.*/, "endpoints"));
  const [first] = body["items"] as unknown as ResponseBody[];
  const change = async (summary: string) => {
    const answer = await scene.send("PUT", `${path}/endpoints/${String(first?.["id"])}`, {
      method: first?.["method"],
      path: first?.["path"],
      rowVersion: first?.["rowVersion"],
      summary,
    });
    expect(answer.status, answer.text).toBe(200);
  };
  return { ...spec, path, read, save, change };
}

describe("the source of a version", () => {
  it.each(["json", "yaml"] as const)("is saved next to what others changed: %s", async (format) => {
    const { read, save, change, path } = await open(format);
    const base = await read();
    await change("All books");
    const saved = await save({ base, text: base.replace("Pens", "All pens") });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body).toMatchObject({ changeCount: 1, changes: [{ name: "GET /pens" }] });
    const after = await read();
    expect([after.includes("All books"), after.includes("All pens")]).toEqual([true, true]);
    const again = await save({ base: after, text: after });
    expect(again.body).toMatchObject({ changeCount: 0, version: { version: "1.0.0" } });
    const renamed = await save({ base: after, text: after.replace("1.0.0", "1.1.0") });
    expect(renamed.body).toMatchObject({ version: { version: "1.1.0" } });
    expect((await scene.send("GET", `${path}/document?format=original`)).body).toEqual(document);
  });

  it("that both changed is refused with base, mine and theirs, and nothing is saved", async () => {
    const { read, save, change } = await open("yaml");
    const base = await read();
    await change("Theirs");
    const text = base.replace("summary: List", "summary: Mine").replace("Pens", "All pens");
    const refused = await save({ base, text });
    expect([refused.status, refused.body["code"]]).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(refused.body["conflicts"]).toEqual([
      {
        entity: "endpoint",
        name: "GET /books",
        pointer: "/paths/~1books/get/summary",
        base: '"List"',
        mine: '"Mine"',
        theirs: '"Theirs"',
      },
    ]);
    expect(await read()).not.toContain("All pens");
    expect((await save({ base, text, prefer: "mine" })).status).toBe(200);
    expect(await read()).toContain("Mine");
  });

  it("that is no document, or of a published version, is refused", async () => {
    const { read, save, path } = await open("json");
    const base = await read();
    const broken = await save({ base, text: "{" });
    expect([broken.status, broken.body["code"]]).toEqual([400, "SPEC_INVALID"]);
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    expect((await save({ base, text: base }, viewer.key)).status).toBe(403);
    await scene.send("POST", `${path}/publish`, {});
    const locked = await save({ base, text: base });
    expect([locked.status, locked.body["code"]]).toEqual([409, "VERSION_LOCKED"]);
  });
});

describe("lint of a text", () => {
  it("has lines and fixes, by the rules of the organization", async () => {
    const { path, read } = await open("yaml");
    const text = (await read()).replace("/pens", "/pens/");
    const { body, status } = await scene.send("POST", `${path}/lint-text`, { text });
    expect(status).toBe(200);
    const findings = body["findings"] as unknown as ResponseBody[];
    const found = findings.find(({ rule }) => String(rule) === "no-path-trailing-slash");
    const line = text.slice(0, text.indexOf("/pens/")).split("\n").length;
    expect(found).toMatchObject({ line, fixes: [{ title: "Remove the last slash" }] });
  });

  it("of what is no document is one finding with its line", async () => {
    const { path } = await open("yaml");
    const text = "openapi: 3.1.0\ninfo: [\n";
    const { body } = await scene.send("POST", `${path}/lint-text`, { text });
    expect(body).toMatchObject({ total: 1, findings: [{ rule: "syntax", severity: "error" }] });
  });
});
