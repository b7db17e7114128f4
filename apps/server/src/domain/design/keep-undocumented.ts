import type { Design } from "@lintel/openapi/design";
import type { StoredDesign } from "./design.types.ts";
import type { HiddenPaths } from "./parse-texts.ts";

/** Keeps what no document contains, by the ids of the rows: folders, notes and icons. */
export function keepUndocumented(merged: Design, mine: StoredDesign): StoredDesign {
  const endpoints = new Map(mine.endpoints.map((row) => [row.id, row]));
  const icons = new Map(mine.tags.map(({ id, icon }) => [id, icon]));
  return {
    ...keepLinked(merged, mine),
    folders: mine.folders,
    tags: merged.tags.map((row) => ({ ...row, icon: icons.get(row.id) ?? null })),
    endpoints: merged.endpoints.map((row) => {
      const { folderId = null, internalNotes = null } = endpoints.get(row.id) ?? {};
      return { ...row, folderId, internalNotes };
    }),
  };
}

interface Linked {
  readonly id: string;
  readonly ref: string | null;
}

/** Rows that refer to the same component as before, with what they had of their own. */
function keepRows<Row extends Linked>(rows: readonly Row[], mine: readonly Row[]): Row[] {
  const before = new Map(mine.map((row) => [row.id, row]));
  return rows.map((row) => {
    const was = before.get(row.id);
    return was !== undefined && was.ref !== null && was.ref === row.ref ? was : row;
  });
}

/** The parts of their own that linked rows keep behind the link, for when it ends. */
function partsOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  mine: readonly Row[],
  isBehind: (row: Row) => boolean,
): Row[] {
  const present = new Set(rows.map(({ id }) => id));
  return [...rows, ...mine.filter((row) => !present.has(row.id) && isBehind(row))];
}

const linkedIds = (rows: readonly Linked[]) =>
  new Set(rows.filter(({ ref }) => ref !== null).map(({ id }) => id));

/** A document does not contain the target of a link, so the target is kept as long as the link. */
function keepLinked(merged: Design, mine: StoredDesign): Design {
  const requestBodies = keepRows(merged.requestBodies, mine.requestBodies);
  const responses = keepRows(merged.responses, mine.responses);
  const bodies = linkedIds(requestBodies);
  const answers = linkedIds(responses);
  return {
    ...merged,
    requestBodies,
    responses,
    responseHeaders: partsOf(
      keepRows(merged.responseHeaders, mine.responseHeaders),
      mine.responseHeaders,
      ({ responseId }) => answers.has(responseId),
    ),
    mediaTypes: partsOf(
      keepRows(merged.mediaTypes, mine.mediaTypes),
      mine.mediaTypes,
      ({ requestBodyId, responseId }) =>
        (requestBodyId !== null && bodies.has(requestBodyId)) ||
        (responseId !== null && answers.has(responseId)),
    ),
  };
}

/** A path that comes back takes the row that it has already, with the endpoints deleted below it. */
export function reviveHidden(design: StoredDesign, hidden: HiddenPaths): StoredDesign {
  const byPath = new Map(hidden.pathItems.map(({ path, id }) => [path, id]));
  const ids = new Map(
    design.pathItems.flatMap(({ id, path }) => {
      const known = byPath.get(path);
      return known === undefined ? [] : [[id, known] as const];
    }),
  );
  if (ids.size === 0) return design;
  const rename = <Id extends string | null>(id: Id): Id =>
    id === null ? id : ((ids.get(id) ?? id) as Id);
  return {
    ...design,
    pathItems: design.pathItems.map((row) => ({ ...row, id: rename(row.id) })),
    endpoints: design.endpoints.map((row) => ({ ...row, pathItemId: rename(row.pathItemId) })),
    parameters: design.parameters.map((row) => ({ ...row, pathItemId: rename(row.pathItemId) })),
  };
}
