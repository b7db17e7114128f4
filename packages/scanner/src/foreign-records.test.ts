import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const responses = { 200: { description: "Done." } };
const parameters = [{ name: "thingId", in: "path", required: true, schema: { type: "string" } }];
const text = { type: "string", example: "text" };
const requestBody = {
  content: { "application/json": { schema: { type: "object", properties: { text } } } },
};
const document = writeDocument({
  "/things": { get: { responses }, post: { requestBody, responses } },
  "/things/{thingId}": {
    get: { parameters, responses },
    patch: { parameters, requestBody, responses },
    delete: { parameters, responses },
  },
});

interface Created {
  readonly status: number;
  readonly body: object;
  readonly location?: string;
}

/** Scans a target whose things are listed with the id 7, and that answers so to each creation. */
async function scan({ status, body, location }: Created) {
  const deleted: string[] = [];
  const answer = ({ method = "", url = "" }: IncomingMessage, response: ServerResponse): void => {
    if (method === "DELETE") deleted.push(url);
    const isCreation = method === "POST" && url === "/things";
    const value = url === "/things" ? [{ id: "7" }] : { id: "7" };
    response
      .writeHead(isCreation ? status : 200, {
        "content-type": "application/json",
        ...(isCreation && location !== undefined && { location }),
      })
      .end(JSON.stringify(isCreation ? body : value));
  };
  return { ...(await scanTarget(answer, { document })), deleted };
}

it.each<[string, Created]>([
  ["the id of a folder above", { status: 201, body: { id: ".." } }],
  ["the id of the collection", { status: 201, body: { id: "." } }],
  ["a path as an id", { status: 201, body: { id: "x/../../y" } }],
  ["a blank id", { status: 201, body: { id: " " } }],
  ["the address of the collection", { status: 201, body: {}, location: "/things/%2e" }],
  ["an item that it had before", { status: 200, body: { id: "7" } }],
  ["a job, with its id", { status: 202, body: { id: "7" }, location: "/things/7" }],
  ["the address of a job", { status: 201, body: {}, location: "/jobs/7" }],
  ["an address elsewhere", { status: 201, body: {}, location: "http://other.test/things/9" }],
  ["a broken address", { status: 201, body: {}, location: "/things/%E0%A4%A" }],
])("deletes nothing where a creation is answered with %s", async (_what, created) => {
  const { status, deleted } = await scan(created);
  expect(status).toBe("completed");
  expect(deleted).toEqual([]);
});

it("deletes what a creation is answered with otherwise", async () => {
  const { deleted } = await scan({ status: 201, body: {}, location: "/things/8" });
  expect(new Set(deleted)).toEqual(new Set(["/things/8"]));
});

it("leaves out a header that no request can have", async () => {
  const header = (name: string, example: string) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string", example },
  });
  const { checks, paths, status } = await scanTarget(
    (_request, response) => void response.writeHead(200).end("{}"),
    {
      document: writeDocument({
        "/things": {
          get: { parameters: [header("X-A'$(x)", "a"), header("X-B", "a\nb")], responses },
        },
      }),
      scannerIds: ["authentication"],
    },
  );
  expect(status).toBe("completed");
  expect(paths).toContain("/things");
  expect(checks.length).toBeGreaterThan(0);
});
