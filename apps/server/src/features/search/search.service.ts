import type { InputOf, OutputOf } from "@lintel/contract/operation";
import { foundKinds, type FoundKind, type search } from "@lintel/contract/operations/search";
import type { Permission } from "@lintel/contract/words/permissions";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { selectFound, type SearchedPlace } from "./search.store.ts";
import { pathOf } from "./found-path.ts";

/** Who may read what is found. */
const readers: Readonly<Record<FoundKind, Permission | null>> = {
  project: null,
  spec: "specs:read",
  endpoint: "specs:read",
  component: "specs:read",
  suite: "tests:read",
  docPage: "docs:read",
  finding: "security:read",
};

/** What has every word of the query in its name or path, in the projects that the caller sees. */
export async function searchOrganization(
  { db, organizationId, principal }: OrganizationContext,
  { query, kind, take = 20 }: InputOf<typeof search>,
): Promise<OutputOf<typeof search>> {
  const kinds = kind === undefined ? foundKinds : [kind];
  const places = kinds.map((each): SearchedPlace => ({
    kind: each,
    ...principal.visibleProjects(readers[each]),
  }));
  const rows = await selectFound(db, organizationId, query, places, take);
  return {
    items: rows.map((row) => ({
      kind: row.kind,
      id: row.id,
      title: row.title,
      within: row.within,
      project: { id: row.projectId, slug: row.projectSlug, name: row.projectName },
      path: pathOf(row),
    })),
  };
}
