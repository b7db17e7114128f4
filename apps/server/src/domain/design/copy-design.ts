import type { StoredDesign } from "./design.types.ts";

/** The same design with ids of its own. */
export function copyDesign(design: StoredDesign, newId: () => string): StoredDesign {
  const ids = new Map<string, string>();
  const rename = <Id extends string | null>(id: Id): Id => {
    if (id === null) return id;
    const known = ids.get(id) ?? newId();
    ids.set(id, known);
    return known as Id;
  };
  const copy = <Row extends { readonly id: string }, Owner extends keyof Row = never>(
    rows: readonly Row[],
    ...owners: readonly Owner[]
  ): Row[] =>
    rows.map((row) => {
      const renamed = owners.map((owner) => [owner, rename(row[owner] as string | null)] as const);
      return { ...row, id: rename(row.id), ...Object.fromEntries(renamed) };
    });
  return {
    document: design.document,
    folders: copy(design.folders, "parentId"),
    tags: copy(design.tags),
    pathItems: copy(design.pathItems),
    endpoints: copy(design.endpoints, "pathItemId", "folderId"),
    securityAssignments: copy(design.securityAssignments, "endpointId"),
    parameters: copy(design.parameters, "endpointId", "pathItemId"),
    requestBodies: copy(design.requestBodies, "endpointId"),
    responses: copy(design.responses, "endpointId"),
    responseHeaders: copy(design.responseHeaders, "responseId"),
    mediaTypes: copy(design.mediaTypes, "requestBodyId", "responseId"),
    components: copy(design.components),
  };
}
