import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const text = { type: "string", example: "string" };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const note = { type: "object", required: ["text"], properties: { text } };
const requestBody = { content: { "application/json": { schema: note } } };
const responses = { 200: { description: "Done." } };
const document = writeDocument({
  "/total": { get: { responses } },
  "/notes": { get: { responses }, post: { requestBody, responses } },
  "/notes/{id}": {
    get: { parameters: [id], responses },
    patch: { parameters: [id], requestBody, responses },
    delete: { parameters: [id], responses },
  },
});

interface Flaws {
  /** The sum is shown without a credential. */
  readonly openTotal?: boolean;
  /** Anybody who signed in reads a note by its id. */
  readonly reads?: boolean;
  /** Anybody who signed in changes a note: in truth, or without an effect. */
  readonly writes?: "really" | "seemingly";
}

/** Notes whose answers each have a number and a time of their own. */
function openNotes({ openTotal, reads, writes }: Flaws) {
  const notes = new Map<string, { readonly id: string; readonly owner: string; text: string }>();
  for (const owner of ["alice", "bob"]) notes.set(owner, { id: owner, owner, text: "string" });

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = "", method = "", headers } = request;
    const body = method === "POST" || method === "PATCH" ? await readJson(request) : {};
    const caller = /^Bearer token-of-(alice|bob)$/.exec(headers.authorization ?? "")?.[1];
    const [, path, wanted] = url.split("?")[0]?.split("/") ?? [];
    const end = (status: number, value: object) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ ...value, requestId: randomUUID(), at: performance.now() }));
    if (path === "total" && (caller !== undefined || openTotal === true))
      return void end(200, { sum: 81_234 });
    if (caller === undefined) return void end(401, {});
    const sent = body as { readonly text: string };
    if (path !== "notes") return void end(404, {});
    if (wanted === undefined && method === "POST") {
      const made = { id: randomUUID(), owner: caller, text: sent.text };
      notes.set(made.id, made);
      return void end(201, { id: made.id, text: made.text });
    }
    if (wanted === undefined)
      return void end(200, {
        items: [...notes.values()].filter(({ owner }) => owner === caller),
      });
    const found = notes.get(wanted);
    const isOwn = found?.owner === caller;
    if (found === undefined) return void end(404, {});
    if (method === "GET" && (isOwn || reads === true))
      return void end(200, { id: found.id, text: found.text });
    if (method === "DELETE" && isOwn) {
      notes.delete(wanted);
      return void end(200, {});
    }
    if (method !== "PATCH" || (!isOwn && writes === undefined)) return void end(404, {});
    if (isOwn || writes === "really") found.text = sent.text;
    return void end(200, {});
  };
}

const scan = (flaws: Flaws, scannerId: string) => {
  const answer = openNotes(flaws);
  return scanTarget((request, response) => void answer(request, response), {
    document,
    scannerIds: [scannerId],
  });
};

const name = ({ findings }: Awaited<ReturnType<typeof scan>>) =>
  findings.map(({ guidance, method, path }) => `${guidance.name} ${method} ${path}`);

describe("answers of which each has values of its own", () => {
  it.each([
    ["authentication", { openTotal: true }, "AuthenticationNotEnforced GET /total"],
    ["object-reading", { reads: true }, "ObjectOfOthersReadable GET /notes/{id}"],
    ["object-writing", { writes: "really" }, "ObjectOfOthersWritable PATCH /notes/{id}"],
  ] as const)("%s finds what is there, and nothing else", async (scannerId, flaws, found) => {
    expect(name(await scan(flaws, scannerId))).toEqual([found]);
    const sound = await scan({}, scannerId);
    expect(name(sound)).toEqual([]);
    expect(sound.unconfirmed).toEqual([]);
    expect(sound.checks.map(({ state }) => state)).toContain("passed");
  });
});

it("does not call a change without an effect a pass", async () => {
  const { findings, unconfirmed } = await scan({ writes: "seemingly" }, "object-writing");
  expect(findings).toEqual([]);
  expect(unconfirmed).toMatchObject([
    { path: "/notes/{id}", reason: expect.stringContaining("unchanged") as string },
  ]);
});
