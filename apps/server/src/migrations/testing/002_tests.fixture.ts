import { expect } from "vitest";
import { openEnvironment } from "../../features/environments/environment.service.ts";
import { request } from "../../testing/request.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { organizationId, ownerKey, projectId } from "./001_accounts.fixture.ts";
import type { MigrationFixture } from "./fixture.types.ts";

const environmentId = "01a1fdec-c8d1-7449-94f8-ec803363c473";
const suiteId = "01a1fdec-c947-70f9-ae26-42ebebe9ea80";
const runId = "01a1fdec-c975-7028-aa95-f83e2b447422";

export const fixture: MigrationFixture = {
  sqlDigest: "55ba30d270a8c49d166a4495b1e59027fcb4da284de7b7e6cae62d6f03da0b04",
  rows: String.raw`
insert into environment (organization_id, project_id, id, position, name, type, base_url, is_read_only, secret_origins, oauth_token_url, variables, variable_count, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a1fdec-c8d1-7449-94f8-ec803363c473', '1', 'Staging', 'staging', 'http://127.0.0.1:4010', 'false', '["http://127.0.0.1:4010"]', null, '[{"name":"page","isSecret":false,"value":1},{"name":"token","isSecret":true,"sealed":"1.l7esqPmAAJSOwbxq.WCy-UZ9Lrai9pd9gqj6JTQ.JdPFR7vr67Jno23z39eY"}]', '2', '2026-11-21 11:45:15.984+00', '2026-11-21 11:45:15.984+00', '1');
insert into test_suite (organization_id, project_id, id, folder, position, name, description, tags, variables, defaults, data, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a1fdec-c947-70f9-ae26-42ebebe9ea80', 'shop', '1', 'Books', null, '["smoke"]', '{}', '{}', 'null', '2026-11-21 11:45:16.053+00', '2026-11-21 11:45:16.053+00', '1');
insert into test_case (organization_id, suite_id, id, phase, position, name, definition, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c947-70f9-ae26-42ebebe9ea80', '01a1fdec-c961-73d4-a356-dc0516361730', 'test', '1', 'lists', '{"request":{"method":"GET","url":"/books?page={{page}}","headers":{"authorization":"Bearer {{token}}"}},"assertions":[{"source":"status","operator":"equals","expected":200}]}', '2026-11-21 11:45:16.053+00', '2026-11-21 11:45:16.053+00', '1');
insert into test_run (organization_id, project_id, id, suite_id, suite_name, suite_path, environment_id, environment_name, created_by, status, outcome, message, iterations, total_cases, passed_cases, failed_cases, errored_cases, blocked_cases, skipped_cases, all_passed, request_digest, created_at, started_at, completed_at, elapsed_ms, lease_expires_at, is_cancelled) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a1fdec-c975-7028-aa95-f83e2b447422', '01a1fdec-c947-70f9-ae26-42ebebe9ea80', 'Books', 'shop/Books', '01a1fdec-c8d1-7449-94f8-ec803363c473', 'Staging', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'finished', 'passed', null, '1', '1', '1', '0', '0', '0', '0', 'true', '0a5235e85ebd517fce2d24c23dda08caf5ab343cf4aa0d49e4fd7f44ef9103d1', '2026-11-21 11:45:16.149+00', '2026-11-21 11:45:16.174+00', '2026-11-21 11:45:16.295+00', '118.6', '2026-11-21 11:45:31.149+00', 'false');
insert into test_run_result (organization_id, run_id, position, result) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c975-7028-aa95-f83e2b447422', '0', '{"caseId":"01a1fdec-c961-73d4-a356-dc0516361730","name":"lists","path":"shop/Books","phase":"test","tags":[],"iteration":1,"row":null,"verdict":"passed","message":null,"attempts":1,"startedAt":"2026-11-21T11:45:16.182Z","elapsedMs":55,"assertions":[{"label":"status","operator":"equals","expected":200,"actual":200,"isPassed":true,"message":null}],"extracted":{},"exchange":{"request":{"method":"GET","url":"http://127.0.0.1:4010/books?page=1","headers":{"authorization":"•••"},"body":null},"response":{"status":200,"headers":{"content-type":"application/json","date":"Sat, 21 Nov 2026 11:45:16 GMT","connection":"keep-alive","keep-alive":"timeout=5","content-length":"24"},"body":"{\"path\":\"/books?page=1\"}","sizeBytes":24}}}');
insert into audit_entry (organization_id, sequence, occurred_at, event, result, actor, target, request_id, details, details_digest, hash) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '7', '2026-11-21T11:45:15.999Z', 'environment.created', 'success', '{"type":"user","id":"01a1fdec-c796-70c9-85f9-8d7bab2a87b1","name":"olive@example.com","keyId":"01a1fdec-c85a-7247-a71b-b400ab406524"}', '{"type":"environment","id":"01a1fdec-c8d1-7449-94f8-ec803363c473","name":"Staging"}', '01a1fdec-c8a9-719d-9b12-c0e65e47d56d', '{"projectId":"01a1fdec-c80e-7405-8cc1-ca69ab301bac"}', '413b9776110d77f787d5a130de69e4c7a840018544f4ef013f219cf3a84d2c71', '\xe0b79e73ad8fe16bb788c88772208d65edb8d1d0f6e2e9fd2796a1e1dcad4170'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '8', '2026-11-21T11:45:16.136Z', 'suite.imported', 'success', '{"type":"user","id":"01a1fdec-c796-70c9-85f9-8d7bab2a87b1","name":"olive@example.com","keyId":"01a1fdec-c85a-7247-a71b-b400ab406524"}', '{"type":"suite","id":"01a1fdec-c947-70f9-ae26-42ebebe9ea80","name":"Books"}', '01a1fdec-c912-77ae-a83c-7291528fe3e7', '{"projectId":"01a1fdec-c80e-7405-8cc1-ca69ab301bac","isNew":true,"added":1,"changed":0,"removed":0}', 'e8cee982cb3922e684a21f51eb974128ef9c555ea5a801f6daf6d493d527e4cd', '\xd6cc3db34003330e5f525c9e210eeb99bf8213bfcbcdef8e88677285e6f97660'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '9', '2026-11-21T11:45:16.171Z', 'run.started', 'success', '{"type":"user","id":"01a1fdec-c796-70c9-85f9-8d7bab2a87b1","name":"olive@example.com","keyId":"01a1fdec-c85a-7247-a71b-b400ab406524"}', '{"type":"suite","id":"01a1fdec-c947-70f9-ae26-42ebebe9ea80","name":"Books"}', '01a1fdec-c96f-7618-b856-3d1268991013', '{"runId":"01a1fdec-c975-7028-aa95-f83e2b447422","environmentName":"Staging"}', '37f1cef24ef7bf5db0990193194975612cf9550df33f1a77a0380c1a5dbd347e', '\xc5e3ea2959cda28a2655e8c91dc64e4d35ef9cee72a54753b415e22e04bd9216');
update audit_head set sequence = 9, hash = '\xc5e3ea2959cda28a2655e8c91dc64e4d35ef9cee72a54753b415e22e04bd9216';`,
  async prove(testApp) {
    const environment = await read(
      testApp,
      `/api/projects/${projectId}/environments/${environmentId}`,
    );
    expect(environment.body).toMatchObject({ name: "Staging", variableCount: 2 });
    await proveSecret(testApp);
    const suite = await read(testApp, `/api/projects/${projectId}/suites/${suiteId}`);
    expect(suite.body).toMatchObject({ name: "Books", folder: "shop", tags: ["smoke"] });
    const status = await read(testApp, `/api/cli/runs/${runId}/status`);
    expect(status.body).toMatchObject({ outcome: "passed" });
    for (const [format, sign] of [
      ["junit", 'name="lists"'],
      ["json", '"verdict": "passed"'],
      ["html", "lists"],
    ] as const) {
      const report = await read(testApp, `/api/cli/runs/${runId}/report?format=${format}`);
      expect(report.text, format).toContain(sign);
    }
  },
};

function read(testApp: TestApp, path: string) {
  return request(testApp, { method: "GET", path, key: ownerKey });
}

async function proveSecret(testApp: TestApp): Promise<void> {
  const { platform } = testApp.cells.eu;
  const place = { organizationId, projectId };
  const opened = await openEnvironment(platform, await platform.database(), place, environmentId);
  expect(JSON.stringify(opened)).toContain("s3cret-of-old");
}
