import { limits } from "../values/limits.ts";
import { escapeHtml } from "../values/escape-html.ts";
import { classifyAddress } from "../values/classify-address.ts";
import { nameReference } from "../values/name-reference.ts";
import type {
  EmbedField,
  EmbedLine,
  EmbedModel,
  EmbedReference,
  EndpointModel,
  SchemaModel,
} from "../values/embed.types.ts";

const maxText = 2_000;

const text = (value: string) => escapeHtml(value.slice(0, maxText).toWellFormed());

const methodClass = (method: string) =>
  /^[a-z]{1,10}$/i.test(method) ? ` lm-method-${method.toLowerCase()}` : "";

function linkTo(href: string | null, html: string): string {
  return href === null || classifyAddress(href) === null || classifyAddress(href) === "address"
    ? html
    : `<a href="${escapeHtml(href)}">${html}</a>`;
}

const writeLine = (line: EmbedLine): string =>
  line.map((part) => linkTo(part.href, text(part.text))).join("");

/** A table of the given rows without its empty columns; empty if there are no rows. */
function writeTable<Row>(
  caption: string,
  head: readonly string[],
  rows: readonly Row[],
  writeRow: (row: Row) => readonly string[],
): string {
  if (rows.length === 0) return "";
  const shown = rows.slice(0, limits.embedRows).map(writeRow);
  const isFull = head.map((_, at) => shown.some((row) => row[at] !== ""));
  const pick = (parts: readonly string[]) => parts.filter((_, at) => isFull[at]);
  const writeCells = (row: readonly string[]) =>
    pick(row)
      .map((cell) => `<td>${cell}</td>`)
      .join("");
  const cells = shown.map((row) => `<tr>${writeCells(row)}</tr>`).join("\n");
  const more = rows.length - shown.length;
  const rest = more === 0 ? "" : `<p class="lm-embed-more">and ${more} more</p>\n`;
  const heads = pick(head)
    .map((name) => `<th scope="col">${name}</th>`)
    .join("");
  return (
    `<div class="lm-table" role="group" aria-label="${text(caption)}" tabindex="0">\n<table>\n` +
    `<caption>${text(caption)}</caption>\n<thead>\n<tr>${heads}</tr>\n</thead>\n<tbody>\n${cells}\n</tbody>\n</table>\n</div>\n${rest}`
  );
}

/** Badges of a card that have a style of their own. */
const knownBadges = new Set(["required", "deprecated"]);

const writeBadge = (badge: string): string =>
  ` <span class="lm-${knownBadges.has(badge) ? badge : "badge"}">${text(badge)}</span>`;

function writeField({ name, type, badges, description, facts }: EmbedField): readonly string[] {
  const parts = [
    text(description),
    ...facts.map((fact) => `<span class="lm-embed-fact">${text(fact)}</span>`),
  ];
  return [
    `<code>${text(name)}</code>${badges.map(writeBadge).join("")}`,
    writeLine(type),
    parts.filter((part) => part !== "").join(" "),
  ];
}

/** A card is not a landmark: a page may contain the same one twice. */
const writeCard = (kind: string, label: string, content: string): string =>
  `<div class="lm-embed lm-${kind}" role="group" aria-label="${text(label)}">\n${content}</div>`;

const writeDeprecated = (isDeprecated: boolean): string =>
  isDeprecated ? writeBadge("deprecated") : "";

function writeEndpoint(model: EndpointModel): string {
  const { method, path, body } = model;
  const line =
    `<span class="lm-method${methodClass(method)}">${text(method)}</span> ` +
    `<code class="lm-path">${text(path)}</code>`;
  const summary = model.summary === "" ? "" : `<p>${text(model.summary)}</p>\n`;
  const sent = body.length === 0 ? "" : `<p class="lm-embed-body">Body: ${writeLine(body)}</p>\n`;
  return writeCard(
    "endpoint",
    `${method} ${path}`,
    `<p class="lm-embed-title">${linkTo(model.href, line)}${writeDeprecated(model.deprecated)}</p>\n${summary}` +
      writeTable("Parameters", ["Name", "In", "Type", "Description"], model.parameters, (field) => {
        const [name = "", type = "", description = ""] = writeField(field);
        return [name, text(field.in), type, description];
      }) +
      sent +
      writeTable("Responses", ["Status", "Type", "Description"], model.responses, (response) => [
        `<code>${text(response.status)}</code>`,
        writeLine(response.type),
        text(response.description),
      ]),
  );
}

function writeSchema(model: SchemaModel): string {
  const { name, groups } = model;
  const type =
    model.type.length === 0 ? "" : ` <span class="lm-type">${writeLine(model.type)}</span>`;
  const description = model.description === "" ? "" : `<p>${text(model.description)}</p>\n`;
  const tables = groups.map(({ title, fields }) =>
    writeTable(title, ["Name", "Type", "Description"], fields, writeField),
  );
  const rest = model.hasMore
    ? `<p class="lm-embed-more">${linkTo(model.href, "The reference shows more.")}</p>\n`
    : "";
  return writeCard(
    "schema",
    name,
    `<p class="lm-embed-title">${linkTo(model.href, `<code>${text(name)}</code>`)}${type}${writeDeprecated(model.deprecated)}</p>\n` +
      `${description}${tables.join("")}${rest}`,
  );
}

/** The card of an operation or a schema. */
export const writeEmbed = (model: EmbedModel): string =>
  model.kind === "endpoint" ? writeEndpoint(model) : writeSchema(model);

/** Shown to a reader where an embed refers to nothing. */
export function writeMissingEmbed(reference: EmbedReference): string {
  const what = reference.kind === "endpoint" ? "operation" : "schema";
  return `<p class="lm-embed lm-missing">There is no ${what} <code>${text(nameReference(reference))}</code>.</p>`;
}
