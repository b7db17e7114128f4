import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import type { Identity } from "./identities/identity.types.ts";
import { planScan } from "./checks/plan-scan.ts";
import { peers, scanTarget } from "./testing/scan-target.ts";
import { scanWith, withTarget } from "./testing/scan-with.ts";
import { writeDocument } from "./testing/write-document.ts";
import { createPace } from "./traffic/pace.ts";

const responses = { 200: { description: "Done." } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" }, example: "1" };
const document = writeDocument({
  "/notes": { get: { responses } },
  "/notes/{id}": { get: { parameters: [id], responses } },
});
/** An address at which nothing listens. */
let nowhere = "";

beforeAll(async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  nowhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
});

const never: RequestListener = () => undefined;
const limited: RequestListener = (_, response) =>
  response.writeHead(429, { "retry-after": "86400" }).end("{}");

describe("a scan keeps to its budget", () => {
  it.each([
    ["does not answer", never],
    ["asks for a day", limited],
  ])("where the target %s", async (_, answer) => {
    const { checks } = await scanTarget(answer, { document, timeBudget: 1 });
    expect(checks.filter(({ state }) => state === "passed")).toEqual([]);
  });
});

describe("a scan of a target that is down", () => {
  const login: Identity = {
    name: "alice",
    role: null,
    rank: 1,
    auth: { type: "login", path: "/login", body: { user: "alice", password: "secret-of-alice" } },
  };
  it.each([
    ["tests one operation", { identities: peers, operationIds: ["GET /notes"] }],
    ["signs in", { identities: [login] }],
  ])("fails, and says so, where it %s", async (_, options) => {
    const scannerIds = ["authentication"];
    const result = await scanWith({ baseUrl: nowhere, document, scannerIds, ...options });
    expect(result.status).toBe("failed");
    expect(result.errorMessage).toMatch(/could not be reached.*127\.0\.0\.1/);
  });

  it("does not slow down other scans", async () => {
    let count = 0;
    const pace = { take: () => Promise.resolve(), slowDown: () => void (count += 1) };
    const { slowdownCount } = await scanWith({
      baseUrl: nowhere,
      document,
      identities: peers,
      tools: { pace },
    });
    expect({ count, slowdownCount }).toEqual({ count: 0, slowdownCount: 0 });
  });
});

it("doubles the pace again with each minute", async () => {
  let now = 0;
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const pace = createPace(8, { now: () => now, wait });
  pace.slowDown();
  pace.slowDown();
  const { signal } = new AbortController();
  for (const minute of [0, 1, 2, 3]) {
    now = minute * 60_000;
    await pace.take(signal);
    await pace.take(signal);
  }
  expect(waits).toEqual([500, 250, 125, 125]);
});

it("says why a scanner has no check", async () => {
  const reasons = await withTarget(
    { baseUrl: nowhere, document, identities: peers },
    async (settings) =>
      new Map(
        planScan(settings.surface, settings.identities, {}, settings).idle.map((one) => [
          one.scannerId,
          one.reason,
        ]),
      ),
  );
  expect(reasons.get("function-level")).toContain("the same rank");
  expect(reasons.get("access-rules")).toContain("no access rule");
  expect(reasons.get("business-flows")).toContain("no business flow");
});
