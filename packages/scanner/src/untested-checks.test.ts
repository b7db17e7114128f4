import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { CheckResult } from "./model/scan.types.ts";
import { describeGap } from "./reports/describe-gap.ts";
import { scanTarget } from "./testing/scan-target.ts";
import { systemClock } from "./testing/scan-with.ts";
import { createPace } from "./traffic/pace.ts";
import { writeDocument } from "./testing/write-document.ts";

const text = { type: "string" };
const id = { name: "id", in: "path", required: true, schema: text, example: "1" };
const search = { name: "search", in: "query", schema: text };
const returnTo = { name: "returnTo", in: "query", required: true, schema: text, example: "/a" };
const credentials = { type: "object", properties: { email: text, password: text } };
const note = { type: "object", required: ["text"], properties: { text } };
const content = (schema: object) => ({ "application/json": { schema } });
const responses = { 200: { description: "Done." } };
const document = writeDocument({
  "/notes": {
    get: { parameters: [search], responses },
    post: { requestBody: { content: content(note) }, responses },
  },
  "/notes/{id}": {
    get: { parameters: [id], responses: { ...responses, 404: { description: "None." } } },
    put: { parameters: [id], requestBody: { content: content(note) }, responses },
    delete: { parameters: [id], responses },
  },
  "/leave": { get: { parameters: [returnTo], security: [], responses } },
  "/login": {
    post: { requestBody: { content: content(credentials) }, security: [], responses },
  },
  "/graphql": { post: { requestBody: { content: content({ type: "object" }) }, responses } },
});

const clock = { ...systemClock, wait: () => Promise.resolve() };
const tools = { clock, pace: createPace(Infinity, clock) };
const json = { "content-type": "application/json" };
const end = (response: ServerResponse, status: number, value: unknown, headers = {}) =>
  response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(value));

/** What only reads the document, and says so whatever the target does. */
const readsDocument = new Set(["document-rules", "outgoing-calls"]);
const listPassed = (checks: readonly CheckResult[]) =>
  checks
    .filter(({ state, scannerId }) => state === "passed" && !readsDocument.has(scannerId))
    .map(({ scannerId, operation }) => `${scannerId} ${operation}`);

let turn = 0;
const targets: Readonly<Record<string, RequestListener>> = {
  "500 to everything": (_, response) => end(response, 500, {}),
  "401 to everything": (_, response) => end(response, 401, { error: "unauthorized" }),
  "401 to everything, with the address and a number": (request, response) =>
    end(response, 401, { status: 401, path: request.url, requestId: (turn += 1) }),
  "403 to everything": (_, response) => end(response, 403, {}),
  "404 to everything": (_, response) => end(response, 404, { error: "no route" }),
  "429 to everything": (_, response) => end(response, 429, {}),
  "200 {} to everything": (_, response) => end(response, 200, {}),
  "200 and a number to everything": (_, response) =>
    end(response, 200, { ok: true, requestId: (turn += 1) }),
  "a redirect to everything": (_, response) => end(response, 302, {}, { location: "/maintenance" }),
};

describe("no check passes where nothing was tested", () => {
  it.each(Object.entries(targets))("because the target answers %s", async (_, answer) => {
    const result = await scanTarget(answer, { document, isDisposable: true, tools });
    expect(listPassed(result.checks)).toEqual([]);
    expect(result.coverage).toBe(0);
  });
});

const own: Readonly<Record<string, string>> = {
  "Bearer token-of-alice": "alice",
  "Bearer token-of-bob": "bob",
};
const owns = { 1: "alice", 2: "bob" } as Readonly<Record<string, string>>;

/** A sound API with a note of alice and one of bob. */
function answerNotes({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  const caller = own[headers.authorization ?? ""];
  const [, path = "", wanted] = new URL(url, "http://notes").pathname.split("/");
  if (caller === undefined) end(response, 401, { error: "unauthorized" });
  else if (path !== "notes") end(response, 404, { error: "no route" });
  else if (wanted === undefined) {
    const mine = Object.keys(owns).filter((one) => owns[one] === caller);
    end(response, 200, { items: mine.map((one) => ({ id: one, text: `note ${one}` })) });
  } else if (owns[wanted] === caller) end(response, 200, { id: wanted, text: `note ${wanted}` });
  else end(response, 404, { error: "no note" });
}

describe("a refusal proves nothing", () => {
  const options = { document, scannerIds: ["object-reading"] };
  const stateOf = ({ checks }: { readonly checks: readonly CheckResult[] }) => checks[0]?.state;

  it("for an identity whose token works nowhere", async () => {
    expect(stateOf(await scanTarget(answerNotes, options))).toBe("passed");
    const result = await scanTarget((request, response) => {
      if (request.headers.authorization === "Bearer token-of-bob") end(response, 401, {});
      else answerNotes(request, response);
    }, options);
    expect(result.checks[0]).toMatchObject({
      state: "skipped",
      reason: expect.stringContaining("bob") as string,
    });
  });

  it("from the moment at which tokens end", async () => {
    let last = 0;
    for (let isOver = false; !isOver; last += 1) {
      let count = 0;
      const result = await scanTarget((request, response) => {
        count += request.headers.authorization === undefined ? 0 : 1;
        if (count > last) end(response, 401, {});
        else answerNotes(request, response);
      }, options);
      isOver = count <= last;
      expect([last, stateOf(result)]).toEqual([last, isOver ? "passed" : "skipped"]);
    }
    expect(last).toBeGreaterThan(4);
  });

  it("from a target that fails only where it is attacked, while it still serves", async () => {
    const result = await scanTarget((request, response) => {
      const isForeign =
        request.url === "/notes/1" && request.headers.authorization === "Bearer token-of-bob";
      if (isForeign) end(response, 500, {});
      else answerNotes(request, response);
    }, options);
    expect(stateOf(result)).toBe("passed");
  });
});

it("is not complete where only what needs no credential works", async () => {
  const open = writeDocument({
    "/health": { get: { security: [], responses } },
    "/notes": { get: { parameters: [search], responses } },
  });
  const result = await scanTarget(
    (request, response) =>
      request.url === "/health" ? end(response, 200, { ok: true }) : end(response, 401, {}),
    { document: open, ...tools },
  );
  expect(result.access.map(({ operation }) => operation)).not.toContain("GET /health");
  expect(describeGap(result)).toBe(
    "No operation that needs a credential works for alice and bob: check the credentials.",
  );
});

it("may leave behind what was sent, and nothing where no connection was made", async () => {
  const creations = writeDocument({
    "/notes": {
      get: { responses },
      post: { requestBody: { content: content(note) }, responses },
    },
    "/notes/{id}": {
      get: { parameters: [id], responses },
      delete: { parameters: [id], responses },
    },
  });
  const cut = await scanTarget(
    (request, response) =>
      request.method === "GET" ? end(response, 200, []) : void request.socket.destroy(),
    { document: creations, ...tools },
  );
  expect(cut.leftBehind.map(({ operation, path }) => [operation, path])).toContainEqual([
    "POST /notes",
    null,
  ]);
  const gone = await scanTarget(() => {}, {
    document: creations,
    baseUrl: "http://127.0.0.1:1",
    ...tools,
  });
  expect(gone.status).toBe("failed");
  expect(gone.leftBehind).toEqual([]);
});
