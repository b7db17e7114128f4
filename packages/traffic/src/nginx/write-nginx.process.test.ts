import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TrafficOperation, TrafficPlan } from "@lintel/contract/shapes/traffic";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findBrownOut, findBrownOutDay } from "../rules/brown-outs.ts";
import { writeNginx } from "./write-nginx.ts";

const day = 24 * 3600 * 1000;
const found = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"].find((file) => {
  try {
    execFileSync(file, ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
if (found === undefined)
  process.stderr.write(
    "Skipped: the rules in a real nginx. Install it with apt-get install nginx-light.\n",
  );

const now = Date.now();
const inDays = (days: number) => new Date(now + days * day).toISOString();
const plan = (more: Partial<TrafficPlan> = {}): TrafficPlan => ({
  planId: "01a20031-0000-7000-8000-000000000001",
  announcedAt: inDays(-100),
  sunsetPhaseStartsAt: inDays(30),
  sunsetAt: inDays(60),
  endedAt: null,
  enableWarningHeader: true,
  enableRateLimiting: false,
  rateLimitReductionPercent: 90,
  autoShutdown: false,
  softShutdownDays: 7,
  trialBrownOut: null,
  successor: "/v2/pets",
  ...more,
});
const at = (name: string, ...plans: TrafficPlan[]): TrafficOperation => {
  const [method = "get", path = ""] = name.split(" ");
  return {
    specId: "01a20001-0000-7000-8000-000000000001",
    versionId: "01a20001-0000-7000-8000-000000000002",
    method: method as TrafficOperation["method"],
    path,
    template: path,
    plans,
    sunsetAt: null,
  };
};
const brownOut = plan({
  autoShutdown: true,
  sunsetPhaseStartsAt: inDays(-40),
  sunsetAt: inDays(0.5),
  softShutdownDays: 30,
  trialBrownOut: null,
});
const rules = {
  madeAt: new Date(now).toISOString(),
  requestsPerMinute: 20,
  infoUrl: 'https://example.com/$ends"{x}',
  consumerFrom: ["header:X-API-Key"],
  operations: [
    at("get /pets", plan()),
    at("get /pets/{petId}", plan({ autoShutdown: true, sunsetAt: inDays(-1) })),
    at("get /pets/mine"),
    at("get /pets/{id}/photos/{name}.png", plan({ enableWarningHeader: false })),
    at("post /limited/{id}", plan({ enableRateLimiting: true, sunsetPhaseStartsAt: inDays(-1) })),
    at(
      "get /none",
      plan({
        enableRateLimiting: true,
        rateLimitReductionPercent: 100,
        sunsetAt: inDays(-1),
        enableWarningHeader: false,
      }),
    ),
    at("get /brown", brownOut),
    at("get /both", plan(), plan({ endedAt: inDays(-1), autoShutdown: true })),
    at("get /straße/$x/{a}", plan()),
    at("get /quiet"),
    { ...at("get /dated/{id}"), sunsetAt: inDays(20) },
    { ...at("get /dated/{id}/sooner", plan()), sunsetAt: inDays(20) },
    at("get /trial", plan({ trialBrownOut: { startsAt: inDays(-0.01), endsAt: inDays(0.01) } })),
    at("get /tried", plan({ trialBrownOut: { startsAt: inDays(-0.02), endsAt: inDays(-0.01) } })),
    at(
      "get /tried/planned",
      plan({
        autoShutdown: true,
        trialBrownOut: { startsAt: inDays(-0.01), endsAt: inDays(0.01) },
      }),
    ),
    at(
      "get /tried/ended",
      plan({
        autoShutdown: true,
        endedAt: inDays(-1),
        trialBrownOut: { startsAt: inDays(-0.01), endsAt: inDays(0.01) },
      }),
    ),
    ...Array.from({ length: 600 }, (_, index) =>
      at(`get /many/item${index}/{a}/x${index % 40}`, plan()),
    ),
    ...Array.from({ length: 60 }, (_, index) => at(`get /shape/a${index}{x}/b`, plan())),
  ],
};

const folder = mkdtempSync(path.join(tmpdir(), "lintel-nginx-"));
const started: { upstream?: Server; nginx?: ChildProcess; port: number } = { port: 0 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  if (found === undefined) return;
  const upstream = createServer((_, response) =>
    response.writeHead(200, { Deprecation: "@1", Link: "</self>; rel=self" }).end("upstream"),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => upstream.once("listening", resolve));
  const { port: upstreamPort } = upstream.address() as AddressInfo;
  const port = await freePort();
  const files = writeNginx(rules);
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write("lintel-http.conf", files.http);
  write("lintel-server.conf", files.server);
  write(
    "nginx.conf",
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
events { worker_connections 512; }
http {
  access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  include ${folder}/lintel-http.conf;
  server {
    listen 127.0.0.1:${port};
    include ${folder}/lintel-server.conf;
    location / { proxy_pass http://127.0.0.1:${upstreamPort}; }
  }
}`,
  );
  await promisify(execFile)(found, ["-t", "-c", `${folder}/nginx.conf`]);
  const nginx = spawn(found, ["-c", `${folder}/nginx.conf`], { stdio: "inherit" });
  Object.assign(started, { upstream, nginx, port });
  await vi.waitFor(() => call("GET", "/quiet"), { timeout: 60_000 });
});

afterAll(() => {
  started.nginx?.kill();
  started.upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, target: string, headers: Record<string, string> = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = started;
    const sent = request({ host: "127.0.0.1", port, method, path: target, headers }, resolve);
    sent.on("error", reject).end();
  });
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, headers: answer.headers, text };
}

describe.skipIf(found === undefined)("the rules in a real nginx", () => {
  it("announce the end, replace the upstream's own date, and keep its links", async () => {
    const { status, headers } = await call("GET", "/pets?x=1");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      deprecation: `@${Math.floor((now - 100 * day) / 1000)}`,
      sunset: new Date(inDays(60)).toUTCString(),
      link: expect.stringContaining(
        "</self>; rel=self, <https://example.com/%24ends%22%7Bx%7D>;",
      ) as string,
    });
    expect(headers["link"]).toContain('</v2/pets>; rel="successor-version"');
    for (const target of ["/straße/$x/1", "/many/item7/a/x7", "/shape/a59z/b"])
      expect((await call("GET", encodeURI(target))).headers["sunset"], target).toBeDefined();
    for (const target of ["/quiet", "/pets/mine", "/pets/1/photos/a.png", "/many/item7/a/x8"])
      expect((await call("GET", target)).headers, target).toMatchObject({ deprecation: "@1" });
  });

  it.each(["/pets/7", "//pets//7/", "/pets/%37?a", "/x/../pets/7", "/%70ets/%2e/7", "/pets%2f7"])(
    "answers %s 410 after the end",
    async (target) => {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, text } = await call(method, target);
        expect(status).toBe(410);
        expect(headers).toMatchObject({
          "cache-control": "no-store",
          sunset: expect.anything() as string,
        });
        if (method === "GET") expect(JSON.parse(text)).toMatchObject({ code: "ENDPOINT_RETIRED" });
      }
      expect((await call("POST", target)).status).toBe(200);
    },
  );

  it("obeys the earlier of two plans, and hides its own locations", async () => {
    expect((await call("GET", "/both")).status).toBe(410);
    expect((await call("GET", "/.lintel/retired")).status).toBe(404);
  });

  it("reduces the rate of each caller and operation", async () => {
    const statuses = async (key: string, target: string) => {
      const seen = [];
      for (let n = 0; n < 4; n++)
        seen.push((await call("POST", target, { "X-API-Key": key })).status);
      return seen;
    };
    expect(await statuses("one", "/limited/1")).toEqual([200, 200, 429, 429]);
    expect(await statuses("two", "/limited/2")).toEqual([200, 200, 429, 429]);
    expect((await call("GET", "/none")).status).toBe(429);
  });

  it("browns out during a trial, with and without a shutdown, and not after it", async () => {
    for (const target of ["/trial", "/tried/planned"]) {
      const { status, headers, text } = await call("GET", target);
      expect(status, target).toBe(410);
      expect(headers).toMatchObject({ "cache-control": "no-store", "retry-after": "1728" });
      expect(JSON.parse(text)).toMatchObject({ code: "ENDPOINT_BROWNOUT" });
    }
    expect((await call("GET", "/tried")).status).toBe(200);
    const ended = await call("GET", "/tried/ended");
    expect(JSON.parse(ended.text)).toMatchObject({ code: "ENDPOINT_RETIRED" });
  });

  it("announces a plain date alone, and the earlier of a date and a plan", async () => {
    const sunset = new Date(inDays(20)).toUTCString();
    const { status, headers } = await call("GET", "/dated/1");
    expect(status).toBe(200);
    // The upstream's own field stays.
    expect(headers).toMatchObject({ sunset, deprecation: "@1" });
    expect(headers["link"]).toContain('rel="sunset"');
    expect(headers["link"]).not.toContain('rel="deprecation"');
    const sooner = await call("GET", "/dated/1/sooner");
    expect(sooner.headers).toMatchObject({ sunset, link: expect.stringContaining("successor") });
  });

  it("browns out in the first part of each hour", async () => {
    const times = {
      sunsetAt: Date.parse(brownOut.sunsetAt),
      sunsetPhaseStartsAt: Date.parse(brownOut.sunsetPhaseStartsAt),
      softShutdownDays: brownOut.softShutdownDays,
    };
    const today = findBrownOutDay(times, now);
    const isOut = today !== null && findBrownOut(today, Date.now()) !== null;
    const { status, headers } = await call("GET", "/brown");
    expect(status).toBe(isOut ? 410 : 200);
    if (isOut)
      expect(headers).toMatchObject({ "cache-control": "no-store", "retry-after": "3484" });
  });
});
