import { sql } from "kysely";

/**
 * The present name of the subject of an event, of the tables `subject` and `event` of a query: an endpoint by method
 * and path, a run by its suite. null where it is deleted, or has no name.
 */
export const nameOfSubject = sql<string | null>`case subject.subject_type
  when 'endpoint' then (select upper(e.method) || ' ' || p.path from endpoint e
    join path_item p on p.organization_id = e.organization_id and p.version_id = e.version_id
      and p.id = e.path_item_id
    where e.organization_id = event.organization_id and e.id = subject.subject_id
      and e.deleted_at is null limit 1)
  when 'spec' then ${named("spec")}
  when 'specVersion' then (select s.name || ' ' || v.version from spec_version v
    join spec s on s.organization_id = v.organization_id and s.id = v.spec_id
    where v.organization_id = event.organization_id and v.id = subject.subject_id)
  when 'component' then ${named("component")}
  when 'folder' then ${named("spec_folder")}
  when 'tag' then ${named("spec_tag")}
  when 'headerComponent' then ${named("header_component")}
  when 'headerPolicy' then ${named("header_policy")}
  when 'deprecationPlan' then ${named("deprecation_plan", "entity_label")}
  when 'suite' then ${named("test_suite")}
  when 'case' then ${named("test_case")}
  when 'environment' then ${named("environment")}
  when 'run' then (select name from test_suite where organization_id = event.organization_id
    and id::text = event.data ->> 'suiteId')
  when 'scanProfile' then ${named("scan_profile")}
  when 'scanRun' then (select name from scan_profile where organization_id = event.organization_id
    and id::text = event.data ->> 'scanProfileId')
  when 'finding' then ${named("finding", "title")}
  when 'documentation' then ${named("documentation")}
  when 'docVersion' then (select d.name || ' ' || v.label from doc_version v
    join documentation d on d.organization_id = v.organization_id and d.id = v.documentation_id
    where v.organization_id = event.organization_id and v.id = subject.subject_id)
  when 'docPage' then ${named("doc_node", "title")}
  when 'docFolder' then ${named("doc_node", "title")}
  when 'docReference' then ${named("doc_node", "title")}
end`;

function named(table: string, column = "name") {
  return sql`(select ${sql.ref(column)} from ${sql.table(table)} as named
    where named.organization_id = event.organization_id and named.id = subject.subject_id limit 1)`;
}
