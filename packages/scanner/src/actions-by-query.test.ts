import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { scanTarget, type TargetScan } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const text = { type: "string", example: "string" };
const idIn = (name: string) => ({ name, in: "query", required: true, schema: { type: "string" } });
const order = { type: "object", required: ["text"], properties: { text } };
const requestBody = { content: { "application/json": { schema: order } } };
const responses = { 200: { description: "Done." } };
/** Orders have no address of their own: their id is always in the query. */
const document = writeDocument({
  "/orders": { get: { responses }, post: { requestBody, responses } },
  "/order": {
    get: { parameters: [idIn("id")], responses },
    delete: { parameters: [idIn("id")], responses },
  },
  "/orders/cancel": { post: { parameters: [idIn("orderId")], responses } },
  "/orders/close": { post: { parameters: [idIn("orderId")], responses } },
  "/orders/pay": { post: { parameters: [idIn("orderId")], responses } },
});

interface Flaws {
  readonly cancels?: boolean;
  readonly deletes?: boolean;
}

function openOrders({ cancels = false, deletes = false }: Flaws) {
  const orders = new Map<string, { id: string; owner: string; text: string; status: string }>();
  for (const owner of ["alice", "bob"])
    orders.set(owner, { id: owner, owner, text: "before", status: "open" });
  const changed: string[] = [];
  let lastId = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://orders.test");
    const body = pathname === "/orders" && method === "POST" ? await readJson(request) : {};
    const caller = /^Bearer token-of-(alice|bob)$/.exec(headers.authorization ?? "")?.[1];
    const end = (status: number, value: unknown = {}) =>
      void response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify(value));
    if (caller === undefined) return end(401);
    if (pathname === "/orders" && method === "POST") {
      lastId += 1;
      const made = { id: `made-${lastId}`, owner: caller, status: "open" };
      orders.set(made.id, { ...made, text: (body as { text: string }).text });
      return end(201, { id: made.id });
    }
    if (pathname === "/orders")
      return end(
        200,
        [...orders.values()].filter(({ owner }) => owner === caller),
      );
    const found = orders.get(searchParams.get("id") ?? searchParams.get("orderId") ?? "");
    if (found === undefined) return end(404);
    const isOwn = found.owner === caller;
    const { id, text: own, status } = found;
    if (pathname === "/order" && method === "GET")
      return isOwn ? end(200, { id, text: own, status }) : end(404);
    const mayChange =
      isOwn ||
      (pathname === "/orders/cancel" && cancels) ||
      (pathname === "/order" && method === "DELETE" && deletes);
    if (!mayChange) return end(404);
    changed.push(`${pathname} ${id}`);
    if (method === "DELETE") orders.delete(id);
    else found.status = pathname;
    return end(200);
  };
  return { orders, changed, answer };
}

async function scan(flaws: Flaws, options: Partial<TargetScan> = {}) {
  const target = openOrders(flaws);
  const result = await scanTarget((request, response) => void target.answer(request, response), {
    document,
    scannerIds: ["object-writing"],
    ...options,
  });
  const found = result.findings.map(({ guidance, method, path }) => [guidance.id, method, path]);
  return { ...target, result, found };
}

describe("records that a query names", () => {
  it.each([
    [{ cancels: true }, [["SVC01002", "POST", "/orders/cancel"]]],
    [{ deletes: true }, [["SVC01002", "DELETE", "/order"]]],
    [{}, []],
  ])("%j: what others can do with them is found, and nothing else", async (flaws, expected) => {
    const { found, result, orders, changed } = await scan(flaws);
    expect(found).toEqual(expected);
    expect(result).toMatchObject({ status: "completed", unconfirmed: [], leftBehind: [] });
    // Only what the scan created was touched, and it is gone.
    expect(changed.filter((one) => !/ made-\d+$/.test(one))).toEqual([]);
    expect([...orders.keys()]).toEqual(["alice", "bob"]);
    const states = result.checks.map(({ operation, state }) => [operation, state]);
    expect(states).toContainEqual(["POST /orders/close", "passed"]);
  });

  it("are not touched by an action with effects outside the API, or without permission to write", async () => {
    const usual = await scan({ cancels: true });
    expect(usual.changed.some((one) => one.startsWith("/orders/pay"))).toBe(false);
    const { reason } =
      usual.result.checks.find(({ operation }) => operation === "POST /orders/pay") ?? {};
    expect(reason).toContain("pay");
    const reading = await scan({ cancels: true, deletes: true }, { isReadOnly: true });
    expect(reading.changed).toEqual([]);
    expect(reading.found).toEqual([]);
  });
});
