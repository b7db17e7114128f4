import { viewDocument, type DocumentView } from "@lintel/openapi/view";
import { isObject, memberOf, objectOf, textOf } from "@lintel/json/value";
import { parseExact } from "@lintel/openapi/json-text";
import { groupByTag } from "./group-by-tag.ts";
import { listOperations, listWebhooks } from "./list-operations.ts";
import { makeSlugGiver } from "./make-slug.ts";
import type {
  DeprecationsEntry,
  NavigationItem,
  OperationEntry,
  OverviewEntry,
  PageEntry,
  ReferenceOptions,
  ReferencePlan,
  SchemaEntry,
  TagEntry,
} from "./reference.types.ts";

function listSchemas(view: DocumentView): SchemaEntry[] {
  const give = makeSlugGiver();
  const schemas = objectOf(memberOf(memberOf(view.root.value, "components"), "schemas"));
  return Object.keys(schemas).map((name) => ({
    kind: "schema",
    path: `schemas/${give([name], "schema")}`,
    title: name,
    deprecated: memberOf(schemas[name], "deprecated") === true,
    schema: schemas[name],
  }));
}

const showEntry = ({ title, path, deprecated }: PageEntry): NavigationItem => ({
  title,
  path,
  deprecated,
  children: [],
});

const showOperation = (entry: OperationEntry): NavigationItem => ({
  ...showEntry(entry),
  method: entry.method,
});

const showTag = (tag: TagEntry): NavigationItem => ({
  ...showEntry(tag),
  children: [...tag.operations.map(showOperation), ...tag.children.map(showTag)],
});

/** A part of the navigation without a page of its own, or nothing if it is empty. */
const showPart = (title: string, children: readonly NavigationItem[]): NavigationItem[] =>
  children.length === 0 ? [] : [{ title, path: null, deprecated: false, children }];

const listTags = (tags: readonly TagEntry[]): TagEntry[] =>
  tags.flatMap((tag) => [tag, ...listTags(tag.children)]);

function planDeprecations(
  operations: readonly OperationEntry[],
  { versionDeprecation }: ReferenceOptions,
): DeprecationsEntry[] {
  if (versionDeprecation === undefined && !operations.some((one) => one.deprecated)) return [];
  const path = "deprecations";
  return [{ kind: path, path, title: "Deprecations", deprecated: false }];
}

function indexOperations(entries: readonly OperationEntry[]): Map<string, OperationEntry> {
  const index = new Map<string, OperationEntry>();
  for (const entry of entries) {
    const id = textOf(memberOf(entry.operation.value, "operationId"));
    for (const key of [`${entry.method} ${entry.route}`, `#${id ?? ""}`]) {
      if (key !== "#" && !index.has(key)) index.set(key, entry);
    }
  }
  return index;
}

/**
 * The pages of an API reference: an overview, one per tag, operation, webhook and schema. Accepts
 * an OpenAPI document of 3.0, 3.1 or 3.2 as a value or JSON, valid or not, with its references in
 * place; unreadable parts are omitted. Throws a `SyntaxError` for invalid JSON. Nothing is rendered
 * before `renderReferencePage` requests it, and the document is shared, never copied.
 */
export function planReference(document: unknown, options: ReferenceOptions = {}): ReferencePlan {
  const value: unknown = typeof document === "string" ? parseExact(document) : document;
  const view = viewDocument(value);
  const title = textOf(memberOf(memberOf(value, "info"), "title")) ?? "API reference";
  const overview: OverviewEntry = { kind: "overview", path: "", title, deprecated: false };
  const operations = listOperations(view, options.deprecations);
  const webhooks = listWebhooks(view);
  const schemas = listSchemas(view);
  const tags = groupByTag(view, operations, options.groupDescriptions ?? new Map());
  const deprecations = planDeprecations([...operations, ...webhooks], options);
  const shown: PageEntry[] = [
    overview,
    ...deprecations,
    ...listTags(tags),
    ...operations,
    ...webhooks,
    ...schemas,
  ];
  const pages = new Map(shown.map((entry) => [entry.path, entry]));
  for (const of of [...operations, ...webhooks]) {
    const path = `${of.path}/all`;
    pages.set(path, { kind: "all-fields", path, title: of.title, deprecated: of.deprecated, of });
  }
  return {
    title,
    navigation: [
      { ...showEntry(overview), title: "Overview" },
      ...deprecations.map(showEntry),
      ...tags.map(showTag),
      ...showPart("Webhooks", webhooks.map(showOperation)),
      ...showPart("Schemas", schemas.map(showEntry)),
    ],
    pages,
    tags,
    operations,
    webhooks,
    schemas,
    view,
    options,
    schemaPages: new Map(
      schemas.flatMap((entry) => (isObject(entry.schema) ? [[entry.schema, entry] as const] : [])),
    ),
    operationPages: indexOperations([...operations, ...webhooks]),
  };
}
