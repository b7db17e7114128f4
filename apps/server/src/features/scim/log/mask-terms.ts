import { groupSchema, listMessage, userSchema } from "@lintel/scim/schemas";
import { mask, maskAddresses } from "../../../domain/people/mask.ts";
import { uuidPattern } from "../../../platform/uuid.ts";

/** The names of groups are no personal data, as in the trace of single sign-on. */
export type Kind = "user" | "group";

const maxLength = 400;

/** A text that a database stores, and not longer than a few lines. */
export const trim = (text: string, length = maxLength): string =>
  text.slice(0, length).replaceAll("\0", "").toWellFormed();

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** The attributes of RFC 7643, with those of the extension for enterprises, in lower case. */
const attributes = setOf(`
  id externalid meta schemas resourcetype created lastmodified location version
  username name formatted familyname givenname middlename honorificprefix honorificsuffix
  displayname nickname profileurl title usertype preferredlanguage locale timezone active password
  email emails phonenumbers ims photos addresses groups entitlements roles x509certificates
  value display type primary $ref streetaddress locality region postalcode country
  employeenumber costcenter organization division department manager members`);

const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const patchMessage = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const schemas = [userSchema, groupSchema, enterpriseSchema, listMessage, patchMessage].map((name) =>
  name.toLowerCase(),
);

const comparisons = setOf("eq ne co sw ew gt ge lt le");
const joiners = setOf("and or not");
const plainWords = setOf("work home other true false null user group");
const plainOfGroups = setOf("displayname externalid");

/** Whether a name, which may have a schema in front, consists of attributes that SCIM defines. */
export function isAttribute(name: string): boolean {
  const lower = name.toLowerCase();
  const schema = schemas.find((each) => lower === each || /^[:.]/.test(afterOf(lower, each)));
  const path = schema === undefined ? lower : lower.slice(schema.length + 1);
  return path.split(".").every((part) => part === "" || attributes.has(part));
}

const afterOf = (text: string, start: string): string =>
  text.startsWith(start) ? text.slice(start.length) : "";

/** Whether a text is the name of an attribute of a group that is no personal data. */
export const isPlainOfGroups = (name: string): boolean => plainOfGroups.has(name.toLowerCase());

export const maskWord = (text: string): string =>
  uuidPattern.test(text) || plainWords.has(text.toLowerCase()) ? text : mask(text);

// Each alternative begins with another character and never fails after it: the time is linear.
const piece = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[[\]()]|[^\s"'“”„‘’«»()[\]{}<>,;=&?!/\\]+/gs;

interface Place {
  readonly kind: Kind;
  /** The last one that was named. */
  attribute: string;
  /** Whether a comparison has begun, so that a value follows. */
  isValue: boolean;
  depth: number;
}

/** A filter, a path or names of attributes: everything but attributes and operators is masked. */
export function maskTerms(text: string, kind: Kind): string {
  const place: Place = { kind, attribute: "", isValue: false, depth: 0 };
  return trim(text).replaceAll(piece, (each) => maskPiece(place, each));
}

function maskPiece(place: Place, given: string): string {
  if ("[]()".includes(given)) return moveBy(place, given);
  if (/^["']/.test(given)) return maskQuoted(place, given);
  const lower = given.toLowerCase();
  if (joiners.has(lower)) place.isValue = false;
  else if (place.isValue) return maskWord(given);
  else if (comparisons.has(lower)) place.isValue = true;
  else if (isAttribute(given)) place.attribute = lower;
  else if (lower !== "pr") return maskWord(given);
  return given;
}

function maskQuoted(place: Place, quoted: string): string {
  const mark = quoted.slice(0, 1);
  const text = quoted.slice(1).replace(mark === '"' ? /"$/ : /'$/, "");
  const shown = isShown(place) ? maskAddresses(text) : maskWord(text);
  // Only the first value after a comparison is that of the attribute.
  place.attribute = "";
  return `${mark}${shown}${mark}`;
}

function moveBy(place: Place, bracket: string): string {
  place.isValue = false;
  if (bracket === "[") place.depth += 1;
  if (bracket === "]") place.depth -= 1;
  return bracket;
}

/** Whether a value names the group itself, not a member. */
function isShown({ kind, attribute, isValue, depth }: Place): boolean {
  return kind === "group" && isValue && depth === 0 && isPlainOfGroups(attribute);
}
