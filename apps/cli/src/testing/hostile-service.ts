import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One request that arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** How many requests with the same method and path came before it. */
  readonly before: number;
}

export type Answer = (response: ServerResponse, arrived: Arrived) => void;

export interface HostileService extends AsyncDisposable {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  stop(): Promise<void>;
}

export const ids = {
  project: "01a1f900-0000-7000-8000-000000000001",
  suite: "01a1f900-0000-7000-8000-000000000002",
  environment: "01a1f900-0000-7000-8000-000000000003",
  case: "01a1f900-0000-7000-8000-000000000004",
} as const;

/**
 * A server that speaks the recorded protocol of a run that passes, except for the faults of a test:
 * a cut connection, a rate limit, a proxy's page, silence. Keys are `METHOD /path`, with ids as
 * `*`.
 */
export async function startHostileService(
  faults: Readonly<Record<string, Answer>> = {},
): Promise<HostileService> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request;
      const [path = ""] = url.split("?", 1);
      const before = arrived.filter((one) => one.method === method && one.path === path).length;
      const one = { method, path, headers, body, before };
      arrived.push(one);
      const name = `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*")}`;
      const answer = faults[name] ?? protocol[name];
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, arrived, stop, [Symbol.asyncDispose]: stop };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
}

export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  members: Readonly<Record<string, unknown>> = {},
): void {
  sendJson(
    response,
    { status, code, title: code, detail: "As recorded.", requestId: "r", ...members },
    status,
  );
}

const at = "2026-01-01T00:00:00.000Z";

/** The status of a run, finished and passed by default. */
export function makeStatus(id: string, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    status: "finished",
    outcome: "passed",
    allPassed: true,
    totalCases: 1,
    completedCases: 1,
    passedCases: 1,
    failedCases: 0,
    erroredCases: 0,
    blockedCases: 0,
    skippedCases: 0,
    currentDurationMs: 12.5,
    message: null,
    isInterrupted: false,
    startedAt: at,
    completedAt: at,
    ...changes,
  };
}

function makeReport(testRunId: string) {
  return {
    testRunId,
    suiteName: "Smoke",
    suitePath: "Smoke",
    environmentName: "Staging",
    outcome: "passed",
    allPassed: true,
    message: null,
    iterations: 1,
    startedAt: at,
    completedAt: at,
    totalElapsedMs: 12.5,
    totalTests: 1,
    passedTests: 1,
    failedTests: 0,
    erroredTests: 0,
    blockedTests: 0,
    skippedTests: 0,
    results: [
      {
        caseId: ids.case,
        name: "Only case",
        path: "Smoke",
        phase: "test",
        tags: [],
        iteration: 1,
        row: null,
        verdict: "passed",
        message: null,
        attempts: 1,
        startedAt: at,
        elapsedMs: 11,
        assertions: [],
        extracted: {},
        exchange: null,
      },
    ],
  };
}

function runIdOf({ path }: Arrived): string {
  return path.split("/")[4] ?? "";
}

const page = (items: readonly unknown[]) => ({
  items,
  totalCount: items.length,
  skip: 0,
  take: 50,
});

const protocol: Readonly<Record<string, Answer>> = {
  "GET /api/projects": (response) =>
    sendJson(response, page([{ id: ids.project, name: "Bookshop", slug: "bookshop" }])),
  "GET /api/cli/suites": (response) =>
    sendJson(response, page([{ id: ids.suite, name: "Smoke", folder: "" }])),
  "GET /api/cli/environments": (response) =>
    sendJson(response, [{ id: ids.environment, name: "Staging" }]),
  "POST /api/cli/run": (response, { body }) => {
    const { progressRunId } = JSON.parse(body) as { progressRunId: string };
    sendJson(response, { testRunId: progressRunId, status: "pending" });
  },
  "GET /api/cli/runs/*/status": (response, arrived) =>
    sendJson(response, makeStatus(runIdOf(arrived))),
  "GET /api/cli/runs/*/report": (response, arrived) =>
    sendJson(response, makeReport(runIdOf(arrived))),
  "POST /api/projects/*/runs/*/cancel": (response, { path }) =>
    sendJson(response, makeStatus(path.split("/")[5] ?? ""), 202),
};
