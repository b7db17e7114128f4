import { tmpdir } from "node:os";
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { answerHealth } from "./health.ts";

describe("/readyz", () => {
  it.each([
    [0, 200, { status: "ready", regions: {} }],
    [Number.MAX_SAFE_INTEGER, 503, { status: "unavailable", disk: "full", regions: {} }],
  ])("with %i bytes needed on the disk answers %i", async (neededBytes, status, body) => {
    const app = fastify();
    const disk = { folder: tmpdir(), neededBytes };
    answerHealth(app, { regions: [], forwarded: [], stop: { isGiven: false }, disk });
    const answer = await app.inject({ url: "/readyz" });
    expect([answer.statusCode, answer.json()]).toEqual([status, body]);
    await app.close();
  });
});
