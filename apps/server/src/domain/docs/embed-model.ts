import type {
  EmbedField,
  EmbedFieldGroup,
  EmbedLine,
  EmbedModel,
  EmbedPart,
  EmbedReference,
} from "@lintel/markdown/values/embed.types";
import type { Field, FieldGroup, Inline, Line } from "@lintel/reference/blocks/block.types";
import { shortenText } from "@lintel/reference/schema/shorten-text";
import type {
  OperationEntry,
  ReferencePlan,
  SchemaEntry,
} from "@lintel/reference/plan/reference.types";
import { findOperation, findSchema } from "@lintel/reference/summary/find-entry";
import { summarizeOperation } from "@lintel/reference/summary/summarize-operation";
import { summarizeSchema } from "@lintel/reference/summary/summarize-schema";
import { linkPage } from "@lintel/reference/write/link-page";

/** Maximum facts of one field in a card. */
const maxFacts = 6;

/** The endpoint or schema that an embed names in a reference, or null. */
export function modelOf(plan: ReferencePlan, reference: EmbedReference): EmbedModel | null {
  if (reference.kind === "schema") {
    const entry = findSchema(plan, reference.name);
    return entry === null ? null : modelOfSchema(plan, entry);
  }
  const entry = findOperation(plan, reference);
  return entry === null ? null : modelOfOperation(plan, entry);
}

function modelOfOperation(plan: ReferencePlan, entry: OperationEntry): EmbedModel {
  const { summary, parameters, body, responses } = summarizeOperation(plan, entry);
  return {
    kind: "endpoint",
    method: entry.method,
    path: entry.route,
    summary,
    deprecated: entry.deprecated,
    href: hrefOf(plan, entry.path),
    parameters: parameters.map(({ location, field }) => ({
      ...toField(plan, field, readInline(field.name)),
      in: location,
    })),
    body: toLine(plan, body),
    responses: responses.map(({ status, type, description }) => ({
      status,
      type: toLine(plan, type),
      description,
    })),
  };
}

function modelOfSchema(plan: ReferencePlan, entry: SchemaEntry): EmbedModel {
  const { type, description, groups } = summarizeSchema(plan, entry);
  return {
    kind: "schema",
    name: entry.title,
    type: toLine(plan, type),
    description,
    deprecated: entry.deprecated,
    href: hrefOf(plan, entry.path),
    groups: groups.map((group) => toGroup(plan, group)),
    hasMore: groups.some(isCut),
  };
}

const toGroup = (plan: ReferencePlan, { title, fields }: FieldGroup): EmbedFieldGroup => ({
  title: title === "" ? "Properties" : title,
  fields: fields.flatMap((field) => {
    const name = readInline(field.name);
    return [toField(plan, field, name), ...listBelow(plan, field, name)];
  }),
});

/** The titles that distinguish nested properties from those of the field itself. */
const ways: Readonly<Record<string, string>> = {
  Properties: ".",
  "Properties of each item": "[].",
};

/** The properties of a field with their paths. Options and conditions are on the schema's page. */
function listBelow(plan: ReferencePlan, { below }: Field, above: string): EmbedField[] {
  return below.flatMap(({ title, fields }) => {
    const way = ways[title];
    if (way === undefined) return [];
    return fields.map((field) => toField(plan, field, `${above}${way}${readInline(field.name)}`));
  });
}

/** Whether a card omits something that the schema's page has. */
const isCut = ({ fields, more }: FieldGroup): boolean =>
  more !== null ||
  fields.some(({ below }) =>
    below.some((group) => group.more !== null || ways[group.title] === undefined),
  );

const toField = (plan: ReferencePlan, field: Field, name: string): EmbedField => ({
  name,
  type: toLine(plan, field.type),
  badges: field.badges.map(({ badge }) => badge),
  description: shortenText(field.description ?? ""),
  facts: field.facts.slice(0, maxFacts).map((fact) => fact.map(readInline).join("")),
});

const toLine = (plan: ReferencePlan, line: Line): EmbedLine =>
  line.map((inline): EmbedPart => {
    const isPage = typeof inline !== "string" && "path" in inline;
    return { text: readInline(inline), href: isPage ? hrefOf(plan, inline.path) : null };
  });

function readInline(inline: Inline): string {
  if (typeof inline === "string") return inline;
  if ("code" in inline) return inline.code;
  return "badge" in inline ? inline.badge : inline.text;
}

const hrefOf = ({ options }: ReferencePlan, path: string): string =>
  linkPage(options.basePath ?? "", path);
