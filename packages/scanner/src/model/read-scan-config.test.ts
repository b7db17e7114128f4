import { describe, expect, it } from "vitest";
import { readScanConfig, ScanConfigError } from "./read-scan-config.ts";

const alice = { name: "alice", auth: { type: "bearer", token: "env:ALICE" } };

describe("the configuration of a scan", () => {
  it("can be empty", () => {
    expect(readScanConfig({})).toEqual({
      identities: [],
      flows: [],
      accessRules: [],
      scope: { include: [], exclude: [] },
    });
  });

  it("has secrets by name, also within a body", () => {
    const login = { type: "login", path: "/login", body: { name: "bob", password: "env:BOB" } };
    const given = { identities: [alice, { name: "bob", rank: 9, role: "admin", auth: login }] };
    const { identities } = readScanConfig(given, (text) => text.replace("env:", "value of "));
    expect(identities).toEqual([
      { name: "alice", role: null, rank: 1, auth: { type: "bearer", token: "value of ALICE" } },
      {
        name: "bob",
        role: "admin",
        rank: 9,
        auth: { ...login, body: { name: "bob", password: "value of BOB" } },
      },
    ]);
  });

  it.each([
    [[], "The file must be an object."],
    [{ flow: [] }, 'The file has the unknown member "flow"; it can have identities, flows'],
    [{ identities: alice }, "identities must be a list."],
    [{ identities: [alice, alice] }, "identities[1].name is the name of another identity."],
    [{ identities: [{ ...alice, rank: 2000 }] }, "identities[0].rank must be a whole number"],
    [{ identities: [{ name: "a", auth: { type: "magic" } }] }, "identities[0].auth.type must be"],
    [{ identities: [{ name: "a", auth: { type: "bearer" } }] }, "identities[0].auth.token must be"],
    [
      {
        identities: [{ name: "a", auth: { type: "key", in: "body", name: "k", value: "v" } }],
      },
      "identities[0].auth.in must be header, query or cookie.",
    ],
    [{ flows: [{ name: "f", steps: [] }] }, "flows[0].steps needs at least one operation."],
    [{ flows: [{ name: "f", steps: ["GET /a"] }] }, "flows[0] needs a limit, or three steps"],
    [{ flows: [{ name: "f", steps: ["GET /a"], limit: 0 }] }, "flows[0].limit must be"],
    [
      { accessRules: [{ identity: "a", operation: "GET /a", isAllowed: "no" }] },
      "accessRules[0].isAllowed must be true or false.",
    ],
    [{ scope: { include: [7] } }, "scope.include[0] must be a text."],
  ])("%j is refused with its place", (value, message) => {
    expect(() => readScanConfig(value)).toThrow(ScanConfigError);
    expect(() => readScanConfig(value)).toThrow(message);
  });
});
