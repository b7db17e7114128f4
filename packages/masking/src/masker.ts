import { cutText } from "./cut-text.ts";
import { isObject } from "@lintel/json/value";
import { isCredentialName, mayNameCredential } from "./credential-names.ts";
import { minPartLength } from "./secret-forms.ts";
import { makeSecretStore } from "./secret-store.ts";

export const maskText = "•••";
const maxValueBytes = 4096;

/** Removes every known secret from the output of a run. */
export interface Masker {
  /** Learns a text or a number; of a list or an object, each text that is not short. */
  learn(value: unknown): void;
  /** The same for a value of one pass. A long run has very many of these, so older ones are dropped. */
  learnPassing(value: unknown): void;
  /** Whether a text contains a secret in any form. Secrets under four characters are ignored. */
  isIn(text: string): boolean;
  /** The first bytes of a text without learned secrets: credentials that only have such names stay. */
  known(text: string, maxBytes?: number): string;
  /** A text such as a message or an address. */
  text(text: string): string;
  /** The first bytes of a text, without any part of a secret at the cut. */
  start(text: string, maxBytes: number): string;
  /** A JSON value, including names of members; a large one becomes the beginning of its JSON text. */
  value(value: unknown): unknown;
}

function listTexts(value: unknown): string[] {
  if (typeof value === "string") return value.length < minPartLength ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return isObject(value) ? Object.values(value).flatMap(listTexts) : [];
}

function listSecrets(value: unknown): string[] {
  const isScalar = typeof value === "string" || typeof value === "number";
  return isScalar ? [String(value)] : listTexts(value);
}

const namedMember = /"((?:[^"\\]|\\.){1,100})"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|$)/g;
/** JSON in a text of JSON, such as a request that an API repeats in a member. */
const quotedMember =
  /\\"([^"\\]{1,100})\\"(\s*:\s*)\\"(?:[^"\\]|\\\\(?:\\.|[^"\\]))*(?:\\"|\\{0,3}…?$)/g;
const namedField = /(^|[?&])([^=&?#\s]{1,100})=([^&#\s]+)/g;

function hideMember(whole: string, name: string, colon: string): string {
  return isCredentialName(name) ? `"${name}"${colon}"${maskText}"` : whole;
}

function hideQuoted(whole: string, name: string, colon: string): string {
  return isCredentialName(name) ? `\\"${name}\\"${colon}\\"${maskText}\\"` : whole;
}

function hideField(whole: string, before: string, name: string): string {
  return isCredentialName(name) ? `${before}${name}=${maskText}` : whole;
}

/** Masks members of JSON and fields of forms and queries whose names say that they are credentials. */
function maskNamed(text: string): string {
  const [hasMembers, hasFields] = [text.includes('"'), text.includes("=")];
  // Most texts contain none, and one search is much faster than parsing all members and fields.
  if (!(hasMembers || hasFields) || !mayNameCredential(text)) return text;
  const shown = hasMembers
    ? text.replace(quotedMember, hideQuoted).replace(namedMember, hideMember)
    : text;
  return hasFields ? shown.replace(namedField, hideField) : shown;
}

export function makeMasker(): Masker {
  const store = makeSecretStore();

  function hide(text: string, limit = text.length): string {
    if (store.isEmpty) return text.slice(0, limit);
    let masked = "";
    let from = 0;
    for (const span of store.findAll(text, limit)) {
      masked += text.slice(from, span.start) + maskText;
      from = span.end;
    }
    return masked + text.slice(from, Math.max(limit, from));
  }

  function hideValue(value: unknown): unknown {
    if (typeof value === "string") return maskNamed(hide(value));
    if (typeof value === "number") return hideNumber(value);
    if (Array.isArray(value)) return value.map(hideValue);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [hide(name), hideNamed(name, member)]),
    );
  }

  function hideNumber(value: number): unknown {
    if (store.isEmpty) return value;
    const text = String(value);
    return hide(text) === text ? value : maskText;
  }

  function hideNamed(name: string, member: unknown): unknown {
    return typeof member === "string" && isCredentialName(name) ? maskText : hideValue(member);
  }

  function start(text: string, maxBytes: number): string {
    const shown = hide(text, maxBytes);
    // The part that the limit removed also needs the mark of the cut.
    return cutText(maskNamed(text.length > maxBytes ? `${shown}…` : shown), maxBytes);
  }

  return {
    learn(value) {
      for (const secret of listSecrets(value)) store.keep(secret);
    },
    learnPassing(value) {
      for (const secret of listSecrets(value)) store.remember(secret);
    },
    isIn: (text) => store.isIn(text),
    known: (text, maxBytes = Number.POSITIVE_INFINITY) =>
      cutText(text.length > maxBytes ? `${hide(text, maxBytes)}…` : hide(text), maxBytes),
    text: (text) => maskNamed(hide(text)),
    start,
    value(value) {
      if (typeof value === "string") return start(value, maxValueBytes);
      if (typeof value === "number") return hideNumber(value);
      if (value === null || typeof value === "boolean") return value;
      const text = JSON.stringify(value) ?? "null";
      return text.length > maxValueBytes ? start(text, maxValueBytes) : hideValue(value);
    },
  };
}
