import { once } from "node:events";
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { allOperations } from "@lintel/contract/catalog";
import {
  makeKey,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { listenWithTestApp, useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let eu: MadeOrganization;
let us: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  eu = await makeOrganization(testApp);
  us = await makeOrganization(testApp, { region: "us" });
  projectId = await makeProject(testApp, eu);
});

const me = "/api/me";

/** A body with so many members of different names. */
function writeMembers(count: number): string {
  return `{${Array.from({ length: count }, (_, at) => `"member${at}":1`).join(",")}}`;
}

describe("regions", () => {
  it("separates organizations", async () => {
    const asUs = await request(testApp, {
      method: "GET",
      path: me,
      key: us.owner.key,
      region: "us",
    });
    expect(asUs.body).toMatchObject({ region: "us", organization: { id: us.id } });
    const lost = await request(testApp, { method: "GET", path: me, key: us.owner.key });
    expect(lost).toMatchObject({ status: 401, body: { code: "API_KEY_INVALID" } });
    expect(String(lost.body["detail"])).toContain("X-SVC-Region: us");
    expect(lost.headers["www-authenticate"]).toBeDefined();
    const astray = await request(testApp, {
      method: "GET",
      path: me,
      key: eu.owner.key,
      region: "us",
    });
    expect(astray).toMatchObject({ status: 401, body: { code: "API_KEY_INVALID" } });
  });

  it("accepts the header in any case, and no other value", async () => {
    for (const region of ["EU", "eu", "Eu"]) {
      expect(
        (await request(testApp, { method: "GET", path: me, key: eu.owner.key, region })).status,
      ).toBe(200);
    }
    for (const region of ["mars", "", "eu,us"]) {
      const refused = await request(testApp, {
        method: "GET",
        path: me,
        key: eu.owner.key,
        region,
      });
      expect(refused).toMatchObject({ status: 400, body: { code: "UNKNOWN_REGION" } });
    }
  });

  it("accepts one literal /us only in front of addresses that may have it", async () => {
    const elsewhere = await request(testApp, {
      method: "GET",
      path: "/us/api/me",
      key: us.owner.key,
    });
    expect(elsewhere).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND", instance: "/us/api/me" },
    });
    for (const path of ["/US/scim/v2/x", "/us/us/scim/v2/x", "/%75s/scim/v2/x", "/us//scim/v2/x"]) {
      expect((await request(testApp, { method: "GET", path })).status).toBe(404);
    }
    const disagreeing = await request(testApp, {
      method: "GET",
      path: "/us/scim/v2/x/Users",
      region: "eu",
    });
    expect(disagreeing).toMatchObject({ status: 400, body: { status: "400" } });
  });
});

describe("a request", () => {
  const send = (
    path: string,
    options: {
      method?: "GET" | "POST" | "PUT" | "DELETE";
      headers?: Record<string, string>;
      body?: unknown;
    } = {},
  ) =>
    request(testApp, {
      method: options.method ?? "GET",
      path,
      key: eu.owner.key,
      ...(options.headers === undefined ? {} : { headers: options.headers }),
      ...(options.body === undefined ? {} : { body: options.body }),
    });

  it("is answered with its id, which a problem repeats", async () => {
    const answer = await send("/api/projects/nothing");
    expect(answer.body["requestId"]).toBe(answer.headers["x-request-id"]);
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  });

  it("with a key in its address is refused, and the key is in no log", async () => {
    const { key } = eu.owner;
    for (const query of [`api_key=${key}`, `x-api-key=${key}`, `q=${key}`, "apiKey=anything"]) {
      const answer = await send(`/api/projects?${query}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_FAILED", errors: [{ code: "keyInQuery" }] },
      });
      expect(answer.text).not.toContain(key);
    }
    expect(testApp.logged.join("")).not.toContain(key);
  });

  it("with an unsupported method is refused with the supported ones", async () => {
    const answer = await send("/api/cli/environments", { method: "DELETE" });
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(answer.headers["allow"]).toBe("GET, HEAD");
  });

  it("with a body that cannot be read is refused with the reason", async () => {
    const path = `/api/projects/${projectId}/environments`;
    const json = { "content-type": "application/json" };
    const good = '{"name":"x","baseUrl":"http://a.example"';
    const notSupported = "UNSUPPORTED_MEDIA_TYPE";
    const cases: [Record<string, string>, string, number, string][] = [
      [json, "{", 400, "INVALID_JSON"],
      [json, "", 400, "INVALID_JSON"],
      [json, '{"name":1,"name":2} x', 400, "INVALID_JSON"],
      [json, "[]", 400, "VALIDATION_FAILED"],
      [json, "null", 400, "VALIDATION_FAILED"],
      [json, '{"name":"x","__proto__":{"a":1}}', 400, "VALIDATION_FAILED"],
      [json, `${good},"secretOrigins":["http://\\ud800b"]}`, 400, "VALIDATION_FAILED"],
      [json, `${good},"\\uDC00":1}`, 400, "VALIDATION_FAILED"],
      [json, `{"name":[${"0,".repeat(120_000)}0]}`, 413, "PAYLOAD_TOO_LARGE"],
      [json, writeMembers(20_001), 413, "PAYLOAD_TOO_LARGE"],
      [json, writeMembers(20_000), 400, "VALIDATION_FAILED"],
      [json, `{"name":[${'{"a" : 1,"b":"c"},'.repeat(30_000)}0]}`, 400, "VALIDATION_FAILED"],
      [{ "content-type": "application/json; charset=iso-8859-1" }, "{}", 415, notSupported],
      [{ ...json, "content-encoding": "gzip" }, "{}", 415, notSupported],
      [{ "content-type": "text/plain" }, "{}", 415, notSupported],
      [{ "content-type": "application/xml" }, "<a/>", 415, notSupported],
      [json, JSON.stringify({ name: "x".repeat(6 * 1024 * 1024) }), 413, "PAYLOAD_TOO_LARGE"],
    ];
    for (const [headers, body, status, code] of cases) {
      const answer = await send(path, { method: "POST", headers, body });
      expect(answer, body.slice(0, 60)).toMatchObject({ status, body: { code } });
    }
  });

  it("without a body is accepted if none is needed, whatever media type it names", async () => {
    const environment = {
      name: "to go",
      baseUrl: "http://a.example",
    };
    const made = await send(`/api/projects/${projectId}/environments`, {
      method: "POST",
      body: environment,
    });
    const path = `/api/projects/${projectId}/environments/${String(made.body["id"])}`;
    const headers = { "content-type": "application/json; charset=UTF-8" };
    expect((await send(path, { method: "DELETE", headers, body: "" })).status).toBe(204);
    const refused = await send(`/api/projects/${projectId}/suites`, {
      method: "POST",
      headers,
      body: "",
    });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } });
    expect(refused.body["detail"]).toContain("name");
  });

  it("of GET may name any media type, because it has no body", async () => {
    const headers = { "content-type": "text/plain; charset=utf-16", "content-encoding": "gzip" };
    expect((await send(me, { headers })).status).toBe(200);
  });

  it("of HEAD is answered like GET, without the body", async () => {
    for (const path of [me, `/api/cli/suites?projectId=${projectId}`, "/openapi.json", "/readyz"]) {
      const get = await send(path);
      const head = await request(testApp, { method: "HEAD", path, key: eu.owner.key });
      expect([head.status, head.text], path).toEqual([get.status, ""]);
      expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    }
    const lost = await request(testApp, { method: "HEAD", path: me });
    expect([lost.status, lost.text]).toEqual([401, ""]);
  });

  it("for a project that the caller cannot see is refused before its body is read", async () => {
    const hidden = await makeProject(testApp, us);
    for (const [path, method] of [
      [`/api/projects/${hidden}/suites`, "POST"],
      ["/api/projects/none/suites", "POST"],
      [`/api/projects/${hidden}/suites/${hidden}`, "DELETE"],
    ] as const) {
      for (const type of ["application/json", "text/plain"]) {
        const headers = { "content-type": type };
        const answer = await send(path, { method, headers, body: "{" });
        expect(answer, `${path} ${type}`).toMatchObject({ status: 404 });
      }
    }
  });

  it("with a body that is not UTF-8 is refused, not stored with other letters", async () => {
    const path = `/api/projects/${projectId}/suites`;
    const headers = { "content-type": "application/json" };
    const bytes = (name: Buffer) =>
      Buffer.concat([Buffer.from('{"name":"'), name, Buffer.from('"}')]);
    const refused = await send(path, {
      method: "POST",
      headers,
      body: bytes(Buffer.from([0xff, 0xc0])),
    });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_JSON" } });
    const taken = await send(path, { method: "POST", headers, body: bytes(Buffer.from("ü€")) });
    expect(taken).toMatchObject({ status: 201, body: { name: "ü€" } });
  });

  it("whose path cannot be decoded, or is longer than any id, is answered with a problem", async () => {
    for (const path of ["/api/keys/%zz", "/api/keys/%FF"])
      expect(await send(path)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    const long = await send(`/api/keys/${"a".repeat(201)}`);
    expect(long).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(long.headers["x-request-id"]).toBe(long.body["requestId"]);
  });

  it("with an unsupported method is refused before its body is read", async () => {
    const headers = { "content-type": "text/plain" };
    const answer = await send("/api/organization", { method: "PUT", headers, body: "x" });
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
  });

  it("is checked in the decided order: credential, project, body", async () => {
    const path = "/api/cli/run";
    const nonsense = {
      projectId: "00000000-0000-7000-8000-000000000000",
      suiteId: 5,
      nonsense: true,
    };
    const anonymous = await request(testApp, { method: "POST", path, body: nonsense });
    expect(anonymous).toMatchObject({ status: 401, body: { code: "API_KEY_MISSING" } });
    expect((await send(path, { method: "POST", body: nonsense })).status).toBe(404);
    expect((await send(path, { method: "POST", body: { ...nonsense, projectId } })).status).toBe(
      400,
    );
    expect((await send("/api/cli/suites?projectId=5&take=x")).status).toBe(400);
    expect((await send("/api/projects/5/suites/6")).status).toBe(404);
    expect((await send(`/api/cli/suites?projectId=${nonsense.projectId}&take=x`)).status).toBe(404);
    expect(await send(`/api/cli/suites?projectId=${projectId}&take=x`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: "take" }] },
    });
  });

  it("with query parameters that are repeated, unknown or out of range is refused; a large take is clamped", async () => {
    const list = `/api/cli/suites?projectId=${projectId}`;
    for (const [query, field] of [
      ["&take=1&take=2", "take"],
      ["&tke=5", "tke"],
      ["&skip=-1", "skip"],
      ["&take=1.5", "take"],
      ["&take=-1", "take"],
      ["&skip=1e3", "skip"],
      ["&skip=1.0", "skip"],
      ["&skip=+1", "skip"],
    ] as const) {
      expect(await send(list + query)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
    expect((await send(`${list}&take=5000`)).body).toMatchObject({ take: 100, skip: 0 });
    expect((await send(list)).body).toMatchObject({ take: 50 });
  });

  it("with a long text for a slow pattern is refused quickly", async () => {
    const name = `${"a".repeat(1_000_000)}\u0000`;
    const answer = await send(`/api/projects/${projectId}/suites`, {
      method: "POST",
      body: { name },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: "name" }] } });
  });

  it("with U+0000 or a huge number changes nothing and is not a server error", async () => {
    const path = `/api/projects/${projectId}/suites`;
    const answer = await send(path, {
      method: "POST",
      body: { name: "nul", description: "a\u0000b" },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    expect(
      (await send(`/api/cli/suites?projectId=${projectId}&skip=99999999999999999999`)).status,
    ).toBe(400);
  });

  it("that names several hosts, none or an invalid one, or expects the impossible, is refused", async () => {
    const address = new URL(await listen());
    const ask = async (...lines: string[]) => {
      const socket = createConnection(Number(address.port), address.hostname);
      socket.end(["GET /healthz HTTP/1.1", ...lines, "connection: close", "", ""].join("\r\n"));
      return text(socket);
    };
    expect(await ask("host: a.example")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask("host: [::1]:4000")).toMatch(/^HTTP\/1\.1 200 /);
    const wrong = [["host: a", "Host: b"], ["host: a", "host: a"], ["host: a b"], ["host: u@a"]];
    for (const lines of [...wrong, ["host: a/b"], ["host: a:b"], ["host:"], []])
      expect(await ask(...lines), lines.join()).toMatch(/^HTTP\/1\.1 400 [^]*"field":"Host"/);
    const expecting = await ask("host: a", "expect: a-pony");
    expect(expecting).toMatch(/^HTTP\/1\.1 417 [^]*EXPECTATION_FAILED/);
  });

  it("that is refused has only a little of its body read, and the answer arrives", async () => {
    const address = new URL(await listen());
    const socket = createConnection(Number(address.port), address.hostname);
    const chunk = Buffer.alloc(64 * 1024, "x");
    const mebibytes = 200;
    socket.on("error", () => {});
    socket.write(
      `POST /api/projects HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${mebibytes * 1024 * 1024}\r\n\r\n`,
    );
    const answer = text(socket).catch(() => "");
    const closed = once(socket, "close");
    for (let sent = 0; sent < mebibytes * 16 && !socket.destroyed; sent += 1) {
      if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), closed]);
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 401 [^]*connection: close[^]*API_KEY_MISSING/i);
    await closed;
    // Bytes in the machine's buffers are not read by the server.
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(64 * 1024 * 1024);
  });

  it("that is refused keeps its connection if the rest of its body is small", async () => {
    const address = new URL(await listen());
    const socket = createConnection(Number(address.port), address.hostname);
    const head = "POST /api/projects HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
    socket.write(`${head}content-length: 50000\r\n\r\n${"x".repeat(50_000)}`);
    socket.end(`${head}connection: close\r\ncontent-length: 0\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
  });

  it("that is not valid HTTP is answered with a problem and closed", async () => {
    const address = new URL(await listen());
    const speak = async (words: string) => {
      const socket = createConnection(Number(address.port), address.hostname);
      socket.end(words);
      return text(socket);
    };
    expect(await speak("GARBAGE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [\s\S]*VALIDATION_FAILED/);
    const long = `GET /api/me HTTP/1.1\r\nhost: x\r\nx-long: ${"y".repeat(100_000)}\r\n\r\n`;
    expect(await speak(long)).toMatch(/^HTTP\/1\.1 431 [\s\S]*HEADERS_TOO_LARGE/);
    const head = await speak("HEAD / HTTP/9.9\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/);
  });
});

async function listen(): Promise<string> {
  const [bound] = testApp.app.addresses();
  if (bound !== undefined && typeof bound !== "string") return `http://127.0.0.1:${bound.port}`;
  return listenWithTestApp();
}

describe("the document", () => {
  it("is served, and names every operation that has an address", async () => {
    const answer = await request(testApp, { method: "GET", path: "/openapi.json" });
    const named = [...answer.text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(
      allOperations
        .filter(({ rest }) => rest !== undefined)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it("keeps the contract's addresses", () => {
    const stable = allOperations
      .filter(({ isStable }) => isStable)
      .flatMap(({ rest }) => (rest === undefined ? [] : [`${rest.method} ${rest.path}`]));
    expect(stable).toMatchInlineSnapshot(`
      [
        "GET /api/cli/environments",
        "POST /api/cli/run",
        "GET /api/cli/runs/{id}/report",
        "GET /api/cli/runs/{id}/status",
        "GET /api/cli/suites",
        "POST /api/projects/{projectId}/specs/{specId}/versions/{versionId}/endpoints",
        "PUT /api/projects/{projectId}/specs/{specId}/versions/{versionId}/endpoints/{endpointId}",
        "DELETE /api/projects/{projectId}/specs/{specId}/versions/{versionId}/endpoints/{endpointId}",
        "POST /api/projects/{projectId}/specs/{specId}/versions/{versionId}/endpoints/{endpointId}/restore",
        "GET /api/projects/{projectId}/specs/{specId}/endpoint",
        "GET /api/projects/{projectId}/specs/{specId}/endpoints",
        "POST /api/projects/{projectId}/specs/{specId}/endpoints/bulk",
        "PUT /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/folder",
        "POST /api/projects/{projectId}/specs/{specId}/endpoint-security",
        "DELETE /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/security/{securitySchemeAssignmentId}",
        "POST /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/parameters",
        "PUT /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/parameters/{parameterId}",
        "DELETE /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/parameters/{parameterId}",
        "POST /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/responses",
        "PUT /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/responses/{responseId}",
        "DELETE /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/responses/{responseId}",
        "PUT /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/request-body",
        "DELETE /api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/request-body",
        "POST /api/projects/{projectId}/specs/{specId}/response-headers",
        "GET /api/projects/{projectId}/header-components",
        "GET /api/projects/{projectId}/header-components/{componentId}",
        "POST /api/projects/{projectId}/header-components",
        "DELETE /api/projects/{projectId}/header-components/{componentId}",
        "GET /api/header-components",
        "GET /api/header-components/{componentId}",
        "POST /api/header-components",
        "GET /api/projects/{projectId}/docs",
        "GET /api/projects/{projectId}/docs/{docId}/versions/{versionId}/tree",
        "PUT /api/projects/{projectId}/docs/{docId}/versions/{versionId}/tree/reorder",
        "POST /api/projects/{projectId}/docs/{docId}/versions/{versionId}/folders",
        "POST /api/projects/{projectId}/docs/{docId}/versions/{versionId}/pages",
        "GET /api/projects/{projectId}/docs/{docId}/versions/{versionId}/pages/{pageId}",
        "PUT /api/projects/{projectId}/docs/{docId}/versions/{versionId}/pages/{pageId}",
        "GET /api/projects/{projectId}/security/scan-profiles",
        "GET /api/projects/{projectId}/security/scan-runs/{runId}",
        "GET /api/projects/{projectId}/security/findings",
        "GET /api/projects/{projectId}/security/findings/export/sarif",
        "POST /api/projects/{projectId}/specs/{specId}/deprecation-plans",
        "GET /api/projects/{projectId}/specs/{specId}/deprecation-plans",
        "GET /api/deprecations",
        "POST /api/projects/{projectId}/specs/{specId}/deprecation-plans/{planId}/review",
        "POST /api/projects/{projectId}/specs/{specId}/deprecation-plans/{planId}/retire",
        "POST /api/projects/{projectId}/specs/{specId}/deprecation-advance",
        "POST /api/projects/{projectId}/specs/{specId}/versions/{versionId}/notify-dependents",
        "PUT /api/projects/{projectId}/specs/{specId}/versions/{versionId}/sunset",
        "GET /api/deprecation-policy",
        "PATCH /api/deprecation-policy",
        "POST /api/projects/{projectId}/usage",
        "POST /api/projects/{projectId}/security/scan-profiles/{profileId}/run",
        "GET /api/projects/{projectId}/specs/{specId}/deprecation-preview",
        "PUT /api/projects/{projectId}/specs/{specId}/deprecation-plans/{planId}/trial-brown-out",
      ]
    `);
  });
});

describe("the table of routes", () => {
  it("has only intended changes", () => {
    const rows = allOperations.map(({ name, rest, admin, tool, permission, effect }) =>
      [
        name,
        rest !== undefined
          ? `${rest.method} ${rest.path}`
          : admin !== undefined
            ? "admin"
            : tool === undefined
              ? "transport"
              : "tool",
        permission ?? "any",
        effect,
      ].join(" | "),
    );
    expect(rows.sort()).toMatchSnapshot();
  });
});

describe("a scoped key", () => {
  it("is refused with the missing permission", async () => {
    const key = await makeKey(testApp, eu, eu.owner.userId, [
      { permission: "docs:read", projectId: null },
    ]);
    const answer = await request(testApp, {
      method: "GET",
      path: `/api/cli/suites?projectId=${projectId}`,
      key,
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: "API_KEY_SCOPE_DENIED", requiredScope: "tests:read" },
    });
    const organization = await request(testApp, { method: "GET", path: "/api/organization", key });
    expect(organization).toMatchObject({ status: 403, body: { code: "ORG_OPERATION_DENIED" } });
  });
});
