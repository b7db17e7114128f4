import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, expectTypeOf, it } from "vitest";
import { createClient, type CallCode, type Client, type ClientOptions } from "./create-client.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen, call: number) => void;

const id = "018f2a6e-0000-7000-8000-000000000001";
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that answers as a test requires, and a client that calls it. */
async function startWith(
  answer: Answer,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      answer(response, one, seen.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ baseUrl, apiKey: "svc_live_test", ...options }), seen };
}

function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  type = "application/json",
) {
  response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
}

const problem = (code: string, status: number) => ({
  type: `urn:svc:problem:${code}`,
  title: "A title",
  status,
  code,
  detail: "A detail.",
  instance: "/here",
  requestId: "r-1",
});

describe("where the client puts the fields of a call", () => {
  it("fills the path, and sends the rest of a GET as its query", async () => {
    const { client, seen } = await startWith((response) => sendJson(response, {}));
    await client.call("getRunStatus", { id, waitMs: 30_000 });
    expect(seen[0]).toMatchObject({
      method: "GET",
      url: `/api/cli/runs/${id}/status?waitMs=30000`,
      body: "",
    });
    expect(seen[0]?.headers["content-type"]).toBeUndefined();
  });

  it("sends the rest of a POST as its body, exactly typed", async () => {
    const { client, seen } = await startWith((response) => sendJson(response, {}));
    await client.call("cancelRun", { projectId: id, id });
    await client.call("importSuite", { projectId: id, yaml: "name: a\n" });
    await client.call("runSuite", {
      projectId: id,
      suiteId: id,
      threads: 2,
      variables: { a: null },
    });
    expect(seen[0]?.url).toBe(`/api/projects/${id}/runs/${id}/cancel`);
    expect(seen[1]?.url).toBe(`/api/projects/${id}/suites/import`);
    expect(seen[1]?.body).toBe('{"yaml":"name: a\\n"}');
    expect(seen[1]?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(seen[2]?.body ?? "")).toEqual({
      projectId: id,
      suiteId: id,
      threads: 2,
      variables: { a: null },
    });
  });

  it("encodes characters that are not allowed in a path or a query", async () => {
    const { client, seen } = await startWith((response) => sendJson(response, { items: [] }));
    await client.call("listSuites", { projectId: id, name: "a & b/ü" });
    await client.call("getRunStatus", { id: "a/b?c" });
    expect(seen[0]?.url).toBe(`/api/cli/suites?projectId=${id}&name=a+%26+b%2F%C3%BC`);
    expect(seen[1]?.url).toBe("/api/cli/runs/a%2Fb%3Fc/status");
  });

  it("sends the key in its header, and the region's header for the US alone", async () => {
    const eu = await startWith((response) => sendJson(response, {}));
    await eu.client.call("getCaller", {});
    expect(eu.seen[0]?.headers["x-api-key"]).toBe("svc_live_test");
    expect(eu.seen[0]?.headers["x-svc-region"]).toBeUndefined();
    const us = await startWith((response) => sendJson(response, {}), { region: "us" });
    await us.client.call("getCaller", {});
    expect(us.seen[0]?.headers["x-svc-region"]).toBe("us");
  });

  it("keeps a path that the base address has", async () => {
    const urls: string[] = [];
    const client = createClient({
      baseUrl: "https://example.com/lintel//",
      apiKey: "k",
      send: async ({ url }) => {
        urls.push(url);
        return { status: 200, headers: {}, text: "{}" };
      },
    });
    await client.call("getCaller", {});
    expect(urls).toEqual(["https://example.com/lintel/api/me"]);
  });
});

describe("how the client reads an answer", () => {
  it("recognizes a Problem, even if the 200 of a held call was already sent", async () => {
    const problem = {
      type: "urn:svc:problem:unavailable",
      title: "The service is not available right now",
      status: 503,
      code: "UNAVAILABLE",
      detail: "Ask again.",
      requestId: "r",
    };
    const { client } = await startWith((response) => sendJson(response, problem));
    const answer = await client.call("runSuite", { projectId: id, suiteId: id });
    expect(answer).toEqual({ ok: false, problem });
  });

  it("returns a file as its text and media type", async () => {
    const { client } = await startWith((response) => {
      response.writeHead(200, { "content-type": "application/xml" }).end("<testsuites/>");
    });
    expect(await client.call("getRunReport", { id, format: "junit" })).toEqual({
      ok: true,
      value: {
        mediaType: "application/xml",
        text: "<testsuites/>",
        bytes: new TextEncoder().encode("<testsuites/>"),
      },
    });
  });

  it("returns undefined for an answer without a body", async () => {
    const { client } = await startWith((response) => response.writeHead(204).end());
    const result = await client.call("deleteSuite", { projectId: id, suiteId: id });
    expect(result).toEqual({ ok: true, value: undefined });
  });

  it("narrows a problem to the codes that the operation declares", async () => {
    const { client } = await startWith((response) =>
      sendJson(response, problem("SUITE_EMPTY", 400), 400, "application/problem+json"),
    );
    const result = await client.call("runSuite", { projectId: id, suiteId: id });
    if (result.ok) throw new Error("The call was not refused.");
    expectTypeOf(result.problem.code).toEqualTypeOf<CallCode<"runSuite">>();
    expectTypeOf<"SUITE_EMPTY" | "API_KEY_INVALID">().toExtend<CallCode<"runSuite">>();
    expectTypeOf<"NAME_TAKEN">().not.toExtend<CallCode<"runSuite">>();
    expect(result.problem.code).toBe("SUITE_EMPTY");
    expect(result.problem).toMatchObject({ status: 400, requestId: "r-1" });
    expect(result.problem.isForeign).toBeUndefined();
  });

  it("keeps additional members of a problem", async () => {
    const body = { ...problem("API_KEY_SCOPE_DENIED", 403), requiredScope: "tests:read" };
    const { client } = await startWith((response) =>
      sendJson(response, body, 403, "application/problem+json; charset=utf-8"),
    );
    const result = await client.call("getRunStatus", { id });
    expect(!result.ok && result.problem["requiredScope"]).toBe("tests:read");
  });

  it.each([
    [
      502,
      "text/html",
      "<html><head><title>502 Bad\n Gateway</title></head></html>",
      "502 Bad Gateway",
      "UNAVAILABLE",
    ],
    [404, "text/html", "<h1>Not here</h1><p>nginx</p>", "Not here nginx", "NOT_FOUND"],
    [403, "application/json", '{"message":"blocked"}', '{"message":"blocked"}', "UNAVAILABLE"],
    [500, "application/problem+json", "{broken", "{broken", "UNAVAILABLE"],
    [500, "application/problem+json", "null", "null", "UNAVAILABLE"],
    [
      200,
      "text/html",
      "<title>Sign in to the network</title>",
      "Sign in to the network",
      "UNAVAILABLE",
    ],
    [200, "application/json", "", "", "UNAVAILABLE"],
  ])(
    "distinguishes a proxy's %i from one of the service",
    async (status, type, text, detail, code) => {
      const { client } = await startWith((response) => {
        response.writeHead(status, { "content-type": type }).end(text);
      });
      const result = await client.call("getCaller", {});
      expect(result).toMatchObject({
        ok: false,
        problem: { status, detail, code, isForeign: true },
      });
    },
  );

  it("does not follow a redirect with the key", async () => {
    const { client, seen } = await startWith((response) => {
      response.writeHead(302, { location: "https://example.com/sign-in" }).end();
    });
    const result = await client.call("getCaller", {});
    expect(seen).toHaveLength(1);
    expect(result).toMatchObject({
      ok: false,
      problem: { status: 302, detail: "It redirects to https://example.com/sign-in" },
    });
  });

  it("rejects if there is no answer", async () => {
    const { client } = await startWith((response) => response.destroy());
    await expect(client.call("getCaller", {})).rejects.toThrow("fetch failed");
  });
});

describe("a rate limit", () => {
  const refuse = (response: ServerResponse, retryAfter: string) =>
    response
      .writeHead(429, { "content-type": "application/problem+json", "retry-after": retryAfter })
      .end(JSON.stringify(problem("RATE_LIMITED", 429)));

  it("is waited out if the caller agrees, and the same call is repeated", async () => {
    const waits: number[] = [];
    const { client, seen } = await startWith(
      (response, _, call) => (call === 1 ? refuse(response, "1") : sendJson(response, { id })),
      { onRateLimited: (seconds) => waits.push(seconds) > 0 },
    );
    const begun = performance.now();
    const result = await client.call("cancelRun", { projectId: id, id });
    expect(result.ok).toBe(true);
    expect(waits).toEqual([1]);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
    expect(seen[1]).toMatchObject({ url: seen[0]?.url, body: seen[0]?.body });
  });

  it("is returned to a caller that does not want to wait", async () => {
    const { client, seen } = await startWith((response) => refuse(response, "60"), {
      onRateLimited: () => false,
    });
    const result = await client.call("getCaller", {});
    expect(result).toMatchObject({ ok: false, problem: { code: "RATE_LIMITED", status: 429 } });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["0", 1],
    [new Date(Date.now() + 90_000).toUTCString(), 90],
    [new Date(Date.now() - 90_000).toUTCString(), 1],
  ])("understands Retry-After: %s", async (retryAfter, expected) => {
    const waits: number[] = [];
    const { client } = await startWith((response) => refuse(response, retryAfter), {
      onRateLimited: (seconds) => waits.push(seconds) < 0,
    });
    await client.call("getCaller", {});
    expect(Math.abs((waits[0] ?? 0) - expected)).toBeLessThanOrEqual(3);
  });

  it.each(["", "soon"])("is not waited out without a time (%j)", async (retryAfter) => {
    const waits: number[] = [];
    const { client } = await startWith((response) => refuse(response, retryAfter), {
      onRateLimited: (seconds) => waits.push(seconds) > 0,
    });
    expect(await client.call("getCaller", {})).toMatchObject({ ok: false });
    expect(waits).toEqual([]);
  });
});
