import type { OutputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import { cleanText } from "../output/clean-text.ts";
import type { Colour, Paint } from "../output/paint.ts";

type Imported = OutputOf<typeof importSpec>;
type Reference = Imported["externalReferences"][number];
type Finding = Imported["warnings"][number];

/** Maximum number of findings shown for each code, unless all are requested. */
const maxOfCode = 3;
const maxReferences = 10;

const order: readonly Finding["severity"][] = ["error", "warn", "info"];

const marks: Readonly<Record<Finding["severity"], { symbol: string; colour: Colour }>> = {
  error: { symbol: "✗", colour: "red" },
  warn: { symbol: "!", colour: "yellow" },
  info: { symbol: "-", colour: "gray" },
};

/** The result of the import, in one line. */
export function renderVersion({ spec, version, isNew }: Imported, paint: Paint): string {
  if (spec === null || version === null) return "Nothing was stored.";
  const done = isNew ? "Imported" : "Merged into";
  const count = version.endpointCount === 1 ? "1 endpoint" : `${version.endpointCount} endpoints`;
  const name = paint("bold", cleanText(spec.name));
  return `${done} ${name}, version ${cleanText(version.version)} (${version.status}, OpenAPI ${version.openapiVersion}): ${count}`;
}

/** The validity of the document, the findings by code, and references to other documents. */
export function renderImport(imported: Imported, paint: Paint, showsAll: boolean): string[] {
  const { isValid, warnings, isCut, externalReferences } = imported;
  const lines = [
    isValid
      ? paint("green", "The document is valid OpenAPI.")
      : paint("yellow", "The document is not valid OpenAPI; it was imported completely."),
    ...groupByCode(warnings).flatMap((group) => renderGroup(group, paint, showsAll)),
  ];
  if (isCut) lines.push(paint("gray", "  … and more, which the service does not list"));
  return [...lines, ...renderReferences(externalReferences, paint)];
}

function groupByCode(findings: readonly Finding[]): Finding[][] {
  const groups = [...Map.groupBy(findings, ({ code }) => code).values()];
  const rank = ([first]: Finding[]) => order.indexOf(first?.severity ?? "info");
  return groups.sort((left, right) => rank(left) - rank(right));
}

function renderGroup(group: readonly Finding[], paint: Paint, showsAll: boolean): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { symbol, colour } = marks[first.severity];
  const times = group.length === 1 ? "" : ` (${group.length} times)`;
  const shown = showsAll ? group : group.slice(0, maxOfCode);
  const hidden = group.length - shown.length;
  return [
    `  ${paint(colour, `${symbol} ${cleanText(first.code)}`)}${times}`,
    ...shown.flatMap(({ message, pointer }) => [
      `      ${cleanText(message)}`,
      ...(pointer === "" ? [] : [paint("gray", `      ${cleanText(pointer)}`)]),
    ]),
    ...(hidden > 0 ? [paint("gray", `      … and ${hidden} more: --all-warnings shows them`)] : []),
  ];
}

function renderReferences(references: Imported["externalReferences"], paint: Paint): string[] {
  if (references.length === 0) return [];
  const shown = references.slice(0, maxReferences);
  const hidden = references.length - shown.length;
  return [
    references.some(({ isFetched, problem }) => isFetched || problem !== null)
      ? "It refers to other documents:"
      : "It refers to other documents, which are not read (--fetch-references):",
    ...shown.map((reference) => `  ${renderReference(reference)}`),
    ...(hidden > 0 ? [paint("gray", `  … and ${hidden} more`)] : []),
  ];
}

function renderReference({ uri, count, isFetched, problem }: Reference): string {
  const times = count === 1 ? "" : ` (${count} times)`;
  const outcome = isFetched ? ": read" : problem === null ? "" : `: ${cleanText(problem)}`;
  return `${cleanText(uri)}${times}${outcome}`;
}
