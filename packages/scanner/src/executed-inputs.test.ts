import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { isObject } from "@lintel/json/value";
import type { Identity } from "./identities/identity.types.ts";
import { scanWith } from "./testing/scan-with.ts";
import { writeDocument } from "./testing/write-document.ts";

const ok = { 200: { description: "Done." } };
const inQuery = (name: string) => ({
  name,
  in: "query",
  required: true,
  schema: { type: "string" },
});
const body = {
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["user", "password"],
        properties: { user: { type: "string" }, password: { type: "string" } },
      },
    },
  },
};

const document = writeDocument({
  "/search": { get: { parameters: [inQuery("q")], responses: ok } },
  "/go": { get: { parameters: [inQuery("next")], responses: ok } },
  "/file": { get: { parameters: [inQuery("file")], responses: ok } },
  "/users/{name}": {
    get: {
      parameters: [
        { name: "name", in: "path", required: true, schema: { type: "string" }, example: "alice" },
      ],
      responses: ok,
    },
  },
  "/login": { post: { operationId: "login", security: [], requestBody: body, responses: ok } },
});

const identities: readonly Identity[] = [
  { name: "alice", role: null, rank: 1, auth: { type: "bearer", token: "token-of-alice" } },
];

interface Asked {
  readonly path: string;
  /** The first value of the query, or the last segment of the path. */
  readonly value: string;
  /** The operator in the name of a parameter: `ne` of `q[$ne]`. */
  readonly operator: string | null;
  readonly body: unknown;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? "/", "http://target.invalid");
  const operator = /\[\$(\w+)\]/.exec(decodeURIComponent(url.search))?.[1] ?? null;
  const sent = await text(request);
  const [first] = url.searchParams.values();
  const last = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1));
  return {
    path: url.pathname,
    value: first ?? last,
    operator,
    body: sent === "" ? null : JSON.parse(sent),
  };
}

/** The findings of a scan of a target, as id, path and name of the place. */
async function scanTarget(answer: (asked: Asked) => Answer): Promise<string[]> {
  const server = createServer((request, response) => void reply(request, response));
  const answerKnown = (asked: Asked): Answer =>
    /^\/(?:search|go|file|users|login)/.test(asked.path) ? answer(asked) : { status: 404 };
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status = 200, headers = {}, json = {} } = answerKnown(await read(request));
    const own = { "content-type": "application/json", "x-content-type-options": "nosniff" };
    response.writeHead(status, { ...own, "cache-control": "no-store", ...headers });
    response.end(JSON.stringify(json));
  };
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const scannerIds = [
      "command-injection",
      "header-injection",
      "nosql-injection",
      "open-redirect",
      "path-traversal",
      "server-request",
      "sql-injection",
      "template-injection",
    ];
    const result = await scanWith({ baseUrl, document, identities, scannerIds });
    expect(result.status).toBe("completed");
    return result.findings.map(
      ({ guidance, path, place }) => `${guidance.id} ${path} ${place.name}`,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const isAt = (asked: Asked, path: string): boolean => asked.path.startsWith(path);
const multiply = (_: string, left: string, right: string): string =>
  String(Number(left) * Number(right));

/** Whether a text ends a quoted text and adds a condition that is true. */
const isTrueCondition = (value: string): boolean => /' OR '?1'?='?1/.test(value);

describe("a scan finds values that are executed", () => {
  it.each<[string, string, (asked: Asked) => Answer]>([
    [
      "SQL in a path",
      "SVC08030 /users/{name} name",
      (asked) => {
        if (!isAt(asked, "/users")) return {};
        const isKnown = asked.value === "alice" || isTrueCondition(asked.value);
        return isKnown ? { json: { name: "alice" } } : { status: 404 };
      },
    ],
    [
      "SQL that lets anybody sign in",
      "SVC08030 /login /user",
      (asked) => {
        if (!isAt(asked, "/login")) return {};
        const user = isObject(asked.body) ? String(asked.body["user"]) : "";
        const isComment = user.endsWith(" -- ") && isTrueCondition(user);
        return isComment ? { json: { token: "t" } } : { status: 401 };
      },
    ],
    [
      "an operator that lets anybody sign in",
      "SVC08031 /login /password",
      (asked) => {
        if (!isAt(asked, "/login")) return {};
        const password = isObject(asked.body) ? asked.body["password"] : null;
        const isOpen = isObject(password) && "$ne" in password;
        return isOpen ? { json: { token: "t" } } : { status: 401 };
      },
    ],
    [
      "an operator in the query",
      "SVC08031 /search q",
      (asked) => ({ json: asked.operator === "ne" && isAt(asked, "/search") ? [1, 2] : [] }),
    ],
    [
      "a command in double quotes",
      "SVC08032 /search q",
      (asked) =>
        isAt(asked, "/search")
          ? { json: { log: asked.value.replaceAll(/\$\(\((\d+)\*(\d+)\)\)/g, multiply) } }
          : {},
    ],
    [
      "a template",
      "SVC08033 /search q",
      (asked) =>
        isAt(asked, "/search")
          ? { json: { text: asked.value.replaceAll(/\$\{(\d+)\*(\d+)\}/g, multiply) } }
          : {},
    ],
    [
      "a template whose engine fails at other languages",
      "SVC08033 /search q",
      ({ path, value }) => {
        if (path !== "/search") return {};
        if (/[<@]/.test(value)) return { status: 500 };
        return { json: { text: value.replaceAll(/#\{(\d+)\*(\d+)\}/g, multiply) } };
      },
    ],
  ])("%s", async (_what, expected, answer) => {
    const found = await scanTarget((asked) => answer(asked));
    expect(found).toEqual([expected]);
  });

  it("in a redirect that leaves the beginning of a host to the caller", async () => {
    const found = await scanTarget((asked) => {
      if (!isAt(asked, "/go")) return {};
      const isOwn = asked.value.startsWith("https://127.0.0.1");
      return { status: 302, headers: { location: isOwn ? asked.value : "/" } };
    });
    expect(found).toEqual(["SVC08036 /go next"]);
  });

  it("in a file below a folder that is left", async () => {
    const found = await scanTarget((asked) => {
      if (!isAt(asked, "/file")) return {};
      if (asked.value.endsWith("../etc/passwd"))
        return { json: { text: "root:x:0:0:root:/root:/bin/sh\n" } };
      if (asked.value.endsWith("../etc/group")) return { json: { text: "root:x:0:\n" } };
      return { status: 404 };
    });
    expect(found).toEqual(["SVC08034 /file file"]);
  });
});

describe("a scan claims nothing", () => {
  it("of a target that repeats what it is sent", async () => {
    const found = await scanTarget((asked) => ({
      headers: { "x-asked": encodeURIComponent(asked.value) },
      json: { ...asked, items: [asked.value] },
    }));
    expect(found).toEqual([]);
  });

  it("of a target that sends everybody to its sign-in page, with the way back", async () => {
    const found = await scanTarget((asked) => ({
      status: 302,
      headers: { location: `/login?next=${encodeURIComponent(asked.value)}` },
    }));
    expect(found).toEqual([]);
  });

  it.each([200, 400, 403, 404, 500])(
    "of a target that answers %i to everything",
    async (status) => {
      expect(await scanTarget(() => ({ status }))).toEqual([]);
    },
  );

  it("of a target whose lists grow on their own", async () => {
    let turn = 0;
    const found = await scanTarget(() => {
      turn += 1;
      return { json: Array.from({ length: turn % 17 }, (_, id) => ({ id })) };
    });
    expect(found).toEqual([]);
  });
});
