import { endpointMethods } from "@lintel/contract/words/design";

/** Something of an API reference that a page can show. */
export interface Embed {
  readonly name: string;
  /** Its summary or title. */
  readonly note: string;
  /** What is written in the page, on a line of its own. */
  readonly text: string;
  /** In lower case. */
  readonly search: string;
}

const methods: ReadonlySet<string> = new Set(endpointMethods);

/**
 * The endpoints and schemas of a document.
 *
 * @param json - an OpenAPI document as JSON
 */
export function listEmbeds(json: string): Embed[] {
  const document = asRecord(JSON.parse(json));
  const endpoints = Object.entries(asRecord(document["paths"])).flatMap(([path, item]) =>
    Object.entries(asRecord(item))
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) =>
        toEmbed(`${method.toUpperCase()} ${path}`, asRecord(operation)["summary"], "endpoint"),
      ),
  );
  const schemas = Object.entries(asRecord(asRecord(document["components"])["schemas"])).map(
    ([name, schema]) => toEmbed(name, asRecord(schema)["title"], "schema"),
  );
  return [...endpoints, ...schemas];
}

function toEmbed(name: string, summary: unknown, kind: "endpoint" | "schema"): Embed {
  const note = typeof summary === "string" ? summary : kind === "schema" ? "Schema" : "";
  const search = `${kind} ${name} ${note}`.toLowerCase();
  return { name, note, text: `{{${kind} ${name}}}`, search };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
