import { expect } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import type { ResponseBody } from "../../testing/request.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { importText, openSpecScene, type SpecScene } from "../specs/spec.testing.ts";
import { phaseMoves, reminders } from "./deprecation.schedule.ts";
import { dayMs } from "../../platform/day-ms.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets/{id}": {
      get: {
        summary: "Read a pet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "A pet." } },
      },
    },
    "/v2/pets/{id}": { get: { responses: { 200: { description: "A pet." } } } },
  },
};

export interface DeprecationScene extends SpecScene {
  readonly specId: string;
  readonly versionId: string;
  readonly endpointId: string;
  readonly successorId: string;
  /** The time of the server. */
  readonly clock: { now: Date };
  /** An instant that many days from now. */
  inDays(days: number): string;
  /** Moves the clock and begins every phase that is due. */
  wait(days: number): Promise<void>;
  remind(): Promise<void>;
  /** Creates, changes or cancels a plan. */
  manage(fields: object, key?: string): Promise<{ status: number; body: ResponseBody }>;
  /** The plan of the endpoint. */
  create(more?: object): Promise<ResponseBody>;
  read(query?: string): Promise<ResponseBody>;
  setPolicy(fields: object): Promise<{ status: number; body: ResponseBody }>;
}

/** The time of the server that the scenes share. It only goes forward. */
const clock = { now: new Date("2026-11-23T12:00:00.000Z") };

let shared: Promise<TestApp> | null = null;

export async function closeDeprecationScenes(): Promise<void> {
  // Another file of tests in the same process opens its own.
  const open = await shared;
  shared = null;
  await open?.close();
}

/** A project with a published specification of two operations, and a clock that the test moves. */
export async function openDeprecationScene(): Promise<DeprecationScene> {
  shared ??= buildTestApp({
    name: "deprecation",
    clock: { ...systemClock, now: () => new Date(clock.now) },
    takesJobs: false,
  });
  const testApp = await shared;
  const scene = await openSpecScene({ testApp });
  const { specId, versionId } = await importText(scene, JSON.stringify(document));
  const published = await scene.send("POST", `/${specId}/versions/${versionId}/publish`);
  expect(published.status, published.text).toBe(200);
  const endpoints = await request(testApp, {
    method: "GET",
    path: `/api/projects/${scene.projectId}/specs/${specId}/endpoints?versionId=${versionId}`,
    key: scene.organization.owner.key,
  });
  const { items } = endpoints.body as unknown as { items: { id: string }[] };
  const [endpoint, successor] = items;
  const inDays = (days: number) => new Date(clock.now.getTime() + days * dayMs).toISOString();
  const { platform } = testApp.cells.eu;
  const run = async (schedule: ReturnType<typeof phaseMoves>) =>
    schedule.run(await platform.database(), new AbortController().signal);
  const manage = (fields: object, key?: string) =>
    scene.send("POST", `/${specId}/deprecation-plans`, fields, key);
  return {
    ...scene,
    specId,
    versionId,
    endpointId: endpoint?.id ?? "",
    successorId: successor?.id ?? "",
    clock,
    inDays,
    async wait(days) {
      clock.now = new Date(clock.now.getTime() + days * dayMs);
      await run(phaseMoves(platform));
    },
    remind: () => run(reminders(platform)),
    manage,
    async create(more = {}) {
      const { status, body } = await manage({
        action: "create",
        entityType: "endpoint",
        entityId: endpoint?.id,
        sunsetAt: inDays(120),
        migrationGuide: "Use /v2/pets/{id}.",
        ...more,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body["plan"] as ResponseBody;
    },
    async read(query = `entityType=endpoint&entityId=${endpoint?.id}`) {
      return (await scene.send("GET", `/${specId}/deprecation-plans?${query}`)).body;
    },
    setPolicy: (body) =>
      request(testApp, {
        method: "PATCH",
        path: "/api/deprecation-policy",
        key: scene.organization.owner.key,
        body,
      }),
  };
}
