import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
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
  "/drafts/{id}": { delete: { parameters: [id], responses } },
});

/** Who may delete a note: its owner, nobody at all, every caller with a token, or everybody. */
type Rule = "owner" | "nobody" | "anyToken" | "everybody" | "seemingly";

function openNotes(rule: Rule) {
  const notes = new Map<string, string>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await readText(request);
    const { url = "", method = "", headers } = request;
    const caller = /^Bearer token-of-(alice|bob)$/.exec(headers.authorization ?? "")?.[1];
    const [, path, wanted = ""] = url.split("?")[0]?.split("/") ?? [];
    const end = (status: number, value: unknown = {}) =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(value));
    if (method === "DELETE" && path === "notes" && notes.has(wanted)) {
      const isAdmitted =
        rule === "everybody" || (rule === "anyToken" && headers.authorization !== undefined);
      if (rule === "seemingly" && caller === undefined) return end(200);
      if (isAdmitted || (rule !== "nobody" && notes.get(wanted) === caller))
        return end(notes.delete(wanted) ? 200 : 404);
    }
    if (caller === undefined) return end(401);
    const created = randomUUID();
    if (path === "notes" && method === "POST") notes.set(created, caller);
    if (path === "notes" && method === "POST") return end(201, { id: created });
    const own = [...notes].filter(([, owner]) => owner === caller).map(([one]) => ({ id: one }));
    if (path === "notes" && wanted === "") return end(200, own);
    const isOwn = method === "GET" && notes.get(wanted) === caller;
    return isOwn ? end(200, { id: wanted }) : end(404);
  };
}

async function scan(rule: Rule, scannerIds: readonly string[] = ["authentication-writing"]) {
  const answer = openNotes(rule);
  return scanTarget((request, response) => void answer(request, response), {
    document,
    scannerIds,
  });
}

const nameFindings = ({ findings }: Awaited<ReturnType<typeof scan>>) =>
  findings.map(({ guidance, method, path }) => `${guidance.name} ${method} ${path}`);

const stateOf = ({ checks }: Awaited<ReturnType<typeof scan>>, operation: string) =>
  checks.find((one) => one.operation === operation);

it.each([
  ["everybody", "AuthenticationNotEnforced DELETE /notes/{id}"],
  ["anyToken", "CredentialNotVerified DELETE /notes/{id}"],
] as const)("finds a DELETE that %s may call", async (rule, found) => {
  const result = await scan(rule);
  expect(nameFindings(result)).toEqual([found]);
  expect(result.leftBehind).toEqual([]);
});

it("finds nothing where only the owner deletes, and says what it could not test", async () => {
  const result = await scan("owner");
  expect(nameFindings(result)).toEqual([]);
  expect(result.unconfirmed).toEqual([]);
  expect(stateOf(result, "DELETE /notes/{id}")?.state).toBe("passed");
  expect(stateOf(result, "DELETE /drafts/{id}")).toMatchObject({
    state: "skipped",
    reason: "no operation reads the record back",
  });
});

it("skips a DELETE that does not work for the owner either", async () => {
  expect(stateOf(await scan("nobody"), "DELETE /notes/{id}")).toMatchObject({
    state: "skipped",
    reason: "alice cannot delete its record: the target answered 404",
  });
});

it("does not call a DELETE without an effect a pass", async () => {
  const { findings, unconfirmed } = await scan("seemingly");
  expect(findings).toEqual([]);
  expect(unconfirmed).toMatchObject([
    { path: "/notes/{id}", reason: expect.stringContaining("still reads") as string },
  ]);
});

it("says of the object level that no credential is needed either", async () => {
  const { findings } = await scan("everybody", ["authentication-writing", "object-writing"]);
  expect(findings.find(({ scannerId }) => scannerId === "object-writing")?.description).toContain(
    "also works without a credential",
  );
  expect(findings).toHaveLength(2);
});
