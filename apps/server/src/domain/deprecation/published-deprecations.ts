import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { countDaysLeft } from "./days-left.ts";
import { markingPhases } from "./marked-operations.ts";

/** What readers of an API reference learn of a deprecation. */
export interface PublishedDeprecation {
  /** ISO 8601. The retirement, if it was retired early. */
  readonly sunset: string;
  readonly daysLeft: number;
  readonly isOver: boolean;
  /** An operation such as `GET /v2/pets/{id}`, or the name of a specification. */
  readonly successor?: string;
  /** Markdown. */
  readonly migrationGuide?: string;
}

export interface PublishedDeprecations {
  /** By method and path without the names of variables, such as `GET /pets/{}`. */
  readonly operations: ReadonlyMap<string, PublishedDeprecation>;
  readonly version: PublishedDeprecation | null;
}

/**
 * Changes with every deprecation that the API references of a documentation's version show; null if
 * there is none.
 *
 * @param version - the alias of a row of `doc_version`
 */
export const deprecationStampOf = (version: string): RawBuilder<string | null> => {
  const organizationId = sql.ref(`${version}.organizationId`);
  const versionId = sql.ref(`${version}.id`);
  return sql<string | null>`(select md5(string_agg(mark, ',' order by mark)) from (
    select concat_ws(' ', d.id, d.row_version) as mark from doc_snapshot s
    join deprecation_plan d on d.organization_id = s.organization_id and d.spec_id = s.spec_id
      and d.phase in (${sql.join(markingPhases)})
    where s.organization_id = ${organizationId} and s.version_id = ${versionId}
    union all
    select concat_ws(' ', sv.id, extract(epoch from sv.sunset_at)) from doc_snapshot s
    join spec_version sv on sv.organization_id = s.organization_id and sv.id = s.spec_version_id
      and sv.sunset_at is not null
    where s.organization_id = ${organizationId} and s.version_id = ${versionId}) marks)`;
};

interface Place {
  readonly organizationId: string;
  readonly specId: string;
  readonly specVersionId: string;
}

interface Row {
  /** The method and path without the names of variables; null for the version. */
  readonly operation: string | null;
  readonly phase: string | null;
  readonly sunsetAt: Date;
  readonly retiredAt: Date | null;
  readonly successor: string | null;
  readonly migrationGuide: string | null;
}

/** The deprecations of a published version, and of the operations of its specification. */
export async function selectDeprecations(
  db: Database,
  place: Place,
  now: Date,
): Promise<PublishedDeprecations> {
  const rows = await selectRows(db, place);
  const own = rows.filter(({ operation }) => operation === null).map((row) => publish(row, now));
  const version = own.toSorted(byEnd)[0] ?? null;
  const operations = rows.flatMap(({ operation, ...row }) =>
    operation === null ? [] : [[toKey(operation), hasten(publish(row, now), version)] as const],
  );
  return { operations: new Map(operations), version };
}

async function selectRows(
  db: Database,
  { organizationId, specId, specVersionId }: Place,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select case d.entity_type when 'endpoint' then d.entity_key end as operation, d.phase,
      d.sunset_at, d.retired_at, d.migration_guide,
      coalesce(upper(e.method) || ' ' || p.path, s.name) as successor
    from deprecation_plan d
    left join endpoint e on e.organization_id = d.organization_id and e.id = d.successor_endpoint_id
    left join path_item p on p.organization_id = e.organization_id
      and p.version_id = e.version_id and p.id = e.path_item_id
    left join spec s on s.organization_id = d.organization_id and s.id = d.successor_spec_id
    where d.organization_id = ${organizationId} and d.spec_id = ${specId}
      and d.phase in (${sql.join(markingPhases)})
      and (d.entity_type = 'endpoint' or d.entity_id = ${specVersionId})
    union all
    select null, null, sunset_at, null, null, null from spec_version
    where organization_id = ${organizationId} and id = ${specVersionId}
      and sunset_at is not null`.execute(db);
  return rows;
}

function publish(
  { phase, sunsetAt, retiredAt, successor, migrationGuide }: Omit<Row, "operation">,
  now: Date,
): PublishedDeprecation {
  const isOver = phase === "retired" || sunsetAt <= now;
  return {
    sunset: (retiredAt ?? sunsetAt).toISOString(),
    daysLeft: isOver ? 0 : countDaysLeft(sunsetAt, now),
    isOver,
    ...(successor === null ? {} : { successor }),
    ...(migrationGuide === null ? {} : { migrationGuide }),
  };
}

const byEnd = (left: PublishedDeprecation, right: PublishedDeprecation): number =>
  left.sunset.localeCompare(right.sunset, "en");

/** Of two ends, that of the operation and that of its version, the earlier applies. */
function hasten(
  operation: PublishedDeprecation,
  version: PublishedDeprecation | null,
): PublishedDeprecation {
  if (version === null || byEnd(operation, version) <= 0) return operation;
  const { sunset, daysLeft, isOver } = version;
  return { ...operation, sunset, daysLeft, isOver };
}

/** `GET /pets/{}` for the key `get /pets/{}` of a plan. */
function toKey(key: string): string {
  const [method = "", ...path] = key.split(" ");
  return `${method.toUpperCase()} ${path.join(" ")}`;
}
