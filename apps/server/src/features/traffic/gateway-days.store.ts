import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** Calls of an operation on a day in UTC. */
export interface DayOfCalls {
  readonly specId: string;
  readonly operationKey: string;
  readonly day: string;
}

/** The days on which gateways counted calls of the same operations, of an environment or of all of them. */
export async function selectGatewayDays(
  db: Database,
  place: { readonly organizationId: string; readonly environmentId: string | null },
  calls: readonly DayOfCalls[],
): Promise<string[]> {
  const { organizationId, environmentId } = place;
  const rows = JSON.stringify(calls);
  const { rows: days } = await sql<{ day: string }>`
    select distinct call."day"::text as day
    from json_to_recordset(${rows}::json) as call ("specId" uuid, "operationKey" text, "day" date)
    where exists (select 1 from traffic_count t
      where t.organization_id = ${organizationId} and t.spec_id = call."specId"
        and t.operation_digest = md5(call."operationKey")
        ${environmentId === null ? sql`` : sql`and t.environment_id = ${environmentId}`}
        and t.bucket >= call."day"::timestamp at time zone 'UTC'
        and t.bucket < (call."day" + 1)::timestamp at time zone 'UTC')
    order by day`.execute(db);
  return days.map(({ day }) => day);
}
