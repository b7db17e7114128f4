import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { expect, it } from "vitest";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const note = { type: "object", properties: { text: { type: "string", example: "string" } } };
const requestBody = { content: { "application/json": { schema: note } } };
const responses = { 200: { description: "Done." } };
const document = writeDocument({
  "/notes": { post: { requestBody, responses } },
  "/notes/{id}": { delete: { parameters: [id], responses } },
  "/payments": { post: { requestBody, responses } },
});

async function scan(isVerbose: boolean) {
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    bodies.push(body);
    const end = (status: number, value: object) =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(value));
    if (request.headers.authorization === undefined) return end(401, {});
    if (!request.url?.startsWith("/notes")) return end(404, {});
    if (request.method === "DELETE") return end(200, {});
    try {
      return end(201, { id: "1", ...(JSON.parse(body) as object) });
    } catch (error) {
      if (!isVerbose) return end(400, { title: "The body is no JSON" });
      return end(500, { stack: (error as Error).stack });
    }
  };
  const result = await scanTarget((request, response) => void answer(request, response), {
    document,
    scannerIds: ["error-disclosure"],
  });
  return { ...result, bodies };
}

it("finds a stack trace in the answer to a body that cannot be parsed", async () => {
  const { findings, checks } = await scan(true);
  expect(findings.map(({ guidance }) => guidance.name)).toEqual(["InternalsInErrors"]);
  expect(checks.find(({ operation }) => operation === "POST /payments")).toMatchObject({
    state: "skipped",
    reason: expect.stringContaining("payments") as string,
  });
});

it("finds nothing where such a body is refused without details", async () => {
  const { findings, bodies } = await scan(false);
  expect(findings).toEqual([]);
  expect(bodies).toContain('{"a":');
});
