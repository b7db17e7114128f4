import { beforeAll, describe, expect, it } from "vitest";
import type { TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

const writers = 8;
let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

const times = <T>(work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: writers }, (_, at) => work(at)));

const codes = (answers: readonly TestResponse[]) =>
  answers.filter(({ status }) => status >= 400).map(({ body }) => String(body["code"]));

const withPaths = (...paths: readonly string[]) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Crowded", version: "1.0.0" },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { responses: { "200": { description: path } } } }]),
    ),
  });

describe("simultaneous calls", () => {
  it("make one specification with a name", async () => {
    const answers = await times(() =>
      scene.send("POST", "/import", { text: withPaths("/a"), name: "Once" }),
    );
    expect(codes(answers)).toEqual(Array.from({ length: writers - 1 }, () => "NAME_TAKEN"));
    expect((await scene.send("GET", "?name=Once")).body).toMatchObject({ totalCount: 1 });
  });

  it("make one version with a name", async () => {
    const { specId } = await importText(scene, withPaths("/a"), { name: "Versioned once" });
    const answers = await times(() =>
      scene.send("POST", `/${specId}/versions`, { version: "1.1.0" }),
    );
    expect(codes(answers)).toEqual(Array.from({ length: writers - 1 }, () => "VERSION_EXISTS"));
    expect((await scene.send("GET", `/${specId}`)).body).toMatchObject({ versionCount: 2 });
  });

  it("change a version once by one rowVersion", async () => {
    const { specId, versionId, body } = await importText(scene, withPaths("/a"), {
      name: "Edited",
    });
    const { rowVersion } = body["version"] as unknown as { rowVersion: string };
    const path = `/${specId}/versions/${versionId}`;
    const answers = await times((at) =>
      scene.send("PATCH", path, { title: `Title ${at}`, rowVersion }),
    );
    expect(codes(answers)).toEqual(
      Array.from({ length: writers - 1 }, () => "CONCURRENCY_CONFLICT"),
    );
    const won = answers.find(({ status }) => status === 200);
    expect((await scene.send("GET", path)).body).toEqual(won?.body);
  });

  it("merge one after the other, and lose no change", async () => {
    const { specId, versionId } = await importText(scene, withPaths("/a"), { name: "Merged" });
    const answers = await times((at) =>
      scene.send("POST", "/import", { specId, text: withPaths("/a", `/p${at}`) }),
    );
    expect(codes(answers)).toEqual([]);
    // Each import is a complete document: a later one removes what an earlier one added.
    const document = await scene.send("GET", `/${specId}/versions/${versionId}/document`);
    const { paths } = JSON.parse(document.text) as { paths: object };
    expect(Object.keys(paths)).toHaveLength(2);
    expect(Object.keys(paths)[0]).toBe("/a");
  });

  it("never change a version that one of them published", async () => {
    const made = await importText(scene, withPaths("/a"), { name: "Raced" });
    const path = `/${made.specId}/versions/${made.versionId}`;
    const merges = times((at) =>
      scene.send("POST", "/import", { specId: made.specId, text: withPaths("/a", `/p${at}`) }),
    );
    const published = await scene.send("POST", `${path}/publish`, {});
    expect(published.status).toBe(200);
    const atPublish = (await scene.send("GET", `${path}/document`)).text;
    const answers = await merges;
    expect(codes(answers).filter((code) => code !== "VERSION_LOCKED")).toEqual([]);
    expect((await scene.send("GET", `${path}/document`)).text).toBe(atPublish);
  });
});
