import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import { createAddressGuard } from "@lintel/egress/guarded-lookup";
import pino from "pino";
import { expect, vi } from "vitest";
import {
  openDeprecationScene,
  type DeprecationScene,
} from "../../features/deprecations/deprecation.testing.ts";
import { createGatewaySource } from "../../features/traffic/gateway.source.ts";
import { request as callApi } from "../../testing/request.ts";
import { startGateway, type Gateway, type GatewayOptions } from "./start-gateway.ts";

export interface GatewayScene extends DeprecationScene {
  readonly gateway: Gateway;
  readonly environmentId: string;
  readonly host: string;
  readonly port: number;
  /** Calls the gateway at the host of the scene. */
  call(method: string, path: string, more?: CallFields): Promise<Answer>;
  /** Waits until the gateway obeys the plans as they are now. */
  follow(): Promise<void>;
  setRoute(fields: object): Promise<void>;
  close(): Promise<void>;
}

export interface CallFields {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly trailers: IncomingMessage["trailers"];
  readonly text: string;
}

export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

let scenes = 0;

/** A gateway in front of an upstream, with the project of a deprecation scene. */
export async function openGatewayScene(
  upstream: Server | RequestListener,
  more: Partial<GatewayOptions> = {},
): Promise<GatewayScene> {
  const scene = await openDeprecationScene();
  const server = typeof upstream === "function" ? createServer(upstream) : upstream;
  const upstreamPort = await listenAnywhere(server);
  scenes += 1;
  const host = `g${scenes}-${process.pid}.test`;
  const send = (method: "POST" | "PUT", path: string, body: object) =>
    callApi(scene.testApp, {
      method,
      path: `/api/projects/${scene.projectId}${path}`,
      key: scene.organization.owner.key,
      body,
    });
  const baseUrl = `http://127.0.0.1:${upstreamPort}`;
  const made = await send("POST", "/environments", { name: `Gate ${scenes}`, baseUrl });
  const environmentId = String(made.body["id"]);
  const usual = { addresses: [{ host }], specs: [{ specId: scene.specId }], requestsPerMinute: 20 };
  const setRoute = async (fields: object) => {
    const set = await send("PUT", `/environments/${environmentId}/route`, { ...usual, ...fields });
    expect(set.status, set.text).toBe(200);
  };
  await setRoute({});
  const { platform } = scene.testApp.cells.eu;
  const source = createGatewaySource(platform);
  const reads = { count: 0 };
  const gateway = await startGateway({
    host: "127.0.0.1",
    ports: [0],
    tls: null,
    source: {
      ...source,
      async readStamp() {
        const stamp = await source.readStamp();
        reads.count += 1;
        return stamp;
      },
    },
    guard: createAddressGuard({
      allow: parseAllowRules("127.0.0.1:*"),
      isOwnAddress: () => false,
    }),
    trustedProxies: null,
    log: pino({ enabled: false }),
    now: () => scene.clock.now.getTime(),
    newId: platform.clock.newId,
    refreshMs: 30,
    ...more,
  });
  const port = gateway.ports[0] ?? 0;
  return {
    ...scene,
    gateway,
    environmentId,
    host,
    port,
    call: (method, path, fields) => send1(port, host, method, path, fields),
    async follow() {
      const { count } = reads;
      await vi.waitFor(() => expect(reads.count).toBeGreaterThan(count + 2), { timeout: 60_000 });
    },
    setRoute,
    async close() {
      await gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

function send1(
  port: number,
  host: string,
  method: string,
  path: string,
  { headers = {}, body }: CallFields = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const place = { host: "127.0.0.1", port, method, path, headers: { host, ...headers } };
    const sent = request(place, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk) => (text += String(chunk)));
      answer.on("error", reject);
      answer.on("end", () => {
        const { statusCode: status = 0, trailers } = answer;
        resolve({ status, headers: answer.headers, trailers, text });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
