import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { closeDeprecationScenes } from "../../features/deprecations/deprecation.testing.ts";
import { importText } from "../../features/specs/spec.testing.ts";
import { request } from "../../testing/request.ts";
import { openGatewayScene, type GatewayScene } from "./gateway.testing.ts";

const open: GatewayScene[] = [];

afterAll(async () => {
  await Promise.all(open.map((scene) => scene.close()));
  await closeDeprecationScenes();
});

const pet = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const content = {
  "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Drift", version: "1.0.0" },
  paths: {
    "/list/{id}": { get: { responses: { 200: { description: "Pets.", content } } } },
    "/fine": { get: { responses: { 200: { description: "Pets.", content } } } },
  },
  components: { schemas: { Pet: pet } },
};

type Reply = (incoming: IncomingMessage, response: ServerResponse) => void;

/** A gateway before an upstream whose answers the test chooses, with the document above. */
async function openScene() {
  let reply: Reply = (_, response) => response.end();
  const scene = await openGatewayScene((incoming, response) => reply(incoming, response), {
    checkShare: 1,
  });
  open.push(scene);
  const { specId, versionId } = await importText(scene, JSON.stringify(document));
  await scene.send("POST", `/${specId}/versions/${versionId}/publish`);
  await scene.setRoute({ specs: [{ specId }] });
  await scene.follow();
  const read = async (path: string) =>
    request(scene.testApp, {
      method: "GET",
      path: `/api/projects/${scene.projectId}${path}`,
      key: scene.organization.owner.key,
    });
  /** An operation is sampled once a second. */
  const call = async (path: string, next: Reply) => {
    reply = next;
    scene.clock.now = new Date(scene.clock.now.getTime() + 1500);
    return scene.call("GET", path);
  };
  const listDrift = async (query = "") =>
    (await read(`/drift${query}`)).body["items"] as unknown as Record<string, unknown>[];
  return { scene, specId, versionId, call, read, listDrift };
}

const json =
  (value: unknown, status = 200): Reply =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));

describe("sampled answers", () => {
  it("are held against the document, and only kinds and places are kept", async () => {
    const { scene, specId, versionId, call, read, listDrift } = await openScene();
    const secret = "ann@example.com";
    expect((await call("/fine", json([{ id: 1, name: secret }]))).status).toBe(200);
    await call("/list/1", json([{ id: "7", name: secret }, { id: 8 }]));
    const checked = async () => (await listDrift("?includeMatching=true")).length;
    await expect.poll(checked, { timeout: 60_000 }).toBe(2);
    expect(await listDrift()).toMatchObject([
      {
        environmentId: scene.environmentId,
        specId,
        versionId,
        operation: "GET /list/{}",
        checked: 1,
        drifted: 1,
        mismatches: [
          { status: 200, kind: "missing", pointer: "/*/name", answers: 1 },
          { status: 200, kind: "type", pointer: "/*/id", answers: 1 },
        ],
      },
    ]);
    expect((await read("/drift")).text).not.toContain(secret);
  });

  it("can be compressed, of a status or a type that is not described, or too long", async () => {
    const { call, listDrift } = await openScene();
    const kinds = async () => {
      const [found] = await listDrift("?includeMatching=true");
      const mismatches = (found?.["mismatches"] ?? []) as { kind: string; status: number }[];
      return [
        found?.["checked"] ?? 0,
        mismatches.map((each) => `${each.status} ${each.kind}`).toSorted(),
      ];
    };
    const seen = (count: number, ...expected: string[]) =>
      expect.poll(kinds, { timeout: 60_000 }).toEqual([count, expected]);
    const zipped = gzipSync(JSON.stringify([{ id: 1 }]));
    await call("/list/1", (_, response) =>
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(zipped),
    );
    await seen(1, "200 missing");
    await call("/list/1", json({ code: "GONE" }, 404));
    await seen(2, "200 missing", "404 status");
    await call("/list/1", (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
    );
    await seen(3, "200 mediaType", "200 missing", "404 status");
    // Not looked at: the client gets all of it.
    const long = await call("/list/1", json("x".repeat(200_000)));
    expect(long.text).toHaveLength(200_002);
    await call("/list/1", json([]));
    await seen(4, "200 mediaType", "200 missing", "404 status");
  });

  it("leave out what no document describes, which is listed apart", async () => {
    const { call, read } = await openScene();
    for (const path of ["/hidden/1", "/hidden/2", "/other"]) await call(path, json({}));
    const list = async () => {
      const { body } = await read("/undocumented-calls");
      const items = body["items"] as unknown as Record<string, unknown>[];
      return items.map(({ method, path, requests }) => [method, path, requests]);
    };
    await expect.poll(list, { timeout: 60_000 }).toEqual([
      ["GET", "/hidden/{}", 2],
      ["GET", "/other", 1],
    ]);
    expect((await read("/undocumented-calls?take=1&skip=5")).body).toMatchObject({
      items: [],
      totalCount: 2,
    });
    const environment = "01a1fdec-c8d1-7449-94f8-ec803363c4ff";
    expect((await read(`/drift?environmentId=${environment}`)).status).toBe(404);
  });
});
