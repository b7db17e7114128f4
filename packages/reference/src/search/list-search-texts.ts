import { memberOf, objectOf, textOf } from "@lintel/json/value";
import type { OperationEntry, PageEntry, ReferencePlan } from "../plan/reference.types.ts";

/**
 * The texts by which a search finds a page of the reference; those of a title count most, and those
 * of a body least.
 */
export interface SearchText {
  /** The path of the page, relative to the reference. */
  readonly path: string;
  readonly title: string;
  /** The names on the page, as words: method, path, operationId. */
  readonly headings: string;
  /**
   * Method and path of an operation come first, so that an excerpt begins with them; at most
   * `maxBodyLength` characters.
   */
  readonly body: string;
}

const maxTitleLength = 500;
const maxHeadingsLength = 4000;
const maxBodyLength = 10_000;

/** Databases refuse NUL and half of a surrogate pair. */
const cut = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll("\0", "\ufffd");

/** A name as written and as its words: `listBooks` is found by `listBooks` and by `list books`. */
function listWords(name: string): string[] {
  const parts = name.split(/[^\p{L}\p{M}\p{Nd}]+/u).filter((part) => part !== "");
  const words = parts.flatMap((part) => part.split(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})/u));
  return [...new Set([...parts, ...words])];
}

const wordsOf = (...names: readonly (string | null)[]): string =>
  names.flatMap((name) => (name === null ? [] : listWords(name))).join(" ");

const joinTexts = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null && text !== "").join("\n");

function describeCall({ method, route, item, operation }: OperationEntry) {
  const description =
    textOf(memberOf(operation.value, "description")) ?? textOf(memberOf(item.value, "description"));
  const id = textOf(memberOf(operation.value, "operationId"));
  return {
    headings: wordsOf(method, route, id),
    body: joinTexts(`${method} ${route}`, id, description),
  };
}

function describeSchema(name: string, schema: unknown) {
  const properties = Object.keys(objectOf(memberOf(schema, "properties")));
  return {
    headings: wordsOf(name, textOf(memberOf(schema, "title"))),
    body: joinTexts(textOf(memberOf(schema, "description")), properties.join(", ")),
  };
}

function describe(
  { view }: ReferencePlan,
  entry: PageEntry,
): { readonly headings: string; readonly body: string } | null {
  switch (entry.kind) {
    case "overview": {
      const info = memberOf(view.root.value, "info");
      const [summary, description] = ["summary", "description"].map((name) =>
        textOf(memberOf(info, name)),
      );
      return { headings: "", body: joinTexts(summary ?? null, description ?? null) };
    }
    case "tag":
      return { headings: wordsOf(entry.name), body: entry.description ?? "" };
    case "schema":
      return describeSchema(entry.title, entry.schema);
    case "deprecations":
    case "all-fields":
      return null;
    default:
      return describeCall(entry);
  }
}

/**
 * The texts of all pages except lists of deprecations and pages of all fields, in the order of the navigation. No page is
 * rendered for them.
 */
export function listSearchTexts(plan: ReferencePlan): SearchText[] {
  return [...plan.pages.values()].flatMap((entry) => {
    const said = describe(plan, entry);
    if (said === null) return [];
    return [
      {
        path: entry.path,
        title: cut(entry.title, maxTitleLength),
        headings: cut(said.headings, maxHeadingsLength),
        body: cut(said.body, maxBodyLength),
      },
    ];
  });
}
