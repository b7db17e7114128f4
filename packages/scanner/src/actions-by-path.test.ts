import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const responses = { 200: { description: "Done." } };
const parameters = [
  { name: "orderId", in: "path", required: true, schema: { type: "integer", examples: [9] } },
];
const product = { type: "integer", minimum: 1, examples: [9] };
const requestBody = {
  content: {
    "application/json": {
      schema: { type: "object", required: ["productId"], properties: { productId: product } },
    },
  },
};
const document = writeDocument({
  "/products": { get: { responses } },
  "/products/{productId}": { get: { responses } },
  "/orders": { get: { responses }, post: { requestBody, responses } },
  "/orders/{orderId}": { get: { parameters, responses }, delete: { parameters, responses } },
  "/orders/{orderId}/cancel": { post: { parameters, responses } },
  "/orders/{orderId}/notes": { get: { parameters, responses }, post: { parameters, responses } },
});

interface Target {
  readonly isOpenToCancel: boolean;
  /** Whether everybody may read every order. */
  readonly isPublic: boolean;
}

interface Order {
  readonly owner: string;
  status: string;
}

/** Sells only the second product; ids are numbers. */
async function scan({ isOpenToCancel, isPublic }: Target) {
  const orders = new Map<string, Order>([["9", { owner: "nobody", status: "open" }]]);
  const notes: string[] = [];
  let lastId = 100;
  const create = (caller: string, body: string) => {
    const { productId } = JSON.parse(body) as { productId?: unknown };
    if (productId !== 2) return { status: 409, value: {} };
    lastId += 1;
    orders.set(String(lastId), { owner: caller, status: "open" });
    return { status: 201, value: { id: lastId } };
  };
  const answer = (method: string, url: string, caller: string, body: string) => {
    const [, place, id = "", part] = url.split("/");
    if (place === "products") return { status: 200, value: [{ id: 1 }, { id: 2 }] };
    if (id === "" && method === "POST") return create(caller, body);
    if (id === "") return { status: 200, value: [] };
    const order = orders.get(id);
    const isOwn = order?.owner === caller;
    if (order === undefined) return { status: 404, value: {} };
    if (part === "notes" && method === "POST") notes.push(id);
    if (part === "cancel" && (isOwn || isOpenToCancel)) order.status = "cancelled";
    else if (part !== undefined) return { status: 404, value: {} };
    else if (method === "DELETE" && isOwn) orders.delete(id);
    else if (!isOwn && !isPublic) return { status: 404, value: {} };
    return { status: 200, value: { id: Number(id), status: order.status } };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const caller = /^Bearer token-of-(alice|bob)$/.exec(headers.authorization ?? "")?.[1];
    const { status, value } =
      caller === undefined ? { status: 401, value: {} } : answer(method, url, caller, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const result = await scanTarget((request, response) => void respond(request, response), {
    document,
    scannerIds: ["object-writing"],
  });
  const found = result.findings.map(({ guidance, method, path }) => [guidance.id, method, path]);
  const check = result.checks.find(
    ({ operation }) => operation === "POST /orders/{orderId}/cancel",
  );
  return { result, found, check, orders, notes };
}

it("finds an action on an order of another identity, and deletes the orders that it created", async () => {
  const { found, result, orders, notes } = await scan({ isOpenToCancel: true, isPublic: false });
  expect(found).toEqual([["SVC01002", "POST", "/orders/{orderId}/cancel"]]);
  expect(result).toMatchObject({ status: "completed", unconfirmed: [], leftBehind: [] });
  expect([...orders]).toEqual([["9", { owner: "nobody", status: "open" }]]);
  // What lies below an order may outlive it, so that nothing is created there.
  expect(notes).toEqual([]);
});

it("passes an action that only the owner can call", async () => {
  const { found, check } = await scan({ isOpenToCancel: false, isPublic: false });
  expect(found).toEqual([]);
  expect(check?.state).toBe("passed");
});

it("says nothing against an action on orders that everybody can read", async () => {
  const { found, check } = await scan({ isOpenToCancel: true, isPublic: true });
  expect(found).toEqual([]);
  expect(check).toMatchObject({ state: "skipped" });
  expect(check?.reason).toContain("can be meant");
});
