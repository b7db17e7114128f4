import { describe, expect, it } from "vitest";
import { openBookshop } from "../testing/open-bookshop.ts";

const register = { method: "POST", url: "/customers" } as const;
const json = { "content-type": "application/json" };

describe("refusals", () => {
  it.each([
    { what: "an unknown address", request: { url: "/nowhere" }, status: 404, code: "NOT_FOUND" },
    {
      what: "a path value of a wrong type",
      request: { url: "/books/x" },
      status: 404,
      code: "NOT_FOUND",
    },
    { what: "an unlisted book", request: { url: "/books/61" }, status: 404, code: "NOT_FOUND" },
    {
      what: "an address that cannot be decoded",
      request: { url: "/books/%ZZ" },
      status: 400,
      code: "MALFORMED_REQUEST",
    },
    {
      what: "an unknown method",
      request: { method: "PUT", url: "/books" },
      status: 405,
      code: "METHOD_NOT_ALLOWED",
    },
    {
      what: "a QUERY without a body",
      request: { method: "QUERY", url: "/books" },
      status: 400,
      code: "MALFORMED_REQUEST",
    },
    {
      what: "broken JSON",
      request: { ...register, headers: json, payload: "{" },
      status: 400,
      code: "INVALID_JSON",
    },
    {
      what: "no JSON at all",
      request: { ...register, headers: json, payload: "" },
      status: 400,
      code: "INVALID_JSON",
    },
    {
      what: "a prototype in disguise",
      request: { ...register, headers: json, payload: '{"__proto__":{}}' },
      status: 400,
      code: "INVALID_JSON",
    },
    {
      what: "another media type",
      request: { ...register, headers: { "content-type": "text/plain" }, payload: "x" },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    },
    {
      what: "a form where JSON is due",
      request: {
        ...register,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "a=b",
      },
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
    },
    {
      what: "a large body",
      request: { ...register, payload: { name: "x".repeat(70_000) } },
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    },
  ] as const)("are problem details for $what", async ({ request, status, code }) => {
    await using shop = openBookshop();
    const response = await shop.app.inject(request);
    expect(response.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(response.json()).toMatchObject({ status, code, instance: request.url });
    expect(response.statusCode).toBe(status);
    expect(response.body).not.toMatch(/node_modules|\.ts:/);
  });

  it("name every wrong field of a body at any depth", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const shipTo = { name: "A", street: "B", city: "C", postalCode: "D", country: "Germany" };
    const body = { shipTo, items: [{ bookId: "1", quantity: 0, gift: true }], express: true };
    const response = await shop.send("createOrder", { headers, body });
    expect(response.statusCode).toBe(400);
    const { errors } = response.json<{ errors: { field: string; code: string }[] }>();
    expect(errors.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      "express unknownField",
      "items[0].bookId type",
      "items[0].gift unknownField",
      "items[0].quantity minimum",
      "shipTo.country pattern",
    ]);
  });

  it("name every wrong value of a query", async () => {
    await using shop = openBookshop();
    const query = { page: "0", pageSize: "many", inStock: "yes", colour: "red" };
    const response = await shop.send("listBooks", { query });
    const { errors } = response.json<{ errors: { in: string; field: string }[] }>();
    expect(errors.map((one) => `${one.in} ${one.field}`).sort()).toEqual([
      "query colour",
      "query inStock",
      "query page",
      "query pageSize",
    ]);
  });

  it("do not coerce values of a body", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    for (const quantity of ["2", null, 1.5, true, [2]]) {
      const sending = { params: { bookId: 1 }, headers, body: { quantity } };
      expect((await shop.send("setCartItem", sending)).statusCode).toBe(400);
    }
  });

  it("list in Allow the methods that an address supports", async () => {
    await using shop = openBookshop();
    const refused = await shop.app.inject({ method: "DELETE", url: "/books" });
    expect(refused.headers.allow).toBe("GET, HEAD, OPTIONS, POST, QUERY");
    const options = await shop.app.inject({ method: "OPTIONS", url: "/books/1" });
    expect(options.statusCode).toBe(204);
    expect(options.headers.allow).toBe("DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
  });

  it("are sent to an address with too many requests, until the minute is over", async () => {
    let now = Date.UTC(2026, 0, 1, 12, 0, 15);
    await using shop = openBookshop({
      limits: { requestsPerMinute: 2 },
      readNow: () => new Date(now),
    });
    await shop.send("getHealth");
    const last = await shop.send("getHealth");
    expect(last.headers["ratelimit-policy"]).toBe('"default";q=2;w=60');
    expect(last.headers["ratelimit"]).toBe('"default";r=0;t=45');
    const refused = await shop.send("getHealth");
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("45");
    now += 45_000;
    expect((await shop.send("getHealth")).statusCode).toBe(200);
  });
});
