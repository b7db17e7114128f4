import { expect } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import type { MigrationFixture } from "./fixture.types.ts";

export const organizationId = "01a1fdec-c771-71ff-a9b7-240bc07f1799";
export const projectId = "01a1fdec-c80e-7405-8cc1-ca69ab301bac";
/** The owner's key, with full access. */
export const ownerKey = "svc_live_3FpcGoEVPqw0DCNVmRwYmHpU6ViEsLFw1fhy3r";
/** A member's key, which may read suites and nothing else. */
const scopedKey = "svc_live_PpZuyFqqkFgRvh023FsSBLDabnc1rGJD1U65eJ";

export const fixture: MigrationFixture = {
  sqlDigest: "2383bbf01a6196ae113535835ec9484edda0572c27634ab3f8f7c7596cacb47f",
  rows: String.raw`
insert into organization (id, name, slug, plan, auth_version, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', 'Acme', 'acme', 'pro', '7', '2026-11-21 11:45:15.632+00', '2026-11-21 11:45:15.632+00', '1');
insert into user_account (id, email, name, created_at) values
  ('01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'olive@example.com', 'Olive Owner', '2026-11-21 11:45:15.632+00'),
  ('01a1fdec-c7e1-72e0-908a-151c65cb143e', 'mia@example.com', 'Mia Member', '2026-11-21 11:45:15.744+00');
insert into membership (organization_id, user_id, role, is_active, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'owner', 'true', '2026-11-21 11:45:15.632+00', '2026-11-21 11:45:15.632+00', '1'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c7e1-72e0-908a-151c65cb143e', 'member', 'true', '2026-11-21 11:45:15.744+00', '2026-11-21 11:45:15.744+00', '1');
insert into project (organization_id, id, name, slug, description, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', 'Shop', 'shop', 'The first project', '2026-11-21 11:45:15.79+00', '2026-11-21 11:45:15.79+00', '1');
insert into project_role (organization_id, project_id, user_id, role) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c80e-7405-8cc1-ca69ab301bac', '01a1fdec-c7e1-72e0-908a-151c65cb143e', 'viewer');
insert into api_key (organization_id, id, user_id, name, prefix, access, permissions, expires_at, last_used_at, revoked_at, created_at, modified_at, row_version) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c85a-7247-a71b-b400ab406524', '01a1fdec-c796-70c9-85f9-8d7bab2a87b1', 'test key', 'svc_live_3FpcGo', 'full', '[]', null, null, null, '2026-11-21 11:45:15.858+00', '2026-11-21 11:45:15.858+00', '1'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c867-7798-811d-50b9475c07eb', '01a1fdec-c7e1-72e0-908a-151c65cb143e', 'test key', 'svc_live_PpZuyF', 'scoped', '[{"permission":"tests:read","projectId":null}]', null, null, null, '2026-11-21 11:45:15.876+00', '2026-11-21 11:45:15.876+00', '1');
insert into credential (digest, kind, organization_id, subject_id) values
  ('ba1aac1fced74d94ac3accffc9df411b1c542af84d115d0ab68dbfc2bbba9f9d', 'key', '01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c85a-7247-a71b-b400ab406524'),
  ('ab79c6602f224359c86dc81b3738f3a174aa48c3b4eb5b9ea59576c5243258cb', 'key', '01a1fdec-c771-71ff-a9b7-240bc07f1799', '01a1fdec-c867-7798-811d-50b9475c07eb');
insert into audit_head (organization_id, sequence, hash) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '6', '\xcc0c6daefd7c709bf68add6e8ec0c5bdb8232c02503b76aef891c234853476b3');
insert into audit_entry (organization_id, sequence, occurred_at, event, result, actor, target, request_id, details, details_digest, hash) values
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '1', '2026-11-21T11:45:15.726Z', 'organization.created', 'success', '{"type":"operator","id":null,"name":"tester","keyId":null}', '{"type":"organization","id":"01a1fdec-c771-71ff-a9b7-240bc07f1799","name":"Acme"}', 'test', '{"slug":"acme","plan":"pro","ownerUserId":"01a1fdec-c796-70c9-85f9-8d7bab2a87b1","command":"org create"}', 'd9827cd2b5227d680461f0e85537b3c208172e23204d72a614c0d837e4d91be0', '\x717394d411a772d49bd18f8fefcc90d18cb17e3e5333ea6a9f8442c9ed604300'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '2', '2026-11-21T11:45:15.789Z', 'member.added', 'success', '{"type":"operator","id":null,"name":"tester","keyId":null}', '{"type":"user","id":"01a1fdec-c7e1-72e0-908a-151c65cb143e","name":"mia@example.com"}', 'test', '{"role":"member","command":"member add"}', '7c9ba26e8bce4a68ebfc27497f021c8a9badf8511c8ba661063b723f06fee239', '\xab5455e71b34b7dce3b1da28b932c19cab66456efc1968fb7fb1ad337c76fb7f'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '3', '2026-11-21T11:45:15.817Z', 'project.created', 'success', '{"type":"operator","id":null,"name":"tester","keyId":null}', '{"type":"project","id":"01a1fdec-c80e-7405-8cc1-ca69ab301bac","name":"Shop"}', 'test', '{"slug":"shop","command":"project create"}', '98483f6b683d17eca8a21b338360d6aa4b705d9259a3523b3fe9c45119a19905', '\x10d7e70542e069fad8e6fe9f78297f72bdc0362c5d770a4e9ba224d7ad6857fe'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '4', '2026-11-21T11:45:15.845Z', 'member.project_role_changed', 'success', '{"type":"operator","id":null,"name":"tester","keyId":null}', '{"type":"user","id":"01a1fdec-c7e1-72e0-908a-151c65cb143e","name":"mia@example.com"}', 'test', '{"projectId":"01a1fdec-c80e-7405-8cc1-ca69ab301bac","role":"viewer","roleBefore":null,"command":"member project-role"}', '812e5b6c80337d330dcf64bc1158293021f2cba2476e32465b37f12402b2e384', '\xb7c80bc9118d11e196ac37fed3f78889b2fa3478ec370b364e2e675b842619b2'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '5', '2026-11-21T11:45:15.871Z', 'api_key.created', 'success', '{"type":"operator","id":null,"name":"tester","keyId":null}', '{"type":"apiKey","id":"01a1fdec-c85a-7247-a71b-b400ab406524","name":"test key"}', 'test', '{"userId":"01a1fdec-c796-70c9-85f9-8d7bab2a87b1","prefix":"svc_live_3FpcGo","access":"full","permissions":[],"expiresAt":null,"command":"key create"}', '0467b75e33bb1b584e9895931010e46541510b42d45efcf7f16c937ec9bac8c0', '\x2a107aa30961947163b4d7db65a22e42b73b924cf8340ef95c3a3d8490502ee2'),
  ('01a1fdec-c771-71ff-a9b7-240bc07f1799', '6', '2026-11-21T11:45:15.884Z', 'api_key.created', 'success', '{"type":"operator","id":null,"name":"tester","keyId":null}', '{"type":"apiKey","id":"01a1fdec-c867-7798-811d-50b9475c07eb","name":"test key"}', 'test', '{"userId":"01a1fdec-c7e1-72e0-908a-151c65cb143e","prefix":"svc_live_PpZuyF","access":"scoped","permissions":[{"permission":"tests:read","projectId":null}],"expiresAt":null,"command":"key create"}', '652b673148dc3541ac97758c02a805fa69f2217ddb51c8b9109245f8018726e4', '\xcc0c6daefd7c709bf68add6e8ec0c5bdb8232c02503b76aef891c234853476b3');`,
  async prove(testApp) {
    const me = await request(testApp, { method: "GET", path: "/api/me", key: ownerKey });
    expect(me.body).toMatchObject({
      organization: { slug: "acme" },
      user: { email: "olive@example.com", role: "owner" },
    });
    const suites = `/api/cli/suites?projectId=${projectId}`;
    const read = await request(testApp, { method: "GET", path: suites, key: scopedKey });
    expect(read.status).toBe(200);
    const path = `/api/projects/${projectId}/environments`;
    const body = { name: "Mine", baseUrl: "https://example.com" };
    const refused = await request(testApp, { method: "POST", path, key: scopedKey, body });
    expect(refused.status).toBe(403);
    const verdict = await callAsOperator(testApp, "eu", organizationId, "verifyAuditLog", {});
    expect(verdict).toMatchObject({ isIntact: true });
    expect(verdict.entries).toBeGreaterThanOrEqual(6);
  },
};
