import { describe, expect, it } from "vitest";
import type { FastifyInstance } from "fastify";
import { createBookshop } from "../bookshop.ts";
import { demoCustomers } from "../store/demo-credentials.ts";
import { weaknesses } from "./weakness-list.generated.ts";

const newcomer = { email: "mallory@example.test", password: "mallory-was-here", name: "Mallory" };
const origin = "https://elsewhere.example";

async function logIn(app: FastifyInstance, { email, password }: typeof newcomer) {
  const request = {
    method: "POST",
    url: "/customers/login",
    payload: { email, password },
  } as const;
  const { accessToken } = (await app.inject(request)).json<{ accessToken: string }>();
  return { authorization: `Bearer ${accessToken}` };
}

function writeUnsignedToken(claims: object): string {
  const segments = [{ alg: "none" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  return `${segments.join(".")}.`;
}

async function register(app: FastifyInstance, extra: object = {}) {
  return app.inject({ method: "POST", url: "/customers", payload: { ...newcomer, ...extra } });
}

/**
 * Attacks by the weakness that they need; each returns whether it succeeded. Weaknesses without an
 * attack here are attacked by a scan (scan.long.test.ts).
 */
const attacks: Record<string, (app: FastifyInstance) => Promise<boolean>> = {
  async bola(app) {
    const headers = await logIn(app, demoCustomers.alice);
    const response = await app.inject({ url: "/orders/1003", headers });
    return response.body.includes("Cratchit");
  },
  async "broken-auth"(app) {
    const token = writeUnsignedToken({ sub: "customer:2", exp: 1 });
    const headers = { authorization: `Bearer ${token}` };
    const response = await app.inject({ url: "/customers/me", headers });
    return response.statusCode === 200 && response.body.includes(demoCustomers.bob.email);
  },
  async "mass-assignment"(app) {
    const response = await register(app, { role: "admin" });
    if (response.statusCode !== 201) return false;
    const headers = await logIn(app, newcomer);
    return (await app.inject({ url: "/admin/stats", headers })).statusCode === 200;
  },
  async "excessive-data"(app) {
    const headers = await logIn(app, demoCustomers.alice);
    const response = await app.inject({ url: "/customers/me", headers });
    return "passwordHash" in response.json<object>();
  },
  async "no-rate-limit"(app) {
    const payload = { email: demoCustomers.carol.email, password: "guess" };
    const statuses = [];
    for (let count = 0; count < 8; count += 1) {
      const request = { method: "POST", url: "/customers/login", payload } as const;
      statuses.push((await app.inject(request)).statusCode);
    }
    return !statuses.includes(429);
  },
  async "unlimited-page-size"(app) {
    const response = await app.inject({ url: "/books?pageSize=1000000" });
    return response.json<{ items: unknown[] }>().items.length > 50;
  },
  async bfla(app) {
    return (await app.inject({ url: "/admin/stats" })).statusCode === 200;
  },
  async "verbose-errors"(app) {
    const headers = { "content-type": "application/json" };
    const response = await app.inject({ method: "POST", url: "/customers", headers, payload: "{" });
    return "stack" in response.json<object>();
  },
  async "missing-security-headers"(app) {
    return (await app.inject({ url: "/health" })).headers["x-content-type-options"] === undefined;
  },
  async "open-cors"(app) {
    const { headers } = await app.inject({
      method: "OPTIONS",
      url: "/health",
      headers: { origin },
    });
    return (
      headers["access-control-allow-origin"] === origin &&
      headers["access-control-allow-credentials"] === "true"
    );
  },
  async "search-injection"(app) {
    const query = { q: "zzz' OR 1=1 --", page: "2", pageSize: "40" };
    return (await app.inject({ url: "/books", query })).body.includes("embargo");
  },
};

async function listSuccesses(names: readonly string[]): Promise<string[]> {
  const app = createBookshop({ weaknesses: names });
  try {
    const successes = [];
    for (const [name, attack] of Object.entries(attacks)) {
      if (await attack(app)) successes.push(name);
    }
    return successes;
  } finally {
    await app.close();
  }
}

describe("weaknesses", () => {
  const names = weaknesses.map(({ name }) => name);

  it("describe themselves, each with a unique name", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(attacks)));
    for (const { name, title, owasp, summary, found } of weaknesses) {
      expect(found.length > 0 || name in attacks, name).toBe(true);
      expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(owasp).toMatch(/^API(?:[1-9]|10):2023$/);
      expect(title.length).toBeGreaterThan(0);
      expect(summary.length).toBeGreaterThan(40);
    }
  });

  it("are all absent when none is switched on", async () => {
    expect(await listSuccesses([])).toEqual([]);
  });

  it.each(names)("show one by one: %s", async (name) => {
    expect(await listSuccesses([name])).toEqual(name in attacks ? [name] : []);
  });

  it("show together", async () => {
    const attacked = Object.keys(attacks);
    expect((await listSuccesses(attacked)).sort()).toEqual(attacked.toSorted());
  });
});

describe("the search injection", () => {
  async function search(text: string) {
    const app = createBookshop({ weaknesses: ["search-injection"] });
    try {
      const response = await app.inject({ method: "QUERY", url: "/books", payload: { text } });
      const { totalCount, detail } = response.json<{ totalCount?: number; detail?: string }>();
      return totalCount ?? detail ?? "";
    } finally {
      await app.close();
    }
  }

  it.each([
    ["war", 2],
    ["zzz", 0],
    ["zzz' OR '1'='1", 60],
    ["zzz' OR '1'='2", 0],
    ["zzz' OR ('a'<>'b') --", 62],
    ["it''s", 0],
  ])("runs %s as a database would", async (text, count) => {
    expect(await search(text)).toBe(count);
  });

  it.each(["'", "' OR", "' OR 1=1 ; --", "' OR (1=1 --", "' OR password='x"])(
    "answers %s with the database's own error",
    async (text) => {
      expect(await search(text)).toMatch(/^SQLSTATE 42601: syntax error/);
    },
  );
});
