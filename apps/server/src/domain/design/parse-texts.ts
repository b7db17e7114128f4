import { parseExact } from "@lintel/openapi/json-text";
import type { Json } from "@lintel/json/value";
import { designKinds } from "./design-columns.ts";
import type { StoredDesign } from "./design.types.ts";
import { listContents, type StoredTexts } from "./stored-texts.ts";

/** Paths all of whose endpoints were deleted: no part of the document until one is restored. */
export type HiddenPaths = Pick<StoredDesign, "pathItems" | "parameters">;

/** A design with its hidden parts, which an edit can show again. */
export interface WholeDesign {
  readonly design: StoredDesign;
  readonly hidden: HiddenPaths;
}

/** Parses what was read of a version; contents of components by `parseContent`, of the first as 0. */
export function parseTexts(
  texts: StoredTexts,
  parseContent: (text: string, at: number) => Json = parseExact,
): WholeDesign {
  const { document, rows, hiddenPathItemIds } = texts;
  const kinds = designKinds.map((kind) => [kind, parseExact(rows[kind])]);
  // The table of columns is held to the rows' types by the round trip of every document.
  const parsed = { document, ...Object.fromEntries(kinds) } as StoredDesign;
  const contents = listContents(texts).map(parseContent);
  const components = parsed.components.map((row, at) => ({
    ...row,
    content: contents[at] ?? null,
  }));
  const whole = { ...parsed, components };
  const hiddenIds = new Set(hiddenPathItemIds);
  const isHidden = (id: string | null) => id !== null && hiddenIds.has(id);
  const hidden = {
    pathItems: whole.pathItems.filter(({ id }) => isHidden(id)),
    parameters: whole.parameters.filter(({ pathItemId }) => isHidden(pathItemId)),
  };
  return { design: withoutDeleted(hiddenIds, whole), hidden };
}

function withoutDeleted(deletedPaths: ReadonlySet<string>, design: StoredDesign): StoredDesign {
  const endpoints = new Set(design.endpoints.map(({ id }) => id));
  const isLiving = ({ endpointId }: { readonly endpointId: string | null }) =>
    endpointId === null || endpoints.has(endpointId);
  const requestBodies = design.requestBodies.filter(isLiving);
  const responses = design.responses.filter(isLiving);
  const bodyIds = new Set(requestBodies.map(({ id }) => id));
  const responseIds = new Set(responses.map(({ id }) => id));
  return {
    ...design,
    pathItems: design.pathItems.filter(({ id }) => !deletedPaths.has(id)),
    parameters: design.parameters.filter(
      (row) => isLiving(row) && (row.pathItemId === null || !deletedPaths.has(row.pathItemId)),
    ),
    securityAssignments: design.securityAssignments.filter(isLiving),
    requestBodies,
    responses,
    responseHeaders: design.responseHeaders.filter(({ responseId }) => responseIds.has(responseId)),
    mediaTypes: design.mediaTypes.filter(
      ({ requestBodyId, responseId }) =>
        (requestBodyId !== null && bodyIds.has(requestBodyId)) ||
        (responseId !== null && responseIds.has(responseId)),
    ),
  };
}
