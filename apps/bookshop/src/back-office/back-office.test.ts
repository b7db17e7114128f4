import { describe, expect, it } from "vitest";
import {
  demoAdminKey,
  demoOauthClientId,
  demoOauthClientSecret,
} from "../store/demo-credentials.ts";
import { formHeaders, openBookshop } from "../testing/open-bookshop.ts";
import type { Headers } from "../testing/open-bookshop.ts";

const grant = { grant_type: "client_credentials" };
const inForm = { client_id: demoOauthClientId, client_secret: demoOauthClientSecret };

function buildBasic(id: string, secret: string): Headers {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
}

const basic = buildBasic(demoOauthClientId, demoOauthClientSecret);

describe("the token endpoint", () => {
  it.each([
    { what: "HTTP Basic", form: grant, headers: basic, status: 200, error: undefined },
    {
      what: "fields of the form",
      form: { ...grant, ...inForm },
      headers: {},
      status: 200,
      error: undefined,
    },
    {
      what: "both at once",
      form: { ...grant, ...inForm },
      headers: basic,
      status: 400,
      error: "invalid_request",
    },
    { what: "no client", form: grant, headers: {}, status: 401, error: "invalid_client" },
    {
      what: "a wrong secret",
      form: grant,
      headers: buildBasic(demoOauthClientId, "x"),
      status: 401,
      error: "invalid_client",
    },
    { what: "no grant", form: inForm, headers: {}, status: 400, error: "invalid_request" },
    {
      what: "another grant",
      form: { ...inForm, grant_type: "password" },
      headers: {},
      status: 400,
      error: "unsupported_grant_type",
    },
    {
      what: "a scope beyond the client's",
      form: { ...grant, ...inForm, scope: "root" },
      headers: {},
      status: 400,
      error: "invalid_scope",
    },
  ])("answers $status to $what", async ({ form, headers, status, error }) => {
    await using shop = openBookshop();
    const body = new URLSearchParams(form).toString();
    const sending = { body, headers: { ...formHeaders, ...headers } };
    const response = await shop.send("issueToken", sending);
    expect(response.statusCode).toBe(status);
    expect(response.json<{ error?: string }>().error).toBe(error);
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("refuses a repeated field, and a body that is not a form", async () => {
    await using shop = openBookshop();
    const body = `${new URLSearchParams({ ...grant, ...inForm }).toString()}&scope=a&scope=b`;
    const twice = await shop.send("issueToken", { body, headers: formHeaders });
    expect(twice.json()).toMatchObject({ error: "invalid_request" });
    expect((await shop.send("issueToken", { body: grant })).statusCode).toBe(415);
  });

  it("issues tokens that are limited to their scope", async () => {
    await using shop = openBookshop();
    const headers = await shop.getClientToken("reports:read");
    expect((await shop.send("getInventoryReport", { headers })).statusCode).toBe(200);
    const deletion = { params: { authorId: 1 }, headers };
    const refused = await shop.send("deleteAuthor", deletion);
    expect(refused.json()).toMatchObject({
      code: "INSUFFICIENT_SCOPE",
      requiredScopes: ["catalogue:write"],
    });
  });
});

describe("the figures of the shop", () => {
  it("are for the admin key and for administrators", async () => {
    await using shop = openBookshop();
    const read = async (headers: Headers) =>
      (await shop.send("getAdminStats", { headers })).statusCode;
    expect(await read({ "x-admin-key": demoAdminKey })).toBe(200);
    expect(await read(await shop.logIn("carol"))).toBe(200);
    expect(await read(await shop.logIn("alice"))).toBe(403);
    expect(await read(await shop.getClientToken("catalogue:write"))).toBe(403);
    expect(await read({ "x-admin-key": "guess" })).toBe(401);
    expect(await read({})).toBe(401);
  });

  it("add up", async () => {
    await using shop = openBookshop();
    const headers = { "x-admin-key": demoAdminKey };
    expect((await shop.send("getAdminStats", { headers })).json()).toMatchObject({
      customerCount: 3,
      orderCounts: { pending: 2, paid: 1, cancelled: 0 },
      revenueCents: 1238 + 1219,
    });
  });
});

describe("the slow answer", () => {
  it("waits at most the allowed time", async () => {
    await using shop = openBookshop();
    const started = performance.now();
    expect((await shop.send("getSlowAnswer", { query: { ms: "120" } })).statusCode).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(100);
    expect((await shop.send("getSlowAnswer", { query: { ms: "5001" } })).statusCode).toBe(400);
  });
});
