import { type OpenApiVersion, componentKinds } from "@lintel/contract/words/design";
import type { Finding } from "./values/finding.ts";
import { isList, isObject, isText, memberOf, type JsonObject } from "@lintel/json/value";
import { detectVersion } from "./values/openapi-version.ts";
import { type Design, type Remnant, type PathItemRow } from "./model/design.types.ts";
import {
  splitMembers,
  noMembers,
  joinMembers,
  documentTable,
  infoTable,
  tagTable,
  type Child,
} from "./model/member-tables.ts";
import {
  gatherRemnants,
  warnKept,
  within,
  type DraftDesign,
  type SplitContext,
} from "./model/split/split-context.ts";
import { splitComponents } from "./model/split/split-components.ts";
import { splitMap } from "./model/split/split-map.ts";
import { splitPathItem } from "./model/split/split-path-item.ts";
import { groupEndpointRows, joinEndpoint } from "./model/join/join-endpoint.ts";
import { joinList, joinMap } from "./model/join/join-map.ts";
import { joinParameter } from "./model/join/join-payload.ts";
import { groupRows, sortRows } from "./model/join/rows-of.ts";

const nothing: Remnant = { rest: null, keys: null };

const makeDraft = (): DraftDesign => ({
  tags: [],
  pathItems: [],
  endpoints: [],
  securityAssignments: [],
  parameters: [],
  requestBodies: [],
  responses: [],
  responseHeaders: [],
  mediaTypes: [],
  components: [],
});

const pathForm = {
  isName: (name: string) => name.startsWith("/"),
  wanted: "a path item by a path that begins with a slash",
};

/** A document during the split, with the members that went into rows of their own. */
interface Splitting {
  readonly context: SplitContext;
  readonly document: JsonObject;
  readonly taken: Map<string, boolean>;
}

function takeInfo({ context, document, taken }: Splitting) {
  const info = memberOf(document, "info");
  const isFit = isObject(info);
  if (info !== undefined && !isFit) warnKept(context, "info", "an object");
  const { columns, remnant } = splitMembers(isFit ? info : {}, infoTable, context.version);
  if (isFit) taken.set("info", Object.keys(info).length === 0);
  return { columns, remnant };
}

function takeTags({ context, document, taken }: Splitting): void {
  const tags = memberOf(document, "tags");
  if (tags === undefined) return;
  const isTag = (tag: unknown): tag is JsonObject => isObject(tag) && isText(memberOf(tag, "name"));
  if (!isList(tags) || !tags.every(isTag)) return warnKept(context, "tags", "a list of named tags");
  for (const [position, tag] of tags.entries()) {
    const { columns, remnant } = splitMembers(tag, tagTable, context.version);
    context.design.tags.push({ id: context.newId(), position, ...columns, ...remnant });
  }
  taken.set("tags", tags.length === 0);
}

function takePaths({ context, document, taken }: Splitting): Remnant {
  const paths = memberOf(document, "paths");
  if (paths === undefined) return nothing;
  if (!isObject(paths)) {
    warnKept(context, "paths", "a map of paths");
    return nothing;
  }
  const { entries, remnant, isEmpty } = splitMap(context, "paths", paths, pathForm);
  within(context, "paths", () => {
    for (const [position, [path, pathItem]] of entries.entries()) {
      within(context, path, () => splitPathItem(context, pathItem, { path, position }));
    }
  });
  taken.set("paths", isEmpty);
  return remnant;
}

function takeComponents({ context, document, taken }: Splitting): Remnant {
  const components = memberOf(document, "components");
  if (components === undefined) return nothing;
  if (!isObject(components)) {
    warnKept(context, "components", "an object");
    return nothing;
  }
  const remnant = splitComponents(context, components);
  taken.set("components", context.design.components.length === 0 && remnant.rest === null);
  return remnant;
}

/** The caller provides ids. */
export interface SplitOptions {
  readonly newId: () => string;
  /** The version whose members have columns and rows, if the document itself does not decide it. */
  readonly version?: OpenApiVersion | null;
}

/**
 * Splits a document into the rows of the design model. Nothing is lost, even from an invalid
 * document: `joinDocument` restores it with every member in its position. Warnings name the parts
 * that cannot be edited because of their shape.
 */
export function splitDocument(
  document: JsonObject,
  { newId, version = detectVersion(document) }: SplitOptions,
): { readonly design: Design; readonly warnings: readonly Finding[] } {
  const context = { version, newId, design: makeDraft(), warnings: [], path: [] };
  const splitting = { context, document, taken: new Map<string, boolean>() };
  const info = takeInfo(splitting);
  takeTags(splitting);
  const paths = takePaths(splitting);
  const components = takeComponents(splitting);
  const { columns, remnant } = splitMembers(document, documentTable, version, splitting.taken);
  const remnants = gatherRemnants({ info: info.remnant, paths, components });
  const row = { ...columns, ...info.columns, ...remnant, remnants };
  return { design: { document: row, ...context.design }, warnings: context.warnings };
}

function joinInfo({ document }: Design): Child {
  const value = joinMembers(document, infoTable, [], document.remnants?.["info"] ?? nothing);
  return { name: "info", value, isEmpty: Object.keys(value).length === 0 };
}

const joinTags = ({ tags }: Design): Child =>
  joinList(
    "tags",
    sortRows(tags).map((row) => joinMembers(row, tagTable, [], row)),
  );

function joinPaths(design: Design): Child {
  const rows = groupEndpointRows(design);
  const parameters = groupRows(design.parameters, (row) => row.pathItemId);
  const endpoints = groupRows(design.endpoints, (row) => row.pathItemId);
  const joinPathItem = (row: PathItemRow): JsonObject => {
    const children = [joinList("parameters", parameters(row.id).map(joinParameter))];
    for (const endpoint of endpoints(row.id)) {
      const value = joinEndpoint(endpoint, rows);
      children.push({ name: endpoint.method, value, isEmpty: false });
    }
    return joinMembers({}, noMembers, children, row);
  };
  const entries = sortRows(design.pathItems).map((row) => [row.path, joinPathItem(row)] as const);
  return joinMap("paths", entries, design.document.remnants?.["paths"]);
}

function joinComponents({ components, document }: Design): Child {
  const rowsOf = groupRows(components, (row) => row.kind);
  const kinds = componentKinds.map((kind) =>
    joinMap(
      kind,
      rowsOf(kind).map(({ name, content }) => [name, content]),
    ),
  );
  const remnant = document.remnants?.["components"] ?? nothing;
  const value = joinMembers({}, noMembers, kinds, remnant);
  return { name: "components", value, isEmpty: components.length === 0 && remnant.rest === null };
}

/** Makes a document from its rows: the reverse of `splitDocument`, also after edits of the rows. */
export function joinDocument(design: Design): JsonObject {
  const { document } = design;
  const children = [joinInfo(design), joinTags(design), joinPaths(design), joinComponents(design)];
  return joinMembers(document, documentTable, children, document);
}
