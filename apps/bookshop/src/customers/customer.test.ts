import { describe, expect, it } from "vitest";
import { demoCustomers } from "../store/demo-credentials.ts";
import { openBookshop } from "../testing/open-bookshop.ts";

const { email, password } = demoCustomers.alice;

describe("logging in", () => {
  it("answers an unknown address and a wrong password in the same way", async () => {
    await using shop = openBookshop();
    const wrong = await shop.send("logIn", { body: { email, password: "wrong" } });
    const unknown = await shop.send("logIn", { body: { email: "x@example.test", password } });
    expect(wrong.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
  });

  it("is refused after five failures for one address, until the minute is over", async () => {
    let now = Date.UTC(2026, 0, 1, 12, 0, 30);
    await using shop = openBookshop({ readNow: () => new Date(now) });
    const tries = [];
    for (let count = 0; count < 6; count += 1) {
      const response = await shop.send("logIn", { body: { email, password: "wrong" } });
      tries.push(response.statusCode);
    }
    expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = await shop.send("logIn", { body: { email, password } });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("30");
    await shop.logIn("bob");
    now += 30_000;
    await shop.logIn("alice");
  });

  it("gives a token that ends after an hour", async () => {
    let now = Date.UTC(2026, 0, 1);
    await using shop = openBookshop({ readNow: () => new Date(now) });
    const headers = await shop.logIn("alice");
    now += 3_599_000;
    expect((await shop.send("getMe", { headers })).statusCode).toBe(200);
    now += 1_000;
    const ended = await shop.send("getMe", { headers });
    expect(ended.json()).toMatchObject({ status: 401, code: "CREDENTIAL_INVALID" });
    expect(ended.headers["www-authenticate"]).toContain('error="invalid_token"');
  });
});

describe("an account", () => {
  it("cannot be created twice for one address, in upper or lower case", async () => {
    await using shop = openBookshop();
    const body = { email: email.toUpperCase(), password: "a-long-demo-password", name: "Alice" };
    const response = await shop.send("registerCustomer", { body });
    expect(response.json()).toMatchObject({ status: 409, code: "EMAIL_TAKEN" });
  });

  it("accepts a new password, after which only this one works", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    const fresh = "another-long-password";
    await shop.send("updateMe", { headers, body: { password: fresh } });
    const old = await shop.send("logIn", { body: { email, password } });
    expect(old.statusCode).toBe(401);
    expect((await shop.send("logIn", { body: { email, password: fresh } })).statusCode).toBe(200);
  });

  it("does not let its owner change role or e-mail address", async () => {
    await using shop = openBookshop();
    const headers = await shop.logIn("alice");
    for (const body of [{ role: "admin" }, { email: "b@example.test" }, {}]) {
      expect((await shop.send("updateMe", { headers, body })).statusCode).toBe(400);
    }
  });

  it("is refused without a token, and with the token of a client", async () => {
    await using shop = openBookshop();
    expect((await shop.send("getMe")).json()).toMatchObject({ code: "CREDENTIAL_MISSING" });
    const headers = await shop.getClientToken("catalogue:write");
    expect((await shop.send("getMe", { headers })).json()).toMatchObject({ code: "FORBIDDEN" });
  });
});
