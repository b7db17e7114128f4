import { sql, type Kysely } from "kysely";

/** What results are listed, ordered and compared by, next to the result itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table test_run_result add column case_id uuid`,
  `alter table test_run_result add column case_name text`,
  `alter table test_run_result add column iteration integer`,
  `alter table test_run_result add column verdict text`,
  // Read as text: the json operators refuse a document with an escaped U+0000. The members have always had this order,
  // and no text of a person is before the verdict except those of a name, a path and tags, whose quotes are escaped.
  `update test_run_result set
    case_id = substring(result::text from '^\\{"caseId":"([0-9a-f-]{36})"')::uuid,
    case_name = substring(result::text from '"name":"((?:[^"\\\\]|\\\\.)*)"'),
    iteration = substring(result::text from '"iteration":([0-9]+),"row":')::integer,
    verdict = substring(result::text from '"verdict":"([a-z]+)","message":')`,
  `create index test_run_result_verdict
    on test_run_result (organization_id, run_id, verdict, position)`,
  `create index test_run_suite on test_run (organization_id, suite_id, created_at desc)`,
];
