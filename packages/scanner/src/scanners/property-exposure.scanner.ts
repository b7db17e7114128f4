import { isList, isObject, type JsonObject } from "@lintel/json/value";
import { escapeStep } from "@lintel/json/pointer";
import { firstOf, membersOf, openParts } from "@lintel/samples/schema/parts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { findBaseline } from "./probing.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";

const references = [
  "https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/",
];

const sensitive: Guidance = {
  id: "SVC03001",
  name: "SensitivePropertyExposed",
  title: "An answer contains a secret of a record",
  severity: "medium",
  owasp: "API3:2023",
  cwe: [200, 213],
  description:
    "An answer contains a member such as a password hash, a salt or a private key, which no client needs.",
  remediation:
    "Name the members of each answer in one place instead of sending whole records, and validate answers against the document in your tests.",
  references,
};

const undocumented: Guidance = {
  id: "SVC03002",
  name: "UndocumentedProperty",
  title: "An answer contains members that the document does not name",
  severity: "low",
  owasp: "API3:2023",
  cwe: [213],
  description:
    "The schema of the answer lists its members, and the answer has others. They were probably not meant to be sent.",
  remediation:
    "Send only documented members, or document them. A serializer made from the schema drops the rest.",
  references,
};

const sensitiveName =
  /^(?:password|passwd|pwd)(?:hash|salt|digest)?$|^(?:hash|salt|hashedpassword|encryptedpassword|privatekey|secretkey|clientsecret|apisecret|totpsecret|mfasecret|resettoken|passwordresettoken|ssn|socialsecuritynumber|cvv|cvc|cardnumber|creditcardnumber|pan)$/;

const fold = (name: string): string => name.replaceAll(/[_\-.]/g, "").toLowerCase();

export const propertyExposure: Scanner = {
  id: "property-exposure",
  title: "Excessive data in answers",
  summary:
    "Compares the members of answers with the schema of the document and with a list of names of secrets.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "Only members with a value count; empty and masked ones do not.",
  isAuthorization: false,
  guidance: [sensitive, undocumented],

  plan: ({ operations }) =>
    operations.filter(({ isWrite }) => !isWrite).map((operation) => ({ operation, requests: 1 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { exchange } = baseline;
    const members = listMembers(exchange.json, "", new Map());
    const named = [...members].filter(
      ([pointer, value]) => sensitiveName.test(fold(lastStep(pointer))) && isTelling(value),
    );
    const extra = listUndocumented(probe.surface, operation, exchange);
    return [
      ...named.map(([pointer]) => report(sensitive, pointer, operation, exchange)),
      ...extra
        .filter((pointer) => !named.some(([own]) => own === pointer))
        .map((pointer) => report(undocumented, pointer, operation, exchange)),
    ];
  },
};

function report(
  guidance: Guidance,
  pointer: string,
  { id }: Operation,
  exchange: Exchange,
): Observation {
  const description = `The answer of ${id} contains ${pointer}.`;
  const attacks = [{ label: "The answer", exchange }];
  const place = { location: "body", name: pointer } as const;
  return { kind: "finding", guidance, place, description, proof: { controls: [], attacks } };
}

const lastStep = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

/** Whether a value shows something: it is neither empty nor masked. */
const isTelling = (value: unknown): boolean =>
  (typeof value === "string" && /[^*•xX.\s]/.test(value)) || typeof value === "number";

const maxMembers = 500;

/** The members of an answer with a value, by pointer; all items of a list are one. */
function listMembers(value: unknown, pointer: string, members: Map<string, unknown>) {
  if (members.size >= maxMembers) return members;
  if (isList(value)) for (const item of value) listMembers(item, `${pointer}/*`, members);
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const at = `${pointer}/${escapeStep(name)}`;
      if (!isList(member) && !isObject(member)) members.set(at, members.get(at) ?? member);
      listMembers(member, at, members);
    }
  }
  return members;
}

/** Schemas that allow more than they list say nothing about what is too much. */
const openKeywords = /^(?:additional|pattern|unevaluated)Properties$/;
const choices = ["oneOf", "anyOf", "not", "if", "discriminator"];

function listUndocumented(
  surface: Surface,
  operation: Operation,
  { status, json }: Exchange,
): string[] {
  const schema = operation.responses.get(String(status)) ?? operation.responses.get("default");
  const found = new Set<string>();
  const compare = (value: unknown, within: unknown, pointer: string): void => {
    const { parts } = openParts(surface.source, within);
    if (parts.some((part) => choices.some((name) => Object.hasOwn(part, name)))) return;
    if (isList(value)) {
      const items = firstOf(parts, "items");
      if (items !== undefined) for (const item of value) compare(item, items, `${pointer}/*`);
    } else if (isObject(value)) {
      const named = membersOf(parts, "properties");
      const isOpen = named.size === 0 || parts.some(allowsMore);
      for (const [name, member] of Object.entries(value)) {
        const [inner] = named.get(name) ?? [];
        if (inner !== undefined) compare(member, inner, `${pointer}/${escapeStep(name)}`);
        else if (!isOpen && !named.has(name)) found.add(`${pointer}/${escapeStep(name)}`);
      }
    }
  };
  if (schema !== undefined && !isApiDocument(json)) compare(json, schema, "");
  return [...found];
}

/** The schema of an API's own document names few of its members. */
const isApiDocument = (json: unknown): boolean =>
  isObject(json) && (Object.hasOwn(json, "openapi") || Object.hasOwn(json, "swagger"));

const allowsMore = (part: JsonObject): boolean =>
  Object.entries(part).some(
    ([name, value]) => openKeywords.test(name) && (value === true || isObject(value)),
  );
