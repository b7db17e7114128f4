import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { expect, it } from "vitest";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const text = { type: "string", example: "string" };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const note = { type: "object", required: ["text"], properties: { text } };
const requestBody = { content: { "application/json": { schema: note } } };
const responses = { 200: { description: "Done." } };
const document = writeDocument({
  "/notes": { get: { responses }, post: { requestBody, responses } },
  "/notes/{id}": {
    get: { parameters: [id], responses },
    delete: { parameters: [id], responses },
  },
});

/** Notes that anybody writes; only who wrote one deletes it, and bob those that nobody wrote. */
function openNotes(isModerated: boolean) {
  const notes = new Map<string, string | undefined>();
  let lastId = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = "", method = "", headers } = request;
    if (method === "POST") await readJson(request).catch(() => null);
    const caller = /^Bearer token-of-(alice|bob)$/.exec(headers.authorization ?? "")?.[1];
    const [, path, wanted] = url.split("?")[0]?.split("/") ?? [];
    const end = (status: number, value: unknown = {}) =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(value));
    if (path !== "notes") return end(404);
    if (method === "POST") {
      lastId += 1;
      notes.set(String(lastId), caller);
      return end(201, { id: String(lastId) });
    }
    if (caller === undefined) return end(401);
    const isHis = (owner: string | undefined) =>
      owner === caller || (isModerated && owner === undefined && caller === "bob");
    if (wanted === undefined)
      return end(
        200,
        [...notes].flatMap(([own, owner]) => (isHis(owner) ? [{ id: own }] : [])),
      );
    if (!notes.has(wanted) || !isHis(notes.get(wanted))) return end(404);
    if (method === "DELETE") notes.delete(wanted);
    return end(200, { id: wanted });
  };
  return { notes, answer };
}

it.each([true, false])(
  "deletes what it created without a credential, or lists it: %s",
  async (isModerated) => {
    const { notes, answer } = openNotes(isModerated);
    const { findings, leftBehind } = await scanTarget(
      (request, response) => void answer(request, response),
      { document, scannerIds: ["authentication-writing"] },
    );
    expect(findings.map(({ guidance }) => guidance.name)).toEqual(["AuthenticationNotEnforced"]);
    expect(leftBehind.map(({ path }) => path)).toEqual(
      [...notes.keys()].map((own) => `/notes/${own}`),
    );
    expect(notes.size === 0).toBe(isModerated);
    expect(new Set(leftBehind.map(({ identity }) => identity))).toEqual(
      new Set(isModerated ? [] : ["nobody"]),
    );
  },
);
