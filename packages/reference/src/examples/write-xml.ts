import { isObject, listOf, memberOf, textOf } from "@lintel/json/value";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { firstOf, joinSchemas, membersOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";

const names = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (found) => `&#${found.codePointAt(0) ?? 0};`);

const nameOf = (xml: unknown, fallback: string): string => {
  const name = textOf(memberOf(xml, "name")) ?? fallback;
  const prefix = textOf(memberOf(xml, "prefix"));
  const safe = names.test(name) ? name : "element";
  return prefix !== null && names.test(prefix) ? `${prefix}:${safe}` : safe;
};

const isAttribute = (xml: unknown): boolean =>
  memberOf(xml, "attribute") === true || memberOf(xml, "nodeType") === "attribute";

const writeText = (value: unknown): string =>
  escapeXml(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

interface Writing {
  readonly plan: ReferencePlan;
}

function writeElement(
  writing: Writing,
  fallback: string,
  value: unknown,
  schema: unknown,
  by: string,
): string {
  const { parts, page } = collectParts(writing.plan, schema);
  const xml = firstOf(parts, "xml");
  const name = nameOf(xml, page !== null && fallback === "" ? page.title : fallback || "root");
  if (Array.isArray(value)) {
    const items = firstOf(parts, "items");
    const isWrapped = memberOf(xml, "wrapped") === true;
    const itemXml = firstOf(collectParts(writing.plan, items).parts, "xml");
    const inner = value.map((item) =>
      writeElement(writing, nameOf(itemXml, name), item, items, isWrapped ? `${by}  ` : by),
    );
    return isWrapped ? `${by}<${name}>\n${inner.join("\n")}\n${by}</${name}>` : inner.join("\n");
  }
  if (!isObject(value)) return `${by}<${name}>${writeText(value)}</${name}>`;
  const schemas = membersOf(parts, "properties");
  const members = Object.entries(value).map(([key, member]) => {
    const inner = joinSchemas(listOf(schemas.get(key)));
    return { key, member, inner, xml: firstOf(collectParts(writing.plan, inner).parts, "xml") };
  });
  const attributes = members
    .filter((member) => isAttribute(member.xml))
    .map(({ key, member, xml: own }) => ` ${nameOf(own, key)}="${writeText(member)}"`);
  const namespace = textOf(memberOf(xml, "namespace"));
  const prefix = textOf(memberOf(xml, "prefix"));
  const declared =
    namespace === null
      ? ""
      : ` xmlns${prefix !== null && names.test(prefix) ? `:${prefix}` : ""}="${escapeXml(namespace)}"`;
  const children = members
    .filter((member) => !isAttribute(member.xml))
    .map(({ key, member, inner }) => writeElement(writing, key, member, inner, `${by}  `));
  const open = `${by}<${name}${declared}${attributes.join("")}>`;
  return children.length === 0
    ? `${open}</${name}>`
    : `${open}\n${children.join("\n")}\n${by}</${name}>`;
}

/**
 * A value as XML, with the names, attributes and wrappers of its schema's `xml` (Specification
 * §4.26).
 */
export const writeXml = (plan: ReferencePlan, value: unknown, schema: unknown): string =>
  writeElement({ plan }, "", value, schema, "");
