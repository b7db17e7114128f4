import { openEgress } from "@lintel/egress/testing/open-egress";
import { startServer, type AnswerRequest } from "@lintel/egress/testing/start-server";
import { describe, expect, it } from "vitest";
import type { PlannedSuite, SuiteCase } from "../plan/plan.types.ts";
import { makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { extractVariable, type VariableSource } from "./extract-variable.ts";

const password = "s3cr3t-of-alice";

/** Gives a token for the right password, and counts what is asked for. */
const answer: AnswerRequest = ({ url, body }, response) => {
  const isRight = url === "/prepare" || body.includes(password);
  response
    .writeHead(isRight ? 200 : 401, { "content-type": "application/json" })
    .end(JSON.stringify(isRight ? { token: "token-1", lives: 60 } : { sent: body }));
};

const post = (url: string) =>
  ({
    method: "POST",
    url,
    body: { type: "json", value: { user: "{{user}}", password: "{{password}}" } },
  }) as const;
const logIn = (more: Partial<SuiteCase> = {}): SuiteCase =>
  makeCase("Log in", {
    request: post("/login"),
    assertions: [{ source: "status", operator: "equals", expected: 200 }],
    extractions: [
      { name: "token", source: "jsonPath", path: "$.token" },
      { name: "lives", source: "jsonPath", path: "$.lives" },
    ],
    ...more,
  });

async function extract(suite: PlannedSuite, more: Partial<VariableSource> = {}) {
  await using server = await startServer(answer);
  await using egress = openEgress("127.0.0.1:*");
  const found = await extractVariable(
    {
      suite,
      environment: makeEnvironment(server.origin),
      caseName: "Log in",
      variable: "token",
      variables: { user: "alice", password },
      ...more,
    },
    {
      egress,
      now: Date.now,
      randomUuid: () => crypto.randomUUID(),
      random: Math.random,
      signal: new AbortController().signal,
    },
  );
  return { found, asked: server.requests.map(({ url }) => url) };
}

describe("the variable of a case", () => {
  it("is extracted with values that precede those of the suite, without the tear-down", async () => {
    const suite = makeSuite([makeCase("Other"), logIn()], {
      setUp: [makeCase("Prepare", { request: { method: "GET", url: "/prepare" } })],
      tearDown: [makeCase("Log out", { request: { method: "GET", url: "/logout" } })],
      variables: { password: "of-the-suite" },
    });
    expect(await extract(suite)).toEqual({
      found: { value: "token-1" },
      asked: ["/prepare", "/login"],
    });
  });

  it("is also that of a case in the set-up, after those before it", async () => {
    const suite = makeSuite([makeCase("Other")], {
      setUp: [
        makeCase("Prepare", { request: { method: "GET", url: "/prepare" } }),
        logIn(),
        makeCase("Later"),
      ],
    });
    const { found, asked } = await extract(suite);
    expect({ found, asked }).toEqual({
      found: { value: "token-1" },
      asked: ["/prepare", "/login"],
    });
  });

  it.each([
    [
      "a wrong password",
      {},
      { variables: { user: "a", password: "wrong-one" } },
      '"Log in": expected status to equal 200, got 401',
    ],
    ["a value that is missing", {}, { variables: { user: "a" } }, "{{password}}"],
    ["a value that is no text", {}, { variable: "lives" }, "the variable lives is no text"],
    ["a case that is disabled", { isEnabled: false }, {}, 'the case "Log in" is disabled'],
    ["an unknown case", {}, { caseName: "Sign in" }, 'no case "Sign in"'],
    ["an unknown variable", {}, { variable: "jwt" }, "does not extract the variable jwt"],
    [
      "another origin",
      { request: post("http://127.0.0.2:9/login") },
      {},
      "is not an origin of the environment",
    ],
  ])("is not there with %s, and the reason is named", async (_, changes, more, reason) => {
    const { found } = await extract(makeSuite([logIn(changes)]), more);
    expect(found).toEqual({ reason: expect.stringContaining(reason) as string });
    expect(JSON.stringify(found)).not.toContain(password);
  });
});
