import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { createGatewaySource } from "./gateway.source.ts";
import type { UndocumentedCount } from "./gateway.types.ts";

const sharedLocation = await makeSharedDatabase("two_gateways");
const [environments, rounds, formsOfBatch, forms] = [3, 10, 1500, 6000];

describe.skipIf(sharedLocation === null)("two gateways that are flooded with forms", () => {
  const nodes: TestApp[] = [];

  beforeAll(async () => {
    for (const name of ["first", "second"])
      nodes.push(
        await buildTestApp({
          name: `two-gateways-${name}`,
          takesJobs: false,
          ...(sharedLocation === null ? {} : { sharedLocation }),
        }),
      );
  });

  afterAll(() => Promise.all(nodes.map((node) => node.close())));

  it("merge them without waiting for each other, and lose no call", async () => {
    const [first] = nodes;
    if (first === undefined) throw new Error("There is no node.");
    const organization = await makeOrganization(first);
    const projectId = await makeProject(first, organization);
    const environmentIds: string[] = [];
    for (let at = 0; at < environments; at += 1) {
      const { body, status } = await request(first, {
        method: "POST",
        path: `/api/projects/${projectId}/environments`,
        key: organization.owner.key,
        body: { name: `Gate ${at}`, baseUrl: "https://api.example.com" },
      });
      expect(status).toBe(201);
      environmentIds.push(String(body["id"]));
    }
    const place = { organizationId: organization.id, projectId };
    const flood = async (node: TestApp, own: number) => {
      const source = createGatewaySource(node.cells.eu.platform);
      const order = own === 0 ? environmentIds : environmentIds.toReversed();
      for (let round = 0; round < rounds; round += 1)
        await source.writeCounts({
          ...place,
          batchId: `gateway-${own}-${round}`,
          calls: [],
          undocumented: order.flatMap((id) => listForms(id, own, round)),
          answers: [],
        });
    };
    await Promise.all(nodes.map(flood));
    const db = await first.cells.eu.platform.database();
    const { rows } = await sql<{ requests: number; forms: number }>`
      select sum(requests)::int as requests, count(*)::int as forms from undocumented_call
      where organization_id = ${organization.id}`.execute(db);
    const [stored] = rows;
    expect(stored?.requests).toBe(nodes.length * environments * rounds * formsOfBatch);
    expect(stored?.forms).toBeLessThanOrEqual(environments * 2001);
  });
});

/** Each gateway walks through the same forms from its own end. */
function listForms(environmentId: string, own: number, round: number): UndocumentedCount[] {
  return Array.from({ length: formsOfBatch }, (_, at) => {
    const next = (round * 977 + at) % forms;
    return {
      environmentId,
      method: "get",
      path: `/form-${own === 0 ? next : forms - 1 - next}`,
      lastCalledAt: new Date(
        Date.UTC(2026, 10, 24, 12, 0, (round * 7 + at + own) % 60),
      ).toISOString(),
      requests: 1,
    };
  });
}
