import { listSecretForms, minPartLength } from "./secret-forms.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds secrets in a text in one pass over it, however many they are. */
export interface SecretIndex {
  readonly size: number;
  add(secret: string): void;
  /** Whether the text contains a form of a secret; short ones are ignored. */
  isIn(text: string): boolean;
  /** The starts of forms of secrets before `limit`; they may overlap. */
  findAll(text: string, limit: number): Span[];
}

const filterSize = 1 << 16;

/** A number from 0 to 65,535, computed from the first characters of a form. */
function hashAt(text: string, at: number): number {
  const low = text.charCodeAt(at) + 31 * text.charCodeAt(at + 1);
  const high = text.charCodeAt(at + 2) + 31 * text.charCodeAt(at + 3);
  return (low * 257 + high) & (filterSize - 1);
}

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}_]/u.test(text.charAt(at));

/** The positions of a short secret as a whole word: no letter, digit or `_` on either side. */
function findAlone(text: string, secret: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    const end = at + secret.length;
    if (!isWordAt(text, at - 1) && !isWordAt(text, end)) spans.push({ start: at, end });
  }
  return spans;
}

export function makeSecretIndex(): SecretIndex {
  const known = new Set<string>();
  const short = new Set<string>();
  const filter = new Uint8Array(filterSize);
  const formsByStart = new Map<string, string[]>();

  function addForm(form: string): void {
    if (form.length < minPartLength) return;
    const start = form.slice(0, minPartLength);
    const forms = formsByStart.get(start);
    if (forms === undefined) formsByStart.set(start, [form]);
    else forms.push(form);
    filter[hashAt(form, 0)] = 1;
  }

  function lengthAt(text: string, at: number): number {
    let longest = 0;
    for (const form of formsByStart.get(text.slice(at, at + minPartLength)) ?? []) {
      if (form.length > longest && text.startsWith(form, at)) longest = form.length;
    }
    return longest;
  }

  function findForms(text: string, limit: number): Span[] {
    const spans: Span[] = [];
    const end = formsByStart.size === 0 ? 0 : Math.min(limit, text.length - minPartLength + 1);
    for (let at = 0; at < end; at += 1) {
      const length = filter[hashAt(text, at)] === 0 ? 0 : lengthAt(text, at);
      if (length > 0) spans.push({ start: at, end: at + length });
    }
    return spans;
  }

  return {
    get size() {
      return known.size;
    },
    add(secret) {
      if (secret === "" || known.has(secret)) return;
      known.add(secret);
      if (secret.length < minPartLength) short.add(secret);
      else listSecretForms(secret).forEach(addForm);
    },
    isIn: (text) => findForms(text, text.length).length > 0,
    findAll(text, limit) {
      const spans = findForms(text, limit);
      for (const secret of short) {
        spans.push(...findAlone(text.slice(0, limit + secret.length), secret));
      }
      return spans;
    },
  };
}
