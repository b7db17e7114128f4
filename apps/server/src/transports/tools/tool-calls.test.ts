import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
const organizations: { readonly organization: MadeOrganization; readonly projectId: string }[] = [];

beforeAll(async () => {
  testApp = await buildTestApp({ name: "tool-calls" });
  for (let at = 0; at < 3; at += 1) {
    const organization = await makeOrganization(testApp);
    organizations.push({ organization, projectId: await makeProject(testApp, organization) });
  }
});

afterAll(() => testApp.close());

const prefix = "io.modelcontextprotocol";
const envelope = {
  [`${prefix}/protocolVersion`]: "2026-07-28",
  [`${prefix}/clientInfo`]: { name: "test", version: "1.0.0" },
  [`${prefix}/clientCapabilities`]: {},
};
const modernHeaders = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "get_context",
};
const earlierHeaders = { "mcp-protocol-version": "2025-11-25" };

interface Sent {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly id?: unknown;
  readonly meta?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Calls `get_context` with a hand-written message. */
async function send({ key, headers, id = 1, meta, params, members }: Sent) {
  const response = await testApp.app.inject({
    method: "POST",
    url: "/mcp",
    headers: {
      accept: "application/json, text/event-stream",
      "x-api-key": key ?? organizations[0]?.organization.owner.key ?? "",
      ...headers,
    },
    payload: {
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: {
        name: "get_context",
        arguments: {},
        ...(meta === undefined ? {} : { _meta: meta }),
        ...params,
      },
      ...members,
    },
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

const eras = [
  ["2026-07-28", { headers: modernHeaders, meta: envelope }],
  ["2025-11-25", { headers: earlierHeaders }],
] as const;

describe.each(eras)("calls of %s", (_, era) => {
  it("that arrive at once under one id each get their own answer", async () => {
    const calls = Array.from({ length: 30 }, (_, at) => organizations[at % organizations.length]);
    const answers = await Promise.all(
      calls.map((of) => send({ ...era, key: of?.organization.owner.key ?? "", id: 7 })),
    );
    answers.forEach((answer, at) => {
      const { id } = calls[at]?.organization ?? {};
      expect(answer).toMatchObject({
        status: 200,
        body: { id: 7, result: { structuredContent: { organization: { id } } } },
      });
    });
  });

  it.each(["a", "", 0, -5, Number.MAX_SAFE_INTEGER])("are answered under the id %j", async (id) => {
    const { status, body } = await send({ ...era, id });
    expect({ status, id: body["id"] }).toEqual({ status: 200, id });
  });

  it("may request progress notifications, of which there are none", async () => {
    const meta = { ...("meta" in era ? era.meta : {}), progressToken: "t" };
    expect(await send({ ...era, meta })).toMatchObject({ status: 200, body: { id: 1 } });
  });

  it("that are not messages are refused, and end", async () => {
    const meta = "meta" in era ? era.meta : {};
    for (const wrong of [
      { id: 1.5 },
      { id: {} },
      { id: null },
      { meta: { ...meta, progressToken: {} } },
      { members: { result: {} } },
      { members: { jsonrpc: "1.0" } },
    ]) {
      const { status, body } = await send({ ...era, ...wrong });
      expect({ status, isRefused: "error" in body }, JSON.stringify(wrong)).toEqual({
        status: 400,
        isRefused: true,
      });
    }
    const { body } = await send({ ...era, params: { arguments: 5 } });
    expect(body).toMatchObject({ id: 1, error: { code: -32602 } });
  });
});

describe("a call of 2026-07-28", () => {
  it.each([
    ["whose headers name another tool", { "mcp-name": "list_specs" }, -32_020],
    ["whose headers name another method", { "mcp-method": "tools/list" }, -32_020],
    ["whose headers name another revision", { "mcp-protocol-version": "2025-11-25" }, -32_020],
  ])("%s is refused", async (_, other, code) => {
    const { status, body } = await send({
      headers: { ...modernHeaders, ...other },
      meta: envelope,
    });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code } } });
  });

  it("whose capabilities are invalid is refused", async () => {
    const meta = { ...envelope, [`${prefix}/clientCapabilities`]: 5 };
    const { status, body } = await send({ headers: modernHeaders, meta });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
  });

  it("may write the name of its tool in Base64", async () => {
    const name = `=?base64?${Buffer.from("get_context").toString("base64")}?=`;
    const headers = { ...modernHeaders, "mcp-name": name };
    const { status, body } = await send({ headers, meta: envelope });
    expect({ status, body }).toMatchObject({ status: 200, body: { result: {} } });
    expect(body["result"]).not.toHaveProperty("isError");
  });
});

describe("a call of an earlier revision", () => {
  it("that does not accept a stream is refused", async () => {
    const headers = { ...earlierHeaders, accept: "application/json" };
    expect(await send({ headers })).toMatchObject({ status: 406, body: { error: {} } });
  });

  it("of an unknown revision is refused", async () => {
    const headers = { "mcp-protocol-version": "2020-01-01" };
    expect(await send({ headers })).toMatchObject({ status: 400, body: { error: {} } });
  });
});
