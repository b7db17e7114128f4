import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { dump } from "js-yaml";
import { isObject } from "@lintel/json/value";

const suiteKeys = ["name", "description", "folder", "tags", "variables", "defaults", "data"];
const caseLists = ["setUp", "cases", "tearDown"] as const;
const caseKeys = [
  "name",
  "description",
  "tags",
  "isEnabled",
  "dependsOn",
  "when",
  "foreach",
  "request",
  "assertions",
  "extractions",
  "retry",
];
const partKeys = [
  "method",
  "url",
  "query",
  "headers",
  "auth",
  "body",
  "timeoutMs",
  "followRedirects",
  "type",
  "name",
  "source",
  "header",
  "path",
  "pattern",
  "value",
  "operator",
  "expected",
  "items",
  "as",
  "maxAttempts",
  "delayMs",
  "until",
];

/** The known members first, in their order, then the others in theirs; undefined ones are omitted. */
function orderKeys(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => orderKeys(item, keys));
  if (!isObject(value)) return value;
  const known = keys.filter((key) => Object.hasOwn(value, key));
  const names = [...known, ...Object.keys(value).filter((key) => !keys.includes(key))];
  return Object.fromEntries(
    names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]),
  );
}

type Orderer = (value: unknown) => unknown;

/** Orders the members of a part and, by name, of some nested parts. */
function orderPart(
  value: unknown,
  keys: readonly string[],
  inner: Record<string, Orderer>,
): unknown {
  const ordered = orderKeys(value, keys);
  if (!isObject(ordered)) return ordered;
  return Object.fromEntries(
    Object.entries(ordered).map(([name, member]) => [
      name,
      Object.hasOwn(inner, name) ? inner[name]?.(member) : member,
    ]),
  );
}

const orderFields: Orderer = (value) => orderKeys(value, partKeys);
const orderRequest: Orderer = (value) =>
  orderPart(value, partKeys, { auth: orderFields, body: orderFields });

const orderCase: Orderer = (definition) =>
  orderPart(definition, caseKeys, {
    request: orderRequest,
    assertions: orderFields,
    extractions: orderFields,
    when: orderFields,
    foreach: orderFields,
    retry: (value) => orderPart(value, partKeys, { until: orderFields }),
  });

const orderHead: Orderer = (head) =>
  orderPart(head, suiteKeys, {
    defaults: orderRequest,
    data: (value) => orderKeys(value, ["format", "text"]),
  });

/** Long texts stay on one line: a changed word is one changed line. */
const write = (value: unknown) => dump(value, { noRefs: true, lineWidth: -1 });

const indent = (text: string) => text.replace(/^(?=.)/gm, "  ");

function writeCases(name: string, cases: readonly unknown[]): string {
  if (cases.length === 0) return `${name}: []\n`;
  const written = cases.map((definition) => indent(write([orderCase(definition)])));
  return `${name}:\n${written.join("\n")}`;
}

/**
 * Writes a suite as a file that reads back unchanged: members in a fixed order, a blank line between cases, no aliases.
 */
export function printSuiteYaml(definition: SuiteDefinition): string {
  const { setUp, cases, tearDown, ...head } = definition;
  const lists = { setUp, cases, tearDown };
  const parts = caseLists.map((name) => {
    const list = lists[name];
    return list === undefined ? "" : writeCases(name, list);
  });
  return [write(orderHead(head)), ...parts.filter((part) => part !== "")].join("\n");
}
