import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const webhookId = "01a20035-0000-7000-8000-000000000001";
const deliveryId = "01a20035-0000-7000-8000-000000000002";
const at = "2026-11-23 00:00:00+00";

export const fixture: MigrationFixture = {
  sqlDigest: "9484b096cf6863611e3b064ad2ba478f2368af1f8adee38d12e425ba16f37d8b",
  rows: `
insert into webhook (organization_id, id, project_id, form, description, sealed_address, sealed_secret, event_types, is_active, created_at, modified_at, row_version) values
  ('${organizationId}', '${webhookId}', '${projectId}', 'lintel', 'Chat', '1.AAAA.AAAA.AAAA', '1.AAAA.AAAA.AAAA', '["deprecation.*"]', true, '${at}', '${at}', 1);
insert into webhook_delivery (organization_id, webhook_id, id, sequence, event_type, subject_type, subject_id, project_id, actor, data, occurred_at, payload, state, attempt_count, attempts, finished_at) values
  ('${organizationId}', '${webhookId}', '${deliveryId}', null, 'ping', 'webhook', '${webhookId}', '${projectId}', '{"type":"system","id":null,"keyId":null}', '{}', '${at}', '{}', 'succeeded', 1, '[{"attemptedAt":"2026-11-23T00:00:00.000Z","status":204,"failure":null,"excerpt":"","elapsedMs":3}]', '${at}')`,
  async prove(testApp) {
    const read = (path: string) => request(testApp, { method: "GET", path, key: ownerKey });
    const webhook = await read(`/api/webhooks/${webhookId}`);
    expect(webhook.body).toMatchObject({ description: "Chat", address: null, status: "active" });
    const delivery = await read(`/api/webhooks/${webhookId}/deliveries/${deliveryId}`);
    expect(delivery.body).toMatchObject({ state: "succeeded", status: 204, payload: "{}" });
  },
};
