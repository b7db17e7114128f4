import { createHash } from "node:crypto";
import type { TestRequest } from "@lintel/contract/shapes/test-request";
import { openEgress } from "@lintel/egress/testing/open-egress";
import { startServer } from "@lintel/egress/testing/start-server";
import { describe, expect, it } from "vitest";
import type { RunEnvironment } from "../plan/plan.types.ts";
import { makeEnvironment } from "../testing/factories.ts";
import { serve } from "../testing/sample-server.ts";
import { sendOnce, type SentOnce } from "./send-once.ts";

const secret = "s3cr3t-of-the-environment";
const secretVariable = { name: "token", value: secret, isSecret: true };

async function send(
  request: TestRequest,
  environment: RunEnvironment | null = null,
): Promise<SentOnce> {
  await using egress = openEgress("127.0.0.1:*");
  const sent = await sendOnce(
    { request, environment },
    {
      egress,
      now: Date.now,
      monotonic: () => performance.now(),
      randomUuid: () => crypto.randomUUID(),
      random: Math.random,
      signal: new AbortController().signal,
    },
  );
  if ("problems" in sent) throw new Error(JSON.stringify(sent.problems));
  return sent;
}

describe("one request", () => {
  it("is sent with variables, and shows response, times and redirects", async () => {
    await using api = await serve({
      "/old": () => ({ status: 302, headers: { location: "/new" } }),
      "/new": () => ({ body: { id: 7 }, headers: { "set-cookie": ["a=1", "b=2"] } }),
    });
    const environment = makeEnvironment(api.origin, {
      variables: [{ name: "path", value: "old", isSecret: false }],
    });
    const sent = await send({ method: "GET", url: "/{{path}}" }, environment);
    expect(sent.error).toBeNull();
    expect(sent.shown.request).toMatchObject({ method: "GET", url: `${api.origin}/old` });
    expect(sent.shown.response).toMatchObject({
      status: 200,
      url: `${api.origin}/new`,
      body: { encoding: "text", content: '{"id":7}', isCut: false },
      sizeBytes: 8,
    });
    const cookies = sent.shown.response?.headers.filter(([name]) => name === "set-cookie");
    expect(cookies).toEqual([
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]);
    expect(sent.redirects).toEqual([`${api.origin}/old`]);
    const { connectMs, waitMs, receiveMs } = sent.timing ?? {};
    for (const part of [connectMs, waitMs, receiveMs]) expect(part).toBeGreaterThanOrEqual(0);
  });

  it("shows a secret of the environment nowhere, and stores no credential", async () => {
    await using api = await serve({
      "/": ({ headers }) => ({
        body: { echo: headers["authorization"], access_token: "issued-by-the-api" },
        headers: { "x-echo": String(headers["authorization"]) },
      }),
    });
    const environment = makeEnvironment(api.origin, { variables: [secretVariable] });
    const sent = await send(
      {
        method: "POST",
        url: "/?api_key=written-out-key",
        headers: { "X-Api-Key": "another-key", "X-Own": "{{token}}" },
        auth: { type: "bearer", token: "{{token}}" },
        body: { type: "json", value: { password: "open-sesame", note: "kept" } },
      },
      environment,
    );
    expect(JSON.stringify(sent)).not.toContain(secret);
    // The caller sees the token that the API issued for it; the history does not have it.
    expect(sent.shown.response?.body?.content).toContain("issued-by-the-api");
    const stored = JSON.stringify([sent.kept, sent.template]);
    for (const text of ["issued-by", "written-out-key", "another-key", "open-sesame"])
      expect(stored).not.toContain(text);
    expect(sent.template).toMatchObject({
      headers: { "X-Own": "{{token}}" },
      auth: { type: "bearer", token: "{{token}}" },
      body: { type: "json", value: { note: "kept" } },
    });
  });

  it("does not send a secret to another origin", async () => {
    await using api = await serve({ "/": () => ({}) });
    const environment = makeEnvironment("https://api.example.com", { variables: [secretVariable] });
    const request = { method: "GET", url: api.origin, headers: { "X-Own": "{{token}}" } } as const;
    const sent = await send(request, environment);
    expect(sent.error?.message).toContain("is not an origin of the environment");
    expect([sent.shown.response, api.requests.length]).toEqual([null, 0]);
  });

  it("shows bytes that are no text as Base64, cut at the limit", async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, createHash("sha256").update("x").digest());
    const { shown, kept } = await sendTo(bytes);
    expect(shown.response).toMatchObject({ sizeBytes: bytes.length });
    expect(shown.response?.body).toMatchObject({ encoding: "base64", isCut: true });
    expect(Buffer.from(shown.response?.body?.content ?? "", "base64").length).toBe(1024 * 1024);
    expect(Buffer.from(kept.response?.body?.content ?? "", "base64").length).toBe(32 * 1024);
  });

  it("does not show bytes with a secret in them", async () => {
    const { shown } = await sendTo(Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(secret)]), [
      secretVariable,
    ]);
    expect(shown.response?.body).toEqual({ encoding: "base64", content: "", isCut: true });
  });

  it("explains why there is no answer", async () => {
    const sent = await send({ method: "GET", url: "http://10.0.0.1/" });
    expect(sent.error?.code).toBe("ADDRESS_REFUSED");
    expect([sent.shown.request?.url, sent.shown.response]).toEqual(["http://10.0.0.1/", null]);
  });
});

async function sendTo(
  bytes: Buffer,
  variables: RunEnvironment["variables"] = [],
): Promise<SentOnce> {
  await using api = await startServer((_, response) => response.end(bytes));
  return await send({ method: "GET", url: "/" }, makeEnvironment(api.origin, { variables }));
}
