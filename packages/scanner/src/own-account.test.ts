import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { expect, it } from "vitest";
import { peers, scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const name = { type: "string", example: "Alice" };
const requestBody = {
  content: { "application/json": { schema: { type: "object", properties: { name } } } },
};
const responses = { 200: { description: "Done." } };
const document = writeDocument({
  "/me": { get: { responses }, patch: { requestBody, responses } },
});

/** What PATCH /me keeps: only the name, or every member. */
type Kept = "name" | "everything";

async function scan(
  kept: Kept,
  account: Record<string, unknown>,
  scannerIds: readonly string[] = ["mass-assignment"],
) {
  const state: Record<string, unknown> = { id: 1, name: "Alice", ...account };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = (await readText(request)) || "{}";
    const end = (status: number, value: unknown = {}) =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(value));
    if (request.headers.authorization !== "Bearer token-of-alice") return end(401);
    if (request.url !== "/me") return end(404);
    const given = JSON.parse(sent) as Record<string, unknown>;
    if (request.method === "PATCH" && kept === "everything") Object.assign(state, given, { id: 1 });
    if (request.method === "PATCH" && kept === "name") state["name"] = given["name"];
    return end(200, state);
  };
  const result = await scanTarget((request, response) => void answer(request, response), {
    document,
    scannerIds,
    allowedOperations: ["PATCH /me"],
  });
  return {
    ...result,
    state,
    check: result.checks.find(({ operation }) => operation === "PATCH /me"),
  };
}

it("finds a role of one's own account that can be set, and sets the former one again", async () => {
  const { findings, state } = await scan("everything", { role: "customer" });
  expect(findings.map(({ guidance, path, place }) => [guidance.name, path, place.name])).toEqual([
    ["RoleCanBeSet", "/me", "/role"],
  ]);
  expect(state["role"]).toBe("customer");
});

it("does not call it a pass where every member is kept and none is a role", async () => {
  const { findings, unconfirmed, check } = await scan("everything", {});
  expect(findings).toEqual([]);
  expect(unconfirmed).toMatchObject([{ path: "/me", guidanceId: "SVC05002" }]);
  expect(check?.state).toBe("skipped");
});

it("finds nothing where only the name can be set", async () => {
  const { findings, unconfirmed, check } = await scan("name", { role: "customer" });
  expect([...findings, ...unconfirmed]).toEqual([]);
  expect(check?.state).toBe("passed");
});

it("restores every member of an account that it changed", async () => {
  const account = { name: "Alice Example", role: "customer", verified: false };
  const { state, leftBehind } = await scan("everything", account);
  expect(state).toMatchObject(account);
  expect(leftBehind).toEqual([]);
});

it("restores what input attacks stored", async () => {
  const account = { name: "Alice Example" };
  const { state, leftBehind, paths } = await scan("name", account, ["command-injection"]);
  expect(paths.length).toBeGreaterThan(3);
  expect(state).toMatchObject(account);
  expect(leftBehind).toEqual([]);
});

it.each([
  ["a password, which no answer shows", { get: { responses } }, { password: name }],
  ["what no operation reads", {}, { name }],
])("lists a record as left behind in which it changed %s", async (_what, read, properties) => {
  const schema = { type: "object", properties };
  const body = { content: { "application/json": { schema } } };
  const { leftBehind } = await scanTarget(
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"id":1}');
    },
    {
      document: writeDocument({ "/me": { ...read, patch: { requestBody: body, responses } } }),
      scannerIds: ["mass-assignment"],
      allowedOperations: ["PATCH /me"],
    },
  );
  const left = { operation: "PATCH /me", path: "/me", state: "left" };
  expect(leftBehind).toMatchObject(peers.map(({ name: identity }) => ({ identity, ...left })));
});
