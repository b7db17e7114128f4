import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Identity } from "./identities/identity.types.ts";
import { preflight, type Preflight } from "./preflight.ts";
import { withTarget } from "./testing/scan-with.ts";
import { writeDocument } from "./testing/write-document.ts";

const document = writeDocument({
  "/notes": { get: { responses: { 200: { description: "Done." } } } },
});

type Answer = (request: IncomingMessage, body: URLSearchParams, response: ServerResponse) => void;

let answer: Answer;
const server = createServer((request, response) => {
  text(request).then(
    (body) => answer(request, new URLSearchParams(body), response),
    () => response.destroy(),
  );
});
let baseUrl = "";

beforeEach(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const statusOf = ({ url }: IncomingMessage): number => (url === "/notes" ? 200 : 404);

function tryIdentity(
  auth: Identity["auth"],
  tools: Parameters<typeof withTarget>[0]["tools"] = {},
): Promise<Preflight> {
  const identities = [{ name: "alice", role: null, rank: 1, auth }];
  return withTarget({ baseUrl, document, identities, tools }, preflight);
}

const works = [{ name: "alice", works: true, reason: null }];

describe("an identity with a form", () => {
  const form = `<form action="/session"><input type="hidden" name="csrf" value="a&amp;b">
    <input name="user"><input type="password" name="pass"><input type="submit" name="go"></form>`;
  const auth = {
    type: "form",
    path: "/login",
    fields: { user: "alice", pass: "alice-secret" },
  } as const;

  beforeEach(() => {
    answer = (request, body, response) => {
      const cookies = request.headers.cookie ?? "";
      if (request.url === "/login")
        response.setHeader("set-cookie", ["visit=1; Path=/", "csrftoken=c%3D1"]).end(form);
      else if (request.url === "/session") {
        const isRight =
          body.get("csrf") === "a&b" &&
          body.get("pass") === "alice-secret" &&
          !body.has("go") &&
          cookies === "visit=1; csrftoken=c%3D1";
        if (isRight) response.setHeader("set-cookie", "session=s1; HttpOnly");
        response.writeHead(302, { location: isRight ? "/home" : "/login?failed" }).end();
      } else {
        const isKnown = cookies.includes("session=s1") && request.headers["x-csrftoken"] === "c=1";
        response.writeHead(isKnown ? statusOf(request) : 401).end("[]");
      }
    };
  });

  it("signs in with the hidden fields and the cookies of the page", async () => {
    expect(await tryIdentity(auth)).toMatchObject({
      identities: works,
      operations: [{ operation: "GET /notes", works: true, identity: "alice", reason: null }],
    });
  });

  it("does not sign in where the target leads back to the form", async () => {
    const { identities, operations } = await tryIdentity({
      ...auth,
      fields: { user: "alice", pass: "wrong-secret" },
    });
    expect(identities[0]).toMatchObject({ works: false });
    expect(identities[0]?.reason).toMatch(/^alice could not sign in with the form of \/login/);
    expect(operations).toMatchObject([{ works: false, reason: "no identity could sign in" }]);
  });
});

describe("an identity with a refresh token", () => {
  const auth = {
    type: "refreshToken",
    tokenPath: "/token",
    tokens: { refreshToken: "refresh-1" },
  } as const;

  it("stores the token that replaces it before it is used", async () => {
    const steps: string[] = [];
    answer = (request, body, response) => {
      steps.push(`${request.url} ${body.get("refresh_token") ?? ""}`);
      const token = { access_token: "access-1", refresh_token: "refresh-2" };
      const isKnown = request.headers.authorization === "Bearer access-1";
      if (request.url === "/token") response.end(JSON.stringify(token));
      else response.writeHead(isKnown ? statusOf(request) : 401).end("[]");
    };
    const onRefreshToken = async (name: string, token: string): Promise<void> => {
      steps.push(`stored ${name} ${token}`);
    };
    expect(await tryIdentity(auth, { onRefreshToken })).toMatchObject({
      identities: works,
      operations: [{ works: true }],
    });
    expect(steps.slice(0, 3)).toEqual(["/token refresh-1", "stored alice refresh-2", "/notes "]);
  });

  it("is not sent to another origin, however its address is written", async () => {
    answer = (_, __, response) => response.end('{"access_token":"t"}');
    for (const tokenPath of ["@example.com/token", "https://example.com/token", ".example.com"]) {
      const { identities } = await tryIdentity({ ...auth, tokenPath });
      expect(identities).toMatchObject([{ works: false }]);
      expect(identities[0]?.reason).toContain(`not below ${baseUrl}`);
    }
  });
});
