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

/** Names of what no client ever needs, folded: without separators, in lower case. */
const secretNames = new Set(
  `passwd passwdhash password passworddigest passwordhash passwordsalt pwd pwdhash hashedpassword
  encryptedpassword passphrase privatekey secretkey signingkey encryptionkey masterkey clientsecret apisecret appsecret
  webhooksecret totpsecret mfasecret otpsecret twofactorsecret twofasecret recoverycode recoverycodes backupcodes
  resettoken passwordresettoken resetpasswordtoken verificationtoken confirmationtoken activationtoken rememberme
  remembertoken securityanswer secretanswer pincode cvv cvc
  cardnumber creditcard creditcardnumber connectionstring databaseurl dbpassword awssecretaccesskey`.split(
    /\s+/,
  ),
);

/** Names of secrets that some answers are there to give: only what the document does not name counts. */
const ownSecretNames = new Set(
  "accesskey accesstoken apikey apitoken authtoken hash iban jwt nationalid otp pan passportnumber pin refreshtoken salt secret sessionid sessiontoken socialsecuritynumber ssn taxid token".split(
    " ",
  ),
);

/** Values that are secrets whatever their name is: hashes of passwords, private keys, keys of clouds. */
const secretValue =
  /^\$2[abxy]\$\d\d\$|^\$argon2(?:i|d|id)\$|^\$scrypt\$|^pbkdf2[_:$]|-----BEGIN [A-Z ]*PRIVATE KEY-----|^AKIA[0-9A-Z]{16}$|^sk_live_\w{16,}|^ghp_\w{36}$/;

const fold = (name: string): string => name.replaceAll(/[_\-.]/g, "").toLowerCase();

export const propertyExposure: Scanner = {
  id: "property-exposure",
  title: "Excessive data in answers",
  summary:
    "Compares the members of answers, also those of writes, with the schema of the document, with names of secrets, and with the forms of hashes and keys.",
  needs: { identities: 0, writes: "some", isIntrusive: false },
  control: "Only members with a value count; empty and masked ones do not.",
  isAuthorization: false,
  guidance: [sensitive, undocumented],

  plan: ({ operations }) =>
    operations
      .filter(({ method }) => method !== "DELETE")
      .map((operation) => ({ operation, requests: 0 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { exchange } = baseline;
    const members = listMembers(exchange.json, "", new Map());
    const extra = listUndocumented(probe.surface, operation, exchange);
    const named = [...members].filter(
      ([pointer, value]) => isTelling(value) && isSecret(pointer, value, isIn(extra, pointer)),
    );
    return [
      ...named.map(([pointer]) => report(sensitive, pointer, operation, exchange)),
      ...extra
        .filter((pointer) => !named.some(([own]) => isIn([pointer], own)))
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
  const isMap = guidance === undocumented && pointer.endsWith("/*");
  const what = isMap ? `more than ${mostNames} members at ${pointer}` : pointer;
  const description = `The answer of ${id} contains ${what}.`;
  const attacks = [{ label: "The answer", exchange }];
  const place = { location: "body", name: pointer } as const;
  return { kind: "finding", guidance, place, description, proof: { controls: [], attacks } };
}

function isSecret(pointer: string, value: unknown, isExtra: boolean): boolean {
  const name = fold(lastStep(pointer));
  if (secretNames.has(name) || (isExtra && ownSecretNames.has(name))) return true;
  return typeof value === "string" && secretValue.test(value);
}

/** The name of a member; that of a list for its items. */
const lastStep = (pointer: string): string =>
  pointer.replace(/(?:\/\*)+$/, "").replace(/^.*\//, "");

/** Whether a value shows something: it is neither empty nor masked. */
const isTelling = (value: unknown): boolean =>
  (typeof value === "string" && /[^*•xX.\s]/.test(value)) || typeof value === "number";

const maxMembers = 500;
/** With more names a record is a map whose names the target chooses: all are one. */
const mostNames = 20;
const mostMembers = 60;

/** Whether a list of pointers has one, or all names next to it. */
const isIn = (pointers: readonly string[], pointer: string): boolean =>
  pointers.includes(pointer) || pointers.includes(pointer.replace(/[^/]*$/, "*"));

/** The members of an answer with a value, by pointer; all items of a list are one. */
function listMembers(value: unknown, pointer: string, members: Map<string, unknown>) {
  if (members.size >= maxMembers) return members;
  if (isList(value)) {
    for (const item of value) {
      if (!isList(item) && !isObject(item)) members.set(`${pointer}/*`, item);
      listMembers(item, `${pointer}/*`, members);
    }
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    for (const [name, member] of entries) {
      const at = `${pointer}/${entries.length > mostMembers ? "*" : escapeStep(name)}`;
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
      const unnamed = isOpen ? [] : Object.keys(value).filter((name) => !named.has(name));
      if (unnamed.length > mostNames) found.add(`${pointer}/*`);
      else for (const name of unnamed) found.add(`${pointer}/${escapeStep(name)}`);
      for (const [name, member] of Object.entries(value)) {
        const [inner] = named.get(name) ?? [];
        if (inner !== undefined) compare(member, inner, `${pointer}/${escapeStep(name)}`);
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
