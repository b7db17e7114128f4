import { expect } from "vitest";
import { request } from "../../testing/request.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const specId = "01a20001-0000-7000-8000-000000000001";
const endpointId = "01a20001-0000-7000-8000-000000000006";
const planId = "01a20031-0000-7000-8000-000000000001";

export const fixture: MigrationFixture = {
  sqlDigest: "10f0961310dbf782cdf0c460e0092efa640f70b197484a081ec1d109a736cc75",
  rows: `
insert into deprecation_policy (organization_id, min_grace_period_days, sunset_phase_days, require_migration_guide, require_successor_link, require_approval, notify_on_announcement, send_sunset_reminders, reminder_days, modified_at) values
  ('${organizationId}', 10, 5, false, false, false, true, true, '[7,1]', '2026-11-23 00:00:00+00');
insert into deprecation_plan (organization_id, project_id, id, spec_id, entity_type, entity_id, entity_key, entity_label, phase, policy, announced_at, sunset_phase_starts_at, sunset_at, enable_rate_limiting, rate_limit_reduction_percent, enable_warning_header, auto_shutdown, soft_shutdown_days, requested_by, requested_at, created_at, modified_at, row_version) values
  ('${organizationId}', '${projectId}', '${planId}', '${specId}', 'endpoint', '${endpointId}', 'put /books/{}', 'PUT /books/{id}', 'pendingApproval', '{"minGracePeriodDays":10,"sunsetPhaseDays":5,"requireMigrationGuide":false,"requireSuccessorLink":false,"requireApproval":false,"notifyOnAnnouncement":true,"sendSunsetReminders":true,"reminderDays":[7,1]}', null, null, '2999-01-01 00:00:00+00', false, 50, true, false, 7, 'olive@example.com', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00', '2026-11-23 00:00:00+00', 1);
insert into deprecation_reminder (organization_id, plan_id, sunset_at, days_before) values
  ('${organizationId}', '${planId}', '2999-01-01 00:00:00+00', 30);
insert into usage_batch (organization_id, project_id, batch_id, received_at) values
  ('${organizationId}', '${projectId}', 'b-1', '2026-11-23 00:00:00+00');
insert into usage_count (organization_id, spec_id, operation_digest, operation_key, day, source, consumer, requests, last_called_at) values
  ('${organizationId}', '${specId}', md5('put /books/{}'), 'put /books/{}', '2026-11-22', 'report', 'anonymous', 3, '2026-11-22 10:00:00+00')`,
  async prove(testApp) {
    const path = `/api/projects/${projectId}/specs/${specId}/deprecation-plans?entityType=endpoint&entityId=${endpointId}&includeUsage=true&usageDaysBack=400`;
    const { body } = await request(testApp, { method: "GET", path, key: ownerKey });
    expect(body).toMatchObject({
      plan: { id: planId, phase: "pendingApproval", entityLabel: "PUT /books/{id}" },
      usage: { totalRequests: 3, consumerCount: 1 },
    });
  },
};
