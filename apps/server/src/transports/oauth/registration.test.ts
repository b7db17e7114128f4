import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await buildTestApp({
    name: "oauth-register",
    publicOrigin: () => "https://lintel.example",
  });
});

afterAll(() => testApp.close());

const register = (body: unknown) =>
  request(testApp, { method: "POST", path: "/oauth/register", body });
const read = async (path: string) => (await request(testApp, { method: "GET", path })).body;

describe("the metadata", () => {
  it("describes the server of each region, and nothing that it does not do", async () => {
    const eu = await read("/.well-known/oauth-authorization-server");
    expect(eu).toMatchObject({
      issuer: "https://lintel.example",
      authorization_endpoint: "https://lintel.example/oauth/authorize",
      response_types_supported: ["code"],
      token_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(JSON.stringify(eu)).not.toMatch(/implicit|id_token|client_secret|userinfo|jwks/);
    const us = await read("/.well-known/oauth-authorization-server/us");
    expect(us).toMatchObject({
      issuer: "https://lintel.example/us",
      token_endpoint: "https://lintel.example/us/oauth/token",
    });
  });

  it.each([
    ["/.well-known/oauth-protected-resource/mcp", "", "/mcp"],
    ["/.well-known/oauth-protected-resource", "", ""],
    ["/.well-known/oauth-protected-resource/us/mcp", "/us", "/us/mcp"],
    ["/.well-known/oauth-protected-resource/us", "/us", "/us"],
  ])("at %s describes the resource", async (path, issuer, resource) => {
    const found = await read(path);
    expect(found).toMatchObject({
      resource: `https://lintel.example${resource}`,
      authorization_servers: [`https://lintel.example${issuer}`],
    });
    expect(found["scopes_supported"]).not.toContain("offline_access");
  });

  it("is readable for pages of other origins", async () => {
    const response = await testApp.app.inject({
      method: "OPTIONS",
      url: "/.well-known/oauth-protected-resource/mcp",
      headers: { origin: "http://localhost:6274", "access-control-request-method": "GET" },
    });
    expect(response.statusCode).toBe(204);
    expect(response.headers["access-control-allow-origin"]).toBe("*");
  });

  it.each([
    ["/mcp", "POST", "https://lintel.example/.well-known/oauth-protected-resource/mcp"],
    ["/us/mcp", "POST", "https://lintel.example/.well-known/oauth-protected-resource/us/mcp"],
    ["/api/me", "GET", "https://lintel.example/.well-known/oauth-protected-resource"],
  ] as const)("is named by the refusal of %s", async (path, method, address) => {
    const { status, headers } = await request(testApp, { method, path });
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toContain(`Bearer resource_metadata="${address}"`);
  });
});

describe("a client that registers itself", () => {
  it("gets an id and no secret, whatever it asks for", async () => {
    const answer = await register({
      client_name: "  A\nclient ",
      redirect_uris: ["https://app.example/callback"],
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      token_endpoint_auth_method: "client_secret_post",
      scope: "openid everything",
      jwks_uri: "http://127.0.0.1/keys",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      client_name: "A client",
      token_endpoint_auth_method: "none",
      application_type: "web",
      grant_types: ["authorization_code", "refresh_token"],
    });
    expect(Object.keys(answer.body)).not.toContain("client_secret");
    expect(Object.keys(answer.body)).not.toContain("jwks_uri");
  });

  it.each([
    ["cursor://anysphere.cursor-retrieval/oauth/callback"],
    ["http://localhost:6274/oauth/callback"],
    ["http://127.0.0.1:33418/"],
    ["com.example.app:/callback"],
  ])("is native with %s", async (uri) => {
    const answer = await register({ redirect_uris: [uri] });
    expect(answer.body).toMatchObject({ application_type: "native" });
  });

  it.each([
    ["no address", {}, "invalid_redirect_uri"],
    ["an address without TLS", { redirect_uris: ["http://app.example/"] }, "invalid_redirect_uri"],
    ["a fragment", { redirect_uris: ["https://app.example/#part"] }, "invalid_redirect_uri"],
    ["white space", { redirect_uris: ["https://a.example/\r\nX: 1"] }, "invalid_redirect_uri"],
    ["a wildcard", { redirect_uris: ["https://*.example.com/"] }, "invalid_redirect_uri"],
    ["a page of the browser", { redirect_uris: ["chrome://settings"] }, "invalid_redirect_uri"],
    ["a tool of the system", { redirect_uris: ["ms-msdt:/id"] }, "invalid_redirect_uri"],
    ["a search", { redirect_uris: ["search-ms:query=x"] }, "invalid_redirect_uri"],
    ["the source of a page", { redirect_uris: ["view-source:https://x"] }, "invalid_redirect_uri"],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["a list that is none", { redirect_uris: "https://app.example/" }, "invalid_redirect_uri"],
    [
      "other grants only",
      { redirect_uris: ["https://a.example/"], grant_types: ["password"] },
      "invalid_client_metadata",
    ],
  ])("is refused with %s", async (_, body, error) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error } });
  });

  it("begins few authorizations and device codes from one address within a minute", async () => {
    const uri = "http://127.0.0.1:7777/callback";
    const device = "urn:ietf:params:oauth:grant-type:device_code";
    const metadata = { redirect_uris: [uri], grant_types: ["authorization_code", device] };
    const { client_id: id } = (await register(metadata)).body;
    const challenge = `code_challenge=${"a".repeat(43)}&code_challenge_method=S256`;
    const path = `/oauth/authorize?response_type=code&client_id=${String(id)}&redirect_uri=${uri}&${challenge}`;
    const begun: number[] = [];
    for (let at = 0; at < 121; at += 1)
      begun.push((await request(testApp, { method: "GET", path })).status);
    expect(new Set(begun.slice(0, 120))).toEqual(new Set([303]));
    expect(begun.at(-1)).toBe(429);
    const answers = [];
    for (let at = 0; at < 31; at += 1)
      answers.push(
        await testApp.app.inject({
          method: "POST",
          url: "/oauth/device/authorize",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          payload: `client_id=${String(id)}`,
        }),
      );
    expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(answers.at(-1)?.statusCode).toBe(429);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("60");
  });

  it("is one of few from one address within an hour", async () => {
    const body = { redirect_uris: ["https://app.example/callback"] };
    const statuses: number[] = [];
    for (let at = 0; at < 32; at += 1) statuses.push((await register(body)).status);
    expect(statuses).toContain(201);
    expect(statuses.at(-1)).toBe(429);
  });

  it("is refused where the operator closed the registration", async () => {
    const closed = await buildTestApp({ name: "oauth-closed", isRegistrationOpen: false });
    try {
      const body = { redirect_uris: ["https://app.example/callback"] };
      const answer = await request(closed, { method: "POST", path: "/oauth/register", body });
      expect(answer.status).toBe(404);
      const path = "/.well-known/oauth-authorization-server";
      const metadata = (await request(closed, { method: "GET", path })).body;
      expect(metadata["registration_endpoint"]).toBeUndefined();
    } finally {
      await closed.close();
    }
  });
});
