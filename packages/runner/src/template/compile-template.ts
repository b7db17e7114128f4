import { parseText } from "./parse-text.ts";
import type { Reference, Template } from "./template.types.ts";

function isConstant(template: Template): template is Template & { kind: "constant" } {
  return template.kind === "constant";
}

function compileList(value: readonly unknown[]): Template {
  const items = value.map(compileTemplate);
  return items.every(isConstant)
    ? { kind: "constant", value: items.map((item) => item.value) }
    : { kind: "list", items };
}

function compileRecord(value: object): Template {
  const members = Object.entries(value).map(
    ([key, member]) => [parseText(key), compileTemplate(member)] as const,
  );
  if (!members.every(([key, member]) => isConstant(key) && isConstant(member))) {
    return { kind: "record", members };
  }
  const entries = members.map(([key, member]) => [
    isConstant(key) ? String(key.value) : "",
    isConstant(member) ? member.value : null,
  ]);
  return { kind: "constant", value: Object.fromEntries(entries) };
}

/**
 * Compiles all templates of a JSON value, including member names.
 * @throws TemplateError if braces are not closed or contain no name.
 */
export function compileTemplate(value: unknown): Template {
  if (typeof value === "string") return parseText(value);
  if (Array.isArray(value)) return compileList(value);
  if (typeof value === "object" && value !== null) return compileRecord(value);
  return { kind: "constant", value };
}

/** A constant value: braces in it have no meaning. */
export function constant(value: unknown): Template {
  return { kind: "constant", value };
}

/** Every `{{name}}` of a template, including built-ins. */
export function listReferences(template: Template): readonly Reference[] {
  if (template.kind === "constant") return [];
  if (template.kind === "reference") return [template.reference];
  if (template.kind === "text") return template.parts.filter((part) => typeof part !== "string");
  const inner = template.kind === "list" ? template.items : template.members.flat();
  return inner.flatMap(listReferences);
}
