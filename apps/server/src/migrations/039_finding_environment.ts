import { sql, type Kysely } from "kysely";

/** The environment of scans and findings: only a scan of the same one closes or opens a finding. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const origin = "'^[A-Za-z]+://[^/?#]+'";

const statements = [
  `alter table scan_run add column environment_id uuid`,
  `alter table scan_run add column environment_name text`,
  `alter table finding add column environment_id uuid`,
  `alter table finding add column environment_name text`,
  `alter table finding add column target_origin text`,
  // The proof says where a finding was seen; the profile may have another environment by now.
  `update finding set target_origin =
    lower(substring(evidence #>> '{attacks,0,request,url}' from ${origin}))`,
  `update finding set environment_id = environment.id, environment_name = environment.name
    from scan_profile, environment
    where scan_profile.organization_id = finding.organization_id
      and scan_profile.id = finding.scan_profile_id
      and environment.organization_id = scan_profile.organization_id
      and environment.id = scan_profile.environment_id
      and (target_origin is null
        or target_origin = lower(substring(environment.base_url from ${origin})))`,
];
