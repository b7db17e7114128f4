import { describe, expect, it } from "vitest";
import {
  makeStatus,
  sendJson,
  sendProblem,
  startHostileService,
  type Answer,
  type HostileService,
} from "./testing/hostile-service.ts";
import { runLintel, startLintel } from "./testing/spawn-lintel.ts";

const status = "GET /api/cli/runs/*/status";
const run = "POST /api/cli/run";

const envOf = (service: HostileService) => ({
  LINTEL_URL: service.url,
  LINTEL_API_KEY: "svc_live_test",
  LINTEL_PROJECT: "Bookshop",
  LINTEL_ENVIRONMENT: "Staging",
});

/** Runs `lintel run Smoke` against a server with faults. */
async function runAgainst(faults: Readonly<Record<string, Answer>>, ...options: string[]) {
  await using service = await startHostileService(faults);
  const ended = await runLintel({ args: ["run", "Smoke", ...options], env: envOf(service) });
  return { ...ended, arrived: service.arrived };
}

const runningOf = (path: string) =>
  makeStatus(path.split("/")[4] ?? "", { status: "running", outcome: null, completedCases: 0 });

const cut: Answer = (response) => void response.destroy();
const proxyPage: Answer = (response) =>
  void response
    .writeHead(502, { "content-type": "text/html" })
    .end("<html><title>502 Bad Gateway</title></html>");

describe("a run without faults", () => {
  it("makes no unnecessary requests", async () => {
    const { code, arrived } = await runAgainst({});
    expect(code).toBe(0);
    expect(
      arrived.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, "*")}`).sort(),
    ).toEqual([
      "GET /api/cli/environments",
      "GET /api/cli/runs/*/report",
      status,
      "GET /api/cli/suites",
      "GET /api/projects",
      run,
    ]);
  });

  it("requests no report that is not needed", async () => {
    const { code, arrived } = await runAgainst({}, "--quiet");
    expect(code).toBe(0);
    expect(arrived.filter(({ path }) => path.endsWith("/report"))).toEqual([]);
  });

  it("sends the key only in its header, and a version 4 id", async () => {
    const { arrived } = await runAgainst({});
    for (const { headers, path } of arrived) {
      expect(headers["x-api-key"]).toBe("svc_live_test");
      expect(path).not.toContain("svc_live");
    }
    const body = JSON.parse(arrived.find(({ method }) => method === "POST")?.body ?? "") as object;
    expect(Object.keys(body).sort()).toEqual([
      "environmentId",
      "progressRunId",
      "projectId",
      "suiteId",
    ]);
    expect(body).toMatchObject({
      progressRunId: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/,
      ) as string,
    });
  });
});

describe("a run that the server's stop interrupted", () => {
  it("exits with 3, because it says nothing about the tests", async () => {
    const interrupted = { outcome: "error", allPassed: false, isInterrupted: true };
    const { code, stdout } = await runAgainst({
      [status]: (response, { path }) =>
        sendJson(response, makeStatus(path.split("/")[4] ?? "", interrupted)),
    });
    expect(stdout).toContain("Interrupted: the server stopped");
    expect(code).toBe(3);
  });
});

describe("a run whose state the server cannot read", () => {
  it("exits with 3, also if the failure came after the headers of a 200", async () => {
    const { code, stderr } = await runAgainst({
      [run]: (response) =>
        sendJson(response, {
          type: "urn:svc:problem:unavailable",
          title: "The service is not available right now",
          status: 503,
          code: "UNAVAILABLE",
          detail: "The run was accepted, but its state cannot be read now.",
          requestId: "r",
        }),
    });
    expect(stderr).toContain("its state cannot be read now");
    expect(code).toBe(3);
  });
});

describe("a connection that breaks", () => {
  it("while the run is requested: the same request is sent again", async () => {
    const { code, arrived } = await runAgainst({
      [run]: (response, { before, body }) => {
        if (before === 0) response.destroy();
        else {
          const { progressRunId } = JSON.parse(body) as { progressRunId: string };
          sendJson(response, { testRunId: progressRunId, status: "pending" });
        }
      },
    });
    expect(code).toBe(0);
    const bodies = arrived.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toBe(bodies[1]);
  });

  it("while the run is followed: its status is requested again", async () => {
    const { code, stderr } = await runAgainst({
      [status]: (response, arrived) => {
        if (arrived.before === 0) response.destroy();
        else if (arrived.before === 1) proxyPage(response, arrived);
        else if (arrived.before === 2) sendJson(response, runningOf(arrived.path));
        else sendJson(response, makeStatus(arrived.path.split("/")[4] ?? ""));
      },
    });
    expect(code).toBe(0);
    expect(stderr).toContain("The connection was cut; trying again");
    expect(stderr).toContain("HTTP 502; trying again");
  });

  it("permanently: exits with 3 at the timeout and names the run", async () => {
    const { code, stderr, arrived } = await runAgainst({ [status]: cut }, "--timeout", "2");
    expect(code).toBe(3);
    expect(stderr).toMatch(/timeout has expired|continues without the command/);
    const id = arrived.find(({ path }) => path.endsWith("/status"))?.path.split("/")[4] ?? "-";
    expect(stderr).toContain(id);
  });

  it("when the verdict is already known: prints it, and exits with 3", async () => {
    const { code, stderr } = await runAgainst({
      "GET /api/cli/runs/*/report": (response) => sendProblem(response, 500, "INTERNAL_ERROR"),
    });
    expect(code).toBe(3);
    expect(stderr).toContain("1 passed of 1");
    expect(stderr).toContain("Could not read the json report");
  });
});

describe("a rate limit", () => {
  const limited: Answer = (response, { before }) => {
    if (before > 0)
      return sendJson(response, { items: [{ id: "p", name: "Bookshop" }], totalCount: 1 });
    response.setHeader("retry-after", "1");
    return sendProblem(response, 429, "RATE_LIMITED");
  };

  it("is waited out, with a message", async () => {
    const { code, stderr } = await runAgainst({ "GET /api/projects": limited });
    expect(code).toBe(0);
    expect(stderr).toBe("The rate limit is reached; waiting 1 s, as the service requests.\n");
  });

  it("ends the command with 3 if --timeout leaves no time for the wait", async () => {
    const { code, stderr } = await runAgainst(
      {
        "GET /api/projects": (response) => {
          response.setHeader("retry-after", "30");
          sendProblem(response, 429, "RATE_LIMITED");
        },
      },
      "--timeout",
      "10",
    );
    expect(code).toBe(3);
    expect(stderr).toContain("--timeout");
  });
});

describe("an answer of another server", () => {
  it.each([
    [
      "a page of a proxy",
      (response) => response.writeHead(200).end("<title>Sign in</title>"),
      3,
      "Sign in",
    ],
    [
      "a redirect",
      (response) => response.writeHead(302, { location: "https://a/" }).end(),
      2,
      "https://a/",
    ],
    [
      "another server's 404",
      (response) => response.writeHead(404).end("nope"),
      5,
      "not an answer of Lintel",
    ],
    ["a wall's 403", (response) => response.writeHead(403).end("blocked"), 4, "blocked"],
  ] as [string, Answer, number, string][])("is reported: %s", async (_, answer, code, said) => {
    const ended = await runAgainst({ "GET /api/projects": answer });
    expect(ended.stderr).toContain(said);
    expect(ended.stderr).toContain("LINTEL_URL");
    expect(ended.code).toBe(code);
  });

  it.each(["<html>", "null", "[]", "{}"])("is an error instead of a report: %s", async (text) => {
    const ended = await runAgainst({
      "GET /api/cli/runs/*/report": (response) => response.end(text),
    });
    expect(ended.stderr).toContain("The report of the run is not valid");
    expect(ended.code).toBe(3);
  });

  it.each([
    [400, "VALIDATION_FAILED", 2],
    [401, "API_KEY_EXPIRED", 4],
    [401, "API_KEY_REVOKED", 4],
    [403, "ROLE_INSUFFICIENT", 4],
    [404, "NOT_FOUND", 5],
    [413, "PAYLOAD_TOO_LARGE", 2],
    [500, "INTERNAL_ERROR", 3],
    [418, "SOMETHING_NEW", 2],
    [400, "toString", 2],
  ])("a refusal %i %s exits %i with a remedy", async (refusal, code, exit) => {
    const ended = await runAgainst({
      [run]: (response) =>
        sendProblem(response, refusal, code, {
          errors: [{ field: "variables.token", code: "x", message: "Give it a value." }],
        }),
    });
    expect(ended.stderr).toContain("Could not start the run: As recorded.");
    expect(ended.stderr).toContain("variables.token: Give it a value.");
    expect(ended.stderr).toMatch(/^Next: \S/m);
    expect(ended.code).toBe(exit);
  });
});

describe("no service", () => {
  it("is reported with a remedy", async () => {
    const env = { LINTEL_URL: "http://127.0.0.1:1", LINTEL_API_KEY: "k" };
    const ended = await runLintel({ args: ["whoami"], env });
    expect(ended.stderr).toContain("no answer from http://127.0.0.1:1");
    expect(ended.stderr).toContain("ECONNREFUSED");
    expect(ended.stderr).toContain("LINTEL_URL");
    expect(ended.code).toBe(3);
  });
});

describe("Ctrl-C", () => {
  it("is reported if the service does not answer, and a second one exits at once", async () => {
    await using service = await startHostileService({
      [status]: () => {},
      "POST /api/projects/*/runs/*/cancel": () => {},
    });
    const { child, ended, waitFor } = startLintel({ args: ["run", "Smoke"], env: envOf(service) });
    await expect
      .poll(() => service.arrived.some(({ path }) => path.endsWith("/status")))
      .toBe(true);
    child.kill("SIGINT");
    await waitFor("Asking the service to cancel");
    child.kill("SIGINT");
    expect((await ended).code).toBe(3);
  });

  it("while the reports are read ends the command", async () => {
    await using service = await startHostileService({ "GET /api/cli/runs/*/report": () => {} });
    const { child, ended } = startLintel({ args: ["run", "Smoke"], env: envOf(service) });
    await expect
      .poll(() => service.arrived.some(({ path }) => path.endsWith("/report")))
      .toBe(true);
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect(stderr).toContain("is finished");
    expect(code).toBe(3);
    expect(service.arrived.some(({ path }) => path.endsWith("/cancel"))).toBe(false);
  });

  it("before a run was requested starts none", async () => {
    await using service = await startHostileService({ "GET /api/projects": () => {} });
    const { child, ended } = startLintel({ args: ["run", "Smoke"], env: envOf(service) });
    await expect.poll(() => service.arrived.length).toBe(1);
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect(stderr).toContain("No run was started");
    expect(code).toBe(3);
    expect(service.arrived).toHaveLength(1);
  });
});

describe("a long run", () => {
  it("reports its progress regularly, and polls no more often than needed", async () => {
    const begun = performance.now();
    const { code, stderr, arrived } = await runAgainst({
      [status]: (response, { path }) => {
        const isOver = performance.now() - begun > 7000;
        const id = path.split("/")[4] ?? "";
        const now = isOver ? makeStatus(id) : runningOf(path);
        setTimeout(() => sendJson(response, now), 100);
      },
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^0\/1 cases, \d+ ms$|^0\/1 cases/m);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(3);
    expect(arrived.length).toBeLessThan(40);
  });
});
