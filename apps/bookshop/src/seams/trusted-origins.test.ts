import { afterAll, describe, expect, it } from "vitest";
import { createBookshop } from "../bookshop.ts";

const app = createBookshop({ origins: ["https://docs.example.com"] });
afterAll(() => app.close());

const ask = async (origin: string | null, method: "OPTIONS" | "GET" = "GET") =>
  app.inject({ method, url: "/books/1", headers: origin === null ? {} : { origin } });

describe("pages of other origins", () => {
  it.each([
    "http://127.0.0.1:4001",
    "http://localhost:8080",
    "http://docs.localhost",
    "http://[::1]:4001",
    "https://docs.example.com",
  ])("may call the shop from %s, without credentials", async (origin) => {
    for (const method of ["OPTIONS", "GET"] as const) {
      const { headers } = await ask(origin, method);
      expect(headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": expect.stringContaining("PATCH") as string,
        "access-control-allow-headers": expect.stringContaining("X-Admin-Key") as string,
        "access-control-expose-headers": expect.stringContaining("ETag") as string,
        vary: "Origin",
      });
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  it.each([
    "https://elsewhere.example",
    "http://127.0.0.1.elsewhere.example",
    "http://localhost.elsewhere.example:4001",
    "https://docs.example.com.elsewhere.example",
    "https://docs.example.com:8443",
    "null",
    "file://127.0.0.1",
    null,
  ])("may not call it from %s", async (origin) => {
    for (const method of ["OPTIONS", "GET"] as const) {
      const { headers } = await ask(origin, method);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(headers.vary).toBe("Origin");
    }
  });
});
