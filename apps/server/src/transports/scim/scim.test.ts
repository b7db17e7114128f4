import { describe, expect, it } from "vitest";
import { callAsOperator, makeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient, makeScimToken, scimHeaders } from "../../testing/scim-client.ts";
import { buildTestApp, useTestApp } from "../../testing/test-app.ts";
import { makeSecret, scimPrefix } from "../../platform/credentials/secret-format.ts";

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

function expectError(
  answer: { status: number; headers: object; body: object },
  status: number,
  scimType?: string,
) {
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ "content-type": "application/scim+json" });
  const detail = expect.any(String) as string;
  const type = scimType === undefined ? {} : { scimType };
  expect(answer.body).toEqual({ schemas: [errorSchema], status: String(status), detail, ...type });
}

describe("a SCIM token", () => {
  it("is required, and opens only the organization of the address", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const other = await makeScimClient(testApp);
    const get = (path: string, headers: Record<string, string> = {}) =>
      request(testApp, { method: "GET", path, headers });
    const none = await get(`${client.base}/Users`);
    expectError(none, 401);
    expect(none.headers["www-authenticate"]).toBe('Bearer realm="lintel"');
    expectError(await get("/scim/v2/unknown/Users"), 401);
    expectError(await get(`${client.base}/Users`, scimHeaders(makeSecret(scimPrefix))), 401);
    expectError(await get(`${client.base}/Users`, scimHeaders("svc_scim_x")), 401);
    expectError(await get(`${client.base}/Users`, scimHeaders(client.organization.owner.key)), 401);
    expectError(await get(`${client.base}/Users`, scimHeaders(other.token)), 403);
    expectError(await get("/scim/v2/unknown/Users", scimHeaders(other.token)), 403);
    expect((await get(`${client.base}/Users`, scimHeaders(client.token))).status).toBe(200);
    const inQuery = await get(`${client.base}/Users?access_token=${client.token}`);
    expectError(inQuery, 400, "invalidValue");
  });

  it("opens neither REST nor the tool server", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const rest = await request(testApp, {
      method: "GET",
      path: "/api/projects",
      key: client.token,
    });
    expect(rest.status).toBe(401);
    const headers = { ...scimHeaders(client.token), "content-type": "application/json" };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const tools = await request(testApp, { method: "POST", path: "/mcp", headers, body });
    expect(tools.status).toBe(401);
  });

  it("is one of several, and ends with its revocation, while the others go on", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const { id: organizationId, region } = client.organization;
    const next = await makeScimToken(testApp, client.organization);
    const listed = await callAsOperator(testApp, region, organizationId, "listScimTokens", {});
    expect(listed.totalCount).toBe(2);
    expect(JSON.stringify(listed)).not.toContain(next);
    const first = listed.items.find(({ prefix }) => client.token.startsWith(prefix));
    expect((await client.send("GET", "/Users")).status).toBe(200);
    const call = { id: first?.id ?? "" };
    await callAsOperator(testApp, region, organizationId, "revokeScimToken", call);
    expectError(await client.send("GET", "/Users"), 401);
    const path = `${client.base}/Users`;
    const after = await request(testApp, { method: "GET", path, headers: scimHeaders(next) });
    expect(after.status).toBe(200);
    const used = await callAsOperator(testApp, region, organizationId, "getScimToken", call);
    expect(used.lastUsedAt).not.toBeNull();
    expect(used.revokedAt).not.toBeNull();
    expect(testApp.logged.some((line) => line.includes(next))).toBe(false);
  });

  it("is refused while SCIM is disabled, and accepted again afterwards", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const { id, region } = client.organization;
    const set = (isEnabled: boolean) =>
      callAsOperator(testApp, region, id, "updateScimSettings", { isEnabled });
    expect((await client.send("GET", "/Users")).status).toBe(200);
    expect((await set(false)).isEnabled).toBe(false);
    expectError(await client.send("GET", "/Users"), 401);
    expect((await set(true)).baseUrl).toBe(`http://localhost${client.base}`);
    expect((await client.send("GET", "/Users")).status).toBe(200);
  });
});

describe("the service in region us", () => {
  it("is below /us, and names its resources there", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp, { region: "us" });
    const made = await client.send("POST", "/Users", { userName: "us@example.com" });
    const location = String(made.headers["location"]);
    expect(location).toBe(`http://localhost${client.base}/Users/${String(made.body["id"])}`);
    expect(location).toContain("/us/scim/v2/");
    const bare = client.base.slice("/us".length);
    const get = (path: string, region?: string) =>
      request(testApp, {
        method: "GET",
        path,
        headers: scimHeaders(client.token),
        ...(region === undefined ? {} : { region }),
      });
    expectError(await get(`${bare}/Users`), 401);
    expect((await get(`${bare}/Users`, "us")).status).toBe(200);
    expectError(await get(`${client.base}/Users`, "eu"), 400);
  });
});

describe("documents of the service", () => {
  it("need no token, and say nothing of an organization", async () => {
    const testApp = await useTestApp();
    const get = async (path: string) =>
      request(testApp, { method: "GET", path: `/scim/v2/unknown/${path}` });
    const config = await get("ServiceProviderConfig");
    expect(config.status).toBe(200);
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      authenticationSchemes: [{ type: "oauthbearertoken" }],
    });
    expect((await get("ResourceTypes")).body).toMatchObject({ totalResults: 2 });
    expect((await get("ResourceTypes/Group")).body).toMatchObject({ endpoint: "/Groups" });
    const urn = "urn:ietf:params:scim:schemas:core:2.0:User";
    expect((await get("Schemas")).body).toMatchObject({ totalResults: 2 });
    expect((await get(`Schemas/${urn}`)).body).toMatchObject({ id: urn, name: "User" });
    expectError(await get("Schemas/urn:x"), 404, "notFound");
  });
});

describe("a body that is nested deeply", () => {
  it("is refused, or read as far as it is known", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const nested = `${'{"name":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    const path = `${client.base}/Users`;
    const send = (payload: string) =>
      testApp.app.inject({
        method: "POST",
        url: path,
        headers: scimHeaders(client.token),
        payload,
      });
    const made = await send(`{"userName":"deep@example.com","name":${nested}}`);
    expect(made.statusCode).toBeLessThan(500);
    const refused = await send(`{"userName":${nested}}`);
    expect(refused.statusCode).toBe(400);
  });
});

describe("every failure", () => {
  it("is a SCIM message, whatever refused the request", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    for (const path of ["/Me", "/Bulk", "/Users/.search/x", "/Nothing", ""])
      expectError(await client.send("POST", path, {}), 404, "notFound");
    expectError(await client.send("POST", "/.search", {}), 404, "notFound");
    expectError(await request(testApp, { method: "GET", path: "/scim" }), 404, "notFound");
    expectError(await request(testApp, { method: "GET", path: "/us/scim/v3/x" }), 404, "notFound");
    const put = await client.send("PUT", "/Users", {});
    expectError(put, 405);
    expect(put.headers["allow"]).toBe("GET, HEAD, POST");
    expectError(await client.send("OPTIONS", "/Users"), 405);
    expectError(await client.send("POST", "/Schemas", {}), 405);
    expectError(
      await request(testApp, { method: "GET", path: "/scim/v2/x/Users/%zz" }),
      400,
      "invalidValue",
    );
    const post = (payload: string, type = "application/scim+json") =>
      testApp.app
        .inject({
          method: "POST",
          url: `${client.base}/Users`,
          headers: { ...scimHeaders(client.token), "content-type": type },
          payload,
        })
        .then(({ statusCode: status, headers, payload: text }) => ({
          status,
          headers,
          body: JSON.parse(text) as object,
        }));
    expectError(await post("{"), 400, "invalidSyntax");
    expectError(await post(""), 400, "invalidSyntax");
    expectError(await post("[]"), 400, "invalidValue");
    expectError(await post('{"userName":"\\ud800@x.io"}'), 400, "invalidValue");
    expectError(await post("{}", "text/plain"), 415);
    expectError(await post("{}", "application/xml"), 415);
    expectError(await post(`{"a":"${"a".repeat(1024 * 1024)}"}`), 413);
    expect((await post('{"userName":"json@example.com"}', "application/json")).status).toBe(201);
    const group = await client.makeGroup("Limits");
    const one = { op: "replace", path: "displayName", value: "x" };
    const many = Array.from({ length: 1001 }, () => one);
    expectError(await client.patch(`/Groups/${group}`, ...many), 413);
    const id = (at: number) => ({
      value: `0190a000-0000-7000-8000-${String(at).padStart(12, "0")}`,
    });
    const value = Array.from({ length: 10_001 }, (_, at) => id(at));
    expectError(await client.patch(`/Groups/${group}`, { op: "add", path: "members", value }), 413);
    expectError(await client.patch(`/Groups/${group}`, { op: "remove" }), 400, "noTarget");
  });
});

describe("rate budgets", () => {
  const minute = 60_000;

  it("are by source address, and failures never use up that of valid tokens", async () => {
    const testApp = await buildTestApp({
      name: "scim-rate",
      rateBudgets: {
        scim: { limit: 4, windowMs: minute },
        scimFailure: { limit: 2, windowMs: minute },
      },
      trustedProxies: ["127.0.0.0/8"],
    });
    try {
      const [one, two] = [await makeScimClient(testApp), await makeScimClient(testApp)];
      const get = (path: string, token: string | null, from: string) =>
        request(testApp, {
          method: "GET",
          path,
          headers: {
            "x-forwarded-for": from,
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
        });
      const wrong = makeSecret(scimPrefix);
      for (let at = 0; at < 2; at += 1)
        expectError(await get(`${one.base}/Users`, wrong, "203.0.113.1"), 401);
      const limited = await get(`${one.base}/Users`, wrong, "203.0.113.1");
      expectError(limited, 429);
      expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
      expectError(await get(`${two.base}/Users`, one.token, "203.0.113.1"), 403);
      expectError(await get(`${one.base}/Users`, wrong, "203.0.113.2"), 401);
      expect((await get(`${one.base}/Users`, one.token, "203.0.113.1")).status).toBe(200);
      expect((await get(`${two.base}/Groups`, two.token, "203.0.113.1")).status).toBe(200);
      expect((await get(`${one.base}/Schemas`, null, "203.0.113.1")).status).toBe(200);
      expect((await get(`${one.base}/Users`, one.token, "203.0.113.1")).status).toBe(200);
      const used = await get(`${two.base}/Users`, two.token, "203.0.113.1");
      expectError(used, 429);
      expect(used.headers["retry-after"]).toBeDefined();
      expectError(await get(`${one.base}/ResourceTypes`, null, "203.0.113.1"), 429);
      for (let at = 0; at < 4; at += 1)
        expect((await get(`${one.base}/Users`, one.token, `2001:db8::${at}`)).status).toBe(200);
      expectError(await get(`${one.base}/Users`, one.token, "2001:db8:0:0:9::"), 429);
    } finally {
      await testApp.close();
    }
  });
});

describe("refusals of one source address", () => {
  it("have a budget for all organizations, also for invented ones", async () => {
    const limit = 4;
    const testApp = await buildTestApp({
      name: "scim-guesses",
      rateBudgets: { scim: { limit, windowMs: 60_000 } },
      trustedProxies: ["127.0.0.0/8"],
    });
    try {
      const client = await makeScimClient(testApp);
      const get = async (path: string, token: string, from: string) => {
        const headers = { "x-forwarded-for": from, authorization: `Bearer ${token}` };
        return (await request(testApp, { method: "GET", path, headers })).status;
      };
      const guess = (at: number, from = "203.0.113.1") =>
        get(`/scim/v2/invented-${at}/Users`, makeSecret(scimPrefix), from);
      for (let at = 0; at < limit; at += 1) expect(await guess(at)).toBe(401);
      expect(await guess(limit)).toBe(429);
      expect(await guess(limit, "203.0.113.2")).toBe(401);
      expect(await get(`${client.base}/Users`, client.token, "203.0.113.1")).toBe(200);
    } finally {
      await testApp.close();
    }
  });
});

describe("the settings", () => {
  it("need org:manage-members, and a session to be changed", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { key } = organization.owner;
    const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
      request(testApp, { method, path, key, body });
    expect((await call("GET", "/api/scim")).body).toMatchObject({ isEnabled: false });
    for (const [method, path, body] of [
      ["PATCH", "/api/scim", { isEnabled: true }],
      ["POST", "/api/scim/tokens", { name: "Okta" }],
    ] as const)
      expect((await call(method, path, body)).body).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  });
});
