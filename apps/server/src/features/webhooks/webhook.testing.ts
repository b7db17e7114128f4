import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { claimMs, webhookDispatch } from "./dispatch.ts";

/** A message that reached the receiver. */
export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly event: string;
  readonly delivery: string;
  readonly message: ResponseBody;
}

/** A receiver on loopback, which a test can make answer otherwise. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  answer: (received: Received, response: ServerResponse) => void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const { headers } = incoming;
      const event = String(headers["x-svc-event"]);
      const delivery = String(headers["x-svc-delivery"]);
      const one = { headers, body, event, delivery, message: JSON.parse(body) as ResponseBody };
      received.push(one);
      receiver.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (_, response) => void response.end("ok"),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

export const status = (code: number) => (_: Received, response: ServerResponse) =>
  void response.writeHead(code).end(`status ${code}`);

/** What a receiver computes to verify a message. */
export function signatureOf({ headers, body }: Received, secret: string): string {
  const hmac = createHmac("sha256", secret).update(`${String(headers["x-svc-timestamp"])}.${body}`);
  return `sha256=${hmac.digest("hex")}`;
}

export interface WebhookScene extends AsyncDisposable {
  readonly testApp: TestApp;
  readonly organization: MadeOrganization;
  readonly projectId: string;
  /** The time of the server. */
  readonly clock: { now: Date };
  readonly receiver: Receiver;
  send(
    method: TestRequest["method"],
    path: string,
    body?: unknown,
    key?: string,
  ): ReturnType<typeof request>;
  create(fields?: object): Promise<ResponseBody & { readonly id: string; readonly secret: string }>;
  read(id: string): Promise<ResponseBody>;
  deliveries(id: string, query?: string): Promise<ResponseBody[]>;
  /** Changes the project, which is one event of the subject. */
  change(project?: string): Promise<void>;
  /** Sends what is due, and waits until it was answered. */
  dispatch(): Promise<void>;
  wait(minutes: number): Promise<void>;
}

/** A server whose clock the test moves, and which sends when the test says so. */
export async function openWebhookScene(): Promise<WebhookScene> {
  const clock = { now: new Date("2026-11-23T12:00:00.000Z") };
  const testApp = await buildTestApp({
    name: "webhooks",
    clock: { ...systemClock, now: () => new Date(clock.now) },
    takesJobs: false,
  });
  const organization = await makeOrganization(testApp);
  const projectId = await makeProject(testApp, organization);
  const receiver = await startReceiver();
  const { platform } = testApp.cells.eu;
  const send: WebhookScene["send"] = (method, path, body, key = organization.owner.key) =>
    request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
  const dispatch = async () => {
    const db = await platform.database();
    const dispatcher = webhookDispatch(platform);
    for (const end = Date.now() + 30_000; Date.now() < end;) {
      await dispatcher.sweep(db);
      const due = db
        .selectFrom("webhookDelivery")
        .select("id")
        .where("state", "=", "pending")
        .where((eb) =>
          eb.or([
            eb("nextAttemptAt", "<=", clock.now),
            // Under way.
            eb("nextAttemptAt", "=", new Date(clock.now.getTime() + claimMs)),
          ]),
        )
        .where("organizationId", "=", organization.id);
      if ((await due.execute()).length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("Something is still due.");
  };
  return {
    testApp,
    organization,
    projectId,
    clock,
    receiver,
    send,
    async create(fields = {}) {
      const made = await send("POST", "/api/webhooks", {
        address: `${receiver.url}/hook`,
        eventTypes: ["project.*"],
        ...fields,
      });
      expect(made.status, made.text).toBe(201);
      return made.body as ResponseBody & { id: string; secret: string };
    },
    read: async (id) => (await send("GET", `/api/webhooks/${id}`)).body,
    async deliveries(id, query = "") {
      const { body } = await send("GET", `/api/webhooks/${id}/deliveries?${query}`);
      return body["items"] as unknown as ResponseBody[];
    },
    async change(project = projectId) {
      const path = `/api/projects/${project}`;
      const { rowVersion } = (await send("GET", path)).body;
      const changed = await send("PATCH", path, {
        description: `${clock.now.toISOString()} ${String(rowVersion)}`,
        rowVersion,
      });
      expect(changed.status, changed.text).toBe(200);
    },
    dispatch,
    async wait(minutes) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
      await dispatch();
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await testApp.close();
    },
  };
}
